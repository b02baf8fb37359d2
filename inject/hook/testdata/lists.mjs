import { readFileSync } from "node:fs";
const [module, workspaceDir] = process.argv.slice(2);
const { apply } = await import(module);
const answers = JSON.parse(readFileSync(0, "utf8")).map(({ key, files }) => {
  const given = files ?? undefined;
  const before = JSON.stringify(given);
  const context = { workspaceDir, bootstrapFiles: given, cfg: {} };
  const logged = [];
  apply({ sessionKey: key, context }, { form: "plugin", log: (line) => logged.push(line) });
  if (JSON.stringify(given) !== before) return "the host's list or a record was changed in its place";
  if (context.bootstrapFiles === given) {
    return "same: " + logged.join(" ").replace("wisdom: the host's own files stay: ", "");
  }
  return context.bootstrapFiles.map((record) => {
    const file = record.path.slice(workspaceDir.length + 1);
    return file.split("/").pop() === record.name ? file : file + " as " + record.name;
  }).join(" ");
});
console.log(JSON.stringify(answers));
