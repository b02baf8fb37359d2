import { writeFileSync } from "node:fs";
const [module, workspaceDir] = process.argv.slice(2);
const { apply } = await import(module);
const ask = (sessionKey) => {
  const soul = { name: "SOUL.md", path: workspaceDir + "/SOUL.md", content: "soul", missing: false };
  const context = { workspaceDir, bootstrapFiles: [soul], cfg: {} };
  apply({ sessionKey, context }, { form: "plugin", log: () => {} });
  console.log(context.bootstrapFiles.map((record) => record.name).join(" "));
};
ask("agent:main:main");
ask("agent:main:dashboard:7a");
ask("agent:main:telegram:group:-1");
writeFileSync(workspaceDir + "/ETHOS_CONTEXT.md", "");
ask("agent:main:main");
