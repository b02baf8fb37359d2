// The plugin: an adapter between the host and the modules beside it.
import { apply } from "./bootstrap.mjs";
import * as reminders from "./reminders.mjs";
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
    const config = () => {
      try {
        return api.runtime?.config?.current?.() ?? api.config;
      } catch {
        return api.config; // the host stops a call whose hook throws
      }
    };
    if (api.pluginConfig?.reminders === true) { // `wisdom host install --reminders` sets it
      api.registerHook(["agent:bootstrap"], reminders.enter, { name: "wisdom-sessions", description: "where a session runs" });
      api.on("model_call_started", reminders.asks);
      api.on("session_end", reminders.leave);
      api.on("before_tool_call", (event, ctx) => reminders.remind(event, ctx, { config: config(), log }));
      api.registerAgentToolResultMiddleware(reminders.scrub, { runtimes: ["openclaw"] });
    }
    const program = api.pluginConfig?.program; // `wisdom host install` sets it, unless snippets are off
    if (typeof program !== "string") return;
    api.on("before_prompt_build", (event, ctx) => append(event, ctx, { program, config: config(), log }), { timeoutMs: 2000 });
  },
};
