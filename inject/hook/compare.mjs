// Gives keys their types and files by the installed module, for `wisdom host test`.
// The module and the rules are arguments; standard input is {config, keys}.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [module, rules] = process.argv.slice(-2);
const { classify, filesOf, nameOf, ownersOf } = await import(pathToFileURL(module).href);
const table = JSON.parse(fs.readFileSync(rules, "utf8"));
const { config, keys } = JSON.parse(fs.readFileSync(0, "utf8"));
const owners = ownersOf(table, config);
const decisions = keys.map((key) => {
  const decision = classify(table, owners, key);
  const files = filesOf(table, decision);
  return { ...decision, files, names: files.map((file) => nameOf(table, decision.type, file)) };
});
process.stdout.write(JSON.stringify(decisions));
