// The plugin: an adapter between the host and the modules beside it.
import { apply } from "./bootstrap.mjs";
import { append } from "./snippets.mjs";

export default {
  id: "wisdom",
  name: "wisdom",
  register(api) {
    const log = (line) => (api.logger?.warn ? api.logger.warn(line) : console.warn(line));
    api.registerHook(["agent:bootstrap"], (event) => apply(event, { form: "plugin", log }), {
      name: "wisdom-bootstrap",
      description: "chooses the files of a session by its type",
    });
    const program = api.pluginConfig?.program; // `wisdom host install` sets it, unless snippets are off
    if (typeof program !== "string") return;
    const config = () => api.runtime?.config?.current?.() ?? api.config;
    api.on("before_prompt_build", (event, ctx) => append(event, ctx, { program, config: config(), log }), { timeoutMs: 2000 });
  },
};
