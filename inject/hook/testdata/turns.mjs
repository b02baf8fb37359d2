import { existsSync, readFileSync, writeFileSync } from "node:fs";
const [module, workspaceDir, program] = process.argv.slice(2);
const { append } = await import(module);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const log = (line) => console.error(line);
const answers = [];
for (const { event, ctx, pause, hurry, wait = 60_000 } of JSON.parse(readFileSync(0, "utf8"))) {
  if (pause) await sleep(pause);
  if (hurry) writeFileSync(hurry, "");
  while (hurry && existsSync(hurry)) await sleep(5);
  const config = { commands: { ownerAllowFrom: ["telegram:4711"] } };
  const appended = await append(event, { workspaceDir, ...ctx }, { program, config, log, wait });
  answers.push(appended?.appendContext ?? "");
}
console.log(JSON.stringify(answers));
