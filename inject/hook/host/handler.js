// The hook: an adapter between the host and bootstrap.mjs.
import fs from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const module = fileURLToPath(new URL("../../.wisdom/openclaw/bootstrap.mjs", import.meta.url));
// Node keeps a module as it was first loaded. The time makes an update another module.
const { apply } = await import(`${pathToFileURL(module).href}?${fs.statSync(module).mtimeMs}`);

export default (event) => apply(event, { form: "hook", log: (line) => console.warn(line) });
