// The hook: an adapter between the host and bootstrap.mjs.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { apply } from "../../.wisdom/openclaw/bootstrap.mjs";

const own = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

export default (event) => apply(event, { form: "hook", own, log: (line) => console.warn(line) });
