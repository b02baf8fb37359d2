// The plugin: an adapter between the host and bootstrap.mjs.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { apply } from "./bootstrap.mjs";

const own = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

export default {
  id: "wisdom",
  name: "wisdom",
  register(api) {
    const log = (line) => (api.logger?.warn ? api.logger.warn(line) : console.warn(line));
    api.registerHook(["agent:bootstrap"], (event) => apply(event, { form: "plugin", own, log }), {
      name: "wisdom-bootstrap",
      description: "chooses the files of a session by its type",
    });
  },
};
