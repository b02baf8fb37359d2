// What each session of the host loads. This module decides for the plugin
// (index.js) and for the hook (handler.js). The rules are data: rules.json beside
// this file, which `wisdom host install` writes. Go reads the same table;
// `wisdom host test` compares both.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const fileBytes = 2 << 20; // the most that the host reads of a file
const receiptBytes = 1_000_000; // then the receipts are rotated

const lower = (text) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

const ids = (list) => (Array.isArray(list) ? list.map((id) => lower(String(id))).filter((id) => id !== "" && id !== "*") : []);

// The owner's IDs: those of wisdom.toml, else the host's list of owners, else who
// may write to the agent directly. An ID may have its channel in front.
export function ownersOf(table, config) {
  if (table.owners.length > 0) return ids(table.owners);
  const named = ids(config?.commands?.ownerAllowFrom);
  if (named.length > 0) return named;
  const all = [];
  for (const [name, channel] of Object.entries(config?.channels ?? {})) {
    for (const part of [channel, ...Object.values(channel?.accounts ?? {})]) {
      for (const id of ids(part?.allowFrom)) all.push(id.startsWith(`${lower(name)}:`) ? id : `${lower(name)}:${id}`);
    }
  }
  return all;
}

// Reports whether a peer is an owner. An ID with a channel in front counts in that
// channel, and where the key names none.
function isOwner(owners, channel, peer) {
  return owners.some((id) => {
    const at = /^[a-z0-9_-]+:/.test(id) ? id.indexOf(":") : -1;
    const of = id.slice(0, Math.max(at, 0));
    return id.slice(at + 1) === peer && (of === "" || !channel || of === channel);
  });
}

// The type of a session, by its key: the first rule that matches decides.
export function classify(table, owners, key) {
  const folded = lower(key);
  const scoped = new RegExp(table.agent).exec(folded);
  const rest = scoped ? scoped[2] : folded;
  const decision = { type: "FALLBACK", rule: "", agent: scoped ? scoped[1] : "", topic: "" };
  for (const rule of table.rules) {
    const match = new RegExp(rule.match).exec(rest);
    if (!match) continue;
    if (rule.owner && !isOwner(owners, rule.channel ? match[rule.channel] : "", match[rule.peer])) continue;
    return { ...decision, type: rule.type, rule: rule.name, topic: rule.topic ? match[rule.topic] : "" };
  }
  return decision;
}

export const setOf = (table, type) => table.types.find((set) => set.type === type);

// The files of a session, by their paths in the workspace.
export function filesOf(table, decision) {
  const files = [table.always, ...setOf(table, decision.type).files];
  if (decision.type !== "SUBAGENT" && table.orchestrators.some((id) => lower(id) === decision.agent)) files.push(...table.orchestrator);
  if (Object.hasOwn(table.topics, decision.topic)) files.push(...table.topics[decision.topic]);
  if (table.context_file && setOf(table, decision.type).snippets === "all") files.push(table.context_file);
  return [...new Set(files)];
}

// The name under which the host lets a file through: some sessions have a list of
// allowed names, and the host looks at nothing else.
export function nameOf(table, type, file) {
  const allowed = setOf(table, type).names;
  const name = path.posix.basename(file);
  return !allowed || (file === name && allowed.includes(name)) ? name : allowed[0];
}

// A file of the workspace that the host did not read. undefined where there is
// none; an error where it is anything but a regular file inside the workspace.
function read(workspace, file) {
  const full = path.join(workspace, file);
  let info;
  try {
    info = fs.lstatSync(full);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  if (!info.isFile() || info.nlink > 1) throw new Error(`${file} is a link or no regular file`);
  if (fs.realpathSync(full) !== path.join(fs.realpathSync(workspace), file)) throw new Error(`${file} is behind a link`);
  if (info.size > fileBytes) throw new Error(`${file} is larger than ${fileBytes} bytes`);
  return fs.readFileSync(full, "utf8");
}

// The new list: a copy of the host's record for each file, or one of our own.
function choose(table, files, type, given, workspace, session) {
  const next = given.filter((record) => !record.missing && table.keep.includes(record.name)).map((record) => ({ ...record }));
  const absent = [];
  for (const file of files) {
    const full = path.join(workspace, file);
    const name = nameOf(table, type, file);
    const isOf = (record) => record.path === full || (record.name === file && path.basename(record.path) === file);
    let records = given.filter((record) => !record.missing && isOf(record)).map((record) => ({ ...record, name }));
    if (records.length === 0 && !table.host_only.includes(file)) {
      const content = read(workspace, file);
      // A context file is for the one session that its first line names.
      if (file === table.context_file && !content?.split("\n", 1)[0].includes(` session=${session.slice(0, 12)} `)) continue;
      if (content !== undefined) records = [{ name, path: full, content, missing: false }];
    }
    for (const record of records) {
      if (typeof record.content !== "string" || record.content.startsWith("[UNREADABLE")) throw new Error(`the host cannot read ${file}`);
    }
    if (records.length === 0) absent.push(file);
    next.push(...records);
  }
  if (absent.includes(table.always)) throw new Error(`${table.always} is missing`);
  return { next, absent };
}

// The rules of a workspace.
export function tableOf(home) {
  const table = JSON.parse(fs.readFileSync(path.join(home, "openclaw", "rules.json"), "utf8"));
  if (table.schema_version !== 1) throw new Error("rules.json is of another version: wisdom host install");
  return table;
}

// What is another when a file was changed; "" where there is none.
export function stampOf(file) {
  try {
    const { mtimeMs, size, ino } = fs.statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}

// A session in the receipts.
export const idOf = (key) => createHash("sha256").update(key).digest("hex").slice(0, 16);

// Appends a line to the receipts: what was decided, when, and how many milliseconds it took.
export function receipt(home, began, log, entry) {
  const file = path.join(home, "injections.jsonl");
  const flags = fs.constants.O_WRONLY | fs.constants.O_APPEND | fs.constants.O_CREAT | (fs.constants.O_NOFOLLOW ?? 0);
  let out;
  try {
    out = fs.openSync(file, flags, 0o600);
    const ms = Math.round((performance.now() - began) * 100) / 100;
    fs.writeSync(out, `${JSON.stringify({ v: 1, time: new Date().toISOString(), ...entry, ms })}\n`);
    if (fs.fstatSync(out).size > receiptBytes) fs.renameSync(file, `${file}.1`);
  } catch (error) {
    log(`wisdom: no receipt: ${error.message}`);
  } finally {
    if (out !== undefined) fs.closeSync(out);
  }
}

// The type of a session by the rules of its workspace, and what belongs to it. snippets is empty where no person reads.
export function sessionOf(home, config, key) {
  const table = tableOf(home);
  const decision = classify(table, ownersOf(table, config), key);
  return { table, decision, type: decision.type, snippets: setOf(table, decision.type).snippets };
}

// Gives a session its files, in a workspace that has wisdom. Where anything is in doubt, the host's own list stays
// as it is. The list is assigned once, at the end.
export function apply(event, { form, log }) {
  const context = event?.context ?? {};
  const workspace = context.workspaceDir;
  const began = performance.now();
  const entry = { form };
  let home;
  try {
    const given = context.bootstrapFiles;
    if (!Array.isArray(given)) throw new Error("the host gives no list of files");
    if (typeof workspace !== "string" || !path.isAbsolute(workspace)) throw new Error("the host names no workspace");
    if (!fs.existsSync(path.join(workspace, ".wisdom", "openclaw"))) return; // another agent's, without wisdom
    home = path.join(workspace, ".wisdom");
    const key = event.sessionKey ?? context.sessionKey ?? "";
    entry.session = idOf(key);
    const { table, decision } = sessionOf(home, context.cfg, key);
    Object.assign(entry, { type: decision.type, rule: decision.rule });
    if (given.length === 0) {
      entry.kept = "the host gives an empty list (light context)";
    } else {
      if (given.some((record) => typeof record?.path !== "string")) throw new Error("a record of the host has no path");
      const { next, absent } = choose(table, filesOf(table, decision), decision.type, given, workspace, entry.session);
      if (decision.rule === "") log(`wisdom: no rule knows the key of session ${entry.session}: it gets the files of FALLBACK`);
      if (absent.length > 0) log(`wisdom: not included, missing: ${absent.join(", ")}`);
      entry.files = next.map((record) => ({ path: path.relative(workspace, record.path), chars: record.content.trimEnd().length }));
      entry.chars = entry.files.reduce((sum, file) => sum + file.chars, 0);
      if (absent.length > 0) entry.missing = absent;
      context.bootstrapFiles = next;
    }
  } catch (error) {
    entry.kept = error.message;
    log(`wisdom: the host's own files stay: ${error.message}`);
  }
  if (home) receipt(home, began, log, entry);
}
