const [module, workspaceDir] = process.argv.slice(2);
const { apply } = await import(module);
for (let i = 0; i < 3; i++) {
  const context = { workspaceDir, bootstrapFiles: [] };
  apply({ sessionKey: "agent:main:main", context }, { form: "plugin", log: () => {} });
}