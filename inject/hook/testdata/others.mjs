const [module, ...workspaces] = process.argv.slice(2);
const { apply } = await import(module);
for (const workspaceDir of workspaces) {
  const given = [{ name: "SOUL.md", path: workspaceDir + "/SOUL.md", content: "x", missing: false }];
  const context = { workspaceDir, bootstrapFiles: given };
  let logged = 0;
  apply({ sessionKey: "agent:main:main", context }, { form: "plugin", log: () => logged++ });
  console.log(context.bootstrapFiles === given, logged);
}