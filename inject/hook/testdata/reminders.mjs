// Gives a session's events to the installed module, and prints for each call whether it was stopped, by which reason,
// and how much time of the processor that took.
import { readFileSync } from "node:fs";
const [module, workspaceDir] = process.argv.slice(2);
const { asks, enter, leave, remind } = await import(module);
const log = (line) => console.error(line);
const answers = [];
for (const { kind, event, ctx } of JSON.parse(readFileSync(0, "utf8"))) {
  if (kind === "turn") enter({ sessionKey: ctx.sessionKey, context: { workspaceDir: ctx.workspaceDir ?? workspaceDir } });
  else if (kind === "model") asks(event);
  else if (kind === "end") leave(event);
  else {
    const began = process.cpuUsage();
    const decision = remind(event, ctx, { config: {}, log });
    const { user, system } = process.cpuUsage(began);
    answers.push({ stopped: decision?.block === true, reason: decision?.blockReason ?? "", ms: (user + system) / 1000 });
  }
}
console.log(JSON.stringify(answers));
