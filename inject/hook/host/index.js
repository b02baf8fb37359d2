// The plugin: an adapter between the host and bootstrap.mjs.
import { apply } from "./bootstrap.mjs";

export default {
  id: "wisdom",
  name: "wisdom",
  register(api) {
    const log = (line) => (api.logger?.warn ? api.logger.warn(line) : console.warn(line));
    api.registerHook(["agent:bootstrap"], (event) => apply(event, { form: "plugin", log }), {
      name: "wisdom-bootstrap",
      description: "chooses the files of a session by its type",
    });
  },
};
