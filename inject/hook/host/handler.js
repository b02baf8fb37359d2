// The hook: an adapter between the host and bootstrap.mjs.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const own = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const module = path.join(own, ".wisdom", "openclaw", "bootstrap.mjs");
// Node keeps a module as it was first loaded. The time makes an update another module.
const { apply } = await import(`${pathToFileURL(module).href}?${fs.statSync(module).mtimeMs}`);

export default (event) => apply(event, { form: "hook", own, log: (line) => console.warn(line) });
