// The owner's rules at the call of a tool. An entry of the section ## Wisdom can have a trigger (wisdom review trigger):
// before a call that it matches, the call is stopped once, and the reason is the entry. The same call passes then. A
// call that is stopped wrongly costs more than a reminder is worth: in any doubt it passes.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { idOf, receipt, sessionOf, stampOf } from "./bootstrap.mjs";
import { commands, nameOf } from "./commands.mjs";

const apart = 10; // turns between two reminders of a rule in a session
const most = 3; // reminders of a rule in a session
const kept = 1000; // sessions
const longest = 2000; // characters that are looked at of a command, and of other texts; * stands for up to 60
const mark = "[wisdom: a rule that your owner approved]";
const changes = ["write", "edit", "apply_patch"];
const holders = ["SOUL.md", "CLAUDE.md", "AGENTS.md", "GEMINI.md"]; // one of them has the section

// The host may load this module more than once, and call one copy for one event and another for the next.
const { sessions, workspaces, stopped } = (globalThis[Symbol.for("wisdom.reminders")] ??= {
  sessions: new Map(), // by key: { workspace, run, turn, call, fired by entry }
  workspaces: new Map(), // what their files say, as long as these stay
  stopped: new Set(), // calls whose result is ours, by run and ID
});

function session(key) {
  const one = sessions.get(key) ?? { turn: 0, fired: new Map() };
  sessions.delete(key);
  sessions.set(key, one);
  if (sessions.size > kept) sessions.delete(sessions.keys().next().value);
  return one;
}

// A session runs in a workspace; the host says so before each turn.
export function enter(event) {
  session(event.sessionKey ?? "").workspace = event.context?.workspaceDir;
}

// A session asks the model: what it then calls at once belongs together. A run is a turn.
export function asks({ sessionKey, runId, callId }) {
  const one = session(sessionKey ?? "");
  if (one.run !== runId) one.turn++;
  Object.assign(one, { run: runId, call: callId });
}

// A session begins anew. Compaction is no new one: the counts go on.
export function leave({ sessionKey, reason }) {
  if (reason !== "compaction") sessions.delete(sessionKey ?? "");
}

const squeeze = (text) => text.replace(/\s+/g, " ");

// The pattern of a path, or of a word: * is anything but a slash.
function pattern(text) {
  const escaped = text.replace(/^\.\/|\/$/g, "").replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]{0,60}");
  return new RegExp(/^[~/]/.test(text) ? `^${escaped}(?:/|$)` : `(?:^|/)${escaped}(?:/|$)`);
}

const home = (text) => text.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, os.homedir());

const isPath = (word) => /[./~*]/.test(word);

// A word of a trigger with its alternatives, as a test of the words behind a command.
function wordTest(word, isFirst) {
  const tests = word.split("|").map((one) => {
    if (/^-[A-Za-z]{1,3}$/.test(one)) {
      return (args) => {
        const letters = args.filter((arg) => /^-[A-Za-z]{1,6}$/.test(arg)).join("");
        return args.includes(one) || [...one.slice(1)].every((letter) => letters.includes(letter));
      };
    }
    if (one.startsWith("-")) return (args) => args.some((arg) => arg === one || arg.startsWith(`${one}=`));
    if (isPath(one)) {
      const is = pattern(home(one));
      return (args, paths) => args.some((arg) => is.test(arg)) || paths.some((p) => is.test(p));
    }
    // What a command is to do comes first, but for flags and their values: "git stash push" is no "git push".
    const isOne = (arg) => arg === one || arg.split(/[:=]/).includes(one);
    if (!isFirst || !/^[a-z][a-z-]*$/.test(one)) return (args) => args.some(isOne);
    return (args) => {
      for (const [i, arg] of args.entries()) {
        if (arg === one) return true;
        if (!arg.startsWith("-") && !(i > 0 && /^--?[^=]+$/.test(args[i - 1]))) return false;
      }
      return false;
    };
  });
  return (args, paths) => tests.some((test) => test(args, paths));
}

// "git push --force" as a test of simple commands.
function commandTest(words) {
  const hasName = !words[0].startsWith("-");
  const rest = hasName ? words.slice(1) : words;
  const first = rest.findIndex((word) => !word.startsWith("-"));
  const tests = rest.map((word, i) => wordTest(word, hasName && i === first));
  const names = words[0].split("|");
  const isName = (word, full) =>
    names.some((name) => (isPath(name) ? [word, full].some((w) => pattern(home(name)).test(w)) : nameOf(word) === name));
  return ({ words: [name = "", ...args], resolve }) => {
    if (!hasName) args.unshift(name);
    return (!hasName || isName(name, resolve(name))) && tests.every((test) => test(args, args.map(resolve)));
  };
}

// The texts in the parameters of a call.
const textsIn = (value) =>
  typeof value === "string" ? [value.slice(0, longest)] : value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];

// Whether a word matches next to everything by one of its alternatives; Go refuses such triggers by the same rule.
const isAny = (word) =>
  word.split("|").some((one) => /^\.*$/.test(one.replace(/[*/]/g, "")) || /^[*/]*[^*/]?[*/]*$/.test(one) && one.includes("*"));

// One call of a trigger, "exec: git push --force", as a test of calls.
function callTest(text) {
  const [, tool, rest] = /^\s*([a-z0-9_]+):\s*(.*?)\s*$/.exec(text);
  const words = rest === "" ? [] : rest.split(/\s+/);
  const isPaths = tool === "read" || changes.includes(tool);
  const isBroad = isPaths || words.some((word) => `|${word}|`.includes("||")) ? words.some(isAny) : words.length > 0 && words.every(isAny);
  if (isBroad || /\p{Cf}/u.test(text)) throw new Error(`${text} is no trigger`);
  if (tool === "exec") {
    const is = commandTest(words);
    return (call) => call.commands.some(is);
  }
  if (isPaths) {
    const are = words.flatMap((word) => word.split("|")).map((word) => pattern(home(word)));
    const reach = (call) => (tool === "read" ? call.reads : call.changes);
    return (call) => reach(call).some((p) => are.some((is) => is.test(p)));
  }
  const are = words.map((word) => {
    const one = word.split("|").map((w) => w.replace(/[.+?^${}()[\]\\]/g, "\\$&").replaceAll("*", "\\S{0,60}")).join("|");
    return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${one})(?![\\p{L}\\p{N}_])`, "iu");
  });
  return (call) => call.tool === tool && are.every((is) => call.texts.some((t) => is.test(t)));
}

// What a call does: the commands that it runs, the files that it reads or changes, and the texts that it was given.
function callOf(event, workspace) {
  const params = event.params ?? {};
  const tool = event.toolName === "bash" ? "exec" : event.toolName;
  const call = { tool, commands: [], reads: [], changes: [], texts: textsIn(params) };
  const from = (folder) => (p) => {
    const full = path.resolve(folder, home(p));
    const inside = path.relative(workspace, full);
    return inside.startsWith("..") ? full : inside;
  };
  if (tool === "exec" && typeof params.command === "string") {
    let folder = path.resolve(workspace, home(String(params.workdir ?? "")));
    for (const { words, writes } of commands(params.command.slice(0, longest))) {
      const resolve = from(folder);
      call.commands.push({ words, resolve });
      call.changes.push(...writes.map(resolve));
      if (words[0] === "cd" && words[1]) folder = path.resolve(folder, home(words[1]));
    }
    return call;
  }
  const named = [params.path, params.file_path, ...(event.derivedPaths ?? [])].filter((p) => typeof p === "string");
  (tool === "read" ? call.reads : changes.includes(tool) ? call.changes : []).push(...named.map(from(workspace)));
  return call;
}

// The rules of a workspace: the triggers of entries that the section holds. Where the file of triggers is damaged, there
// are none, and the log says so once.
function rulesOf(workspace, log) {
  const [triggers, ...sections] = [".wisdom/triggers.jsonl", ...holders].map((name) => path.join(workspace, name));
  const stamp = [triggers, ...sections].map(stampOf).join();
  const known = workspaces.get(workspace);
  if (known?.stamp === stamp) return known.rules;
  const rules = [];
  workspaces.set(workspace, { stamp, rules });
  if (stampOf(triggers) === "") return rules;
  try {
    const soul = squeeze(sections.filter(stampOf).map((file) => fs.readFileSync(file, "utf8")).join("\n"));
    const found = fs.readFileSync(triggers, "utf8").split("\n").filter(Boolean).map((line) => {
      const { v, entry, when } = JSON.parse(line);
      if (v !== 1 || !entry) throw new Error("a line is of another version");
      return { entry, tests: when.split(";").map(callTest) };
    });
    rules.push(...found.filter(({ entry }) => soul.includes(squeeze(entry))));
  } catch (error) {
    log(`wisdom: no reminders, .wisdom/triggers.jsonl: ${error.message}`);
  }
  return rules;
}

// Whether a rule may be told now. What the model called in the same breath as a stopped call is stopped with it.
function isDue(one, entry) {
  const last = one.fired.get(entry);
  if (!last || (one.call !== undefined && last.call === one.call)) return true;
  return last.times < most && one.turn - last.turn >= apart;
}

// What the host is to do with a call: undefined lets it pass. It never throws: the host stops a call whose hook fails.
export function remind(event, ctx, { config, log, form = "plugin", answer = stop }) {
  const began = performance.now();
  try {
    const key = ctx.sessionKey ?? "";
    const one = sessions.get(key);
    if (ctx.requester?.senderIsOwner !== true || typeof one?.workspace !== "string") return undefined;
    if (one.run !== ctx.runId) asks({ sessionKey: key, runId: ctx.runId });
    const rules = rulesOf(one.workspace, log);
    if (rules.length === 0) return undefined;
    const call = callOf(event, one.workspace);
    const due = rules.filter(({ entry, tests }) => isDue(one, entry) && tests.some((test) => test(call)));
    if (due.length === 0) return undefined;
    const data = path.join(one.workspace, ".wisdom");
    const { type, snippets } = sessionOf(data, config, key);
    if (!snippets) return undefined; // no person reads there
    for (const { entry } of due) {
      const last = one.fired.get(entry);
      if (last && last.call === one.call && last.turn === one.turn) continue;
      one.fired.set(entry, { turn: one.turn, call: one.call, times: (last?.times ?? 0) + 1 });
    }
    if (stopped.size > kept) stopped.clear();
    stopped.add(`${ctx.runId} ${event.toolCallId}`);
    const entries = due.map(({ entry }) => entry);
    receipt(data, began, log, { form, kind: "reminder", session: idOf(key), type, tool: call.tool, entries });
    return answer(entries, mark);
  } catch (error) {
    log(`wisdom: no reminder: ${error.message}`);
    return undefined;
  }
}

const stop = (entries) => ({ block: true, blockReason: reason(entries) });

const reason = (entries) => `${mark} The call did not run. Before it does, remember what is in ## Wisdom of your SOUL.md:
${entries.join("\n")}
If the call is in keeping with that, or your owner asked for just this, make the same call again: it will run. Otherwise do what the rule says.`;

// Nothing that a tool returns may look like a reminder. The parts of a result are changed only where one does. A call
// that was stopped returns nothing; one inside tool_call is told of by that.
export function scrub({ toolCallId, result }, ctx) {
  const isOurs = [...stopped].some((id) => id.startsWith(`${ctx?.runId} `) && id.includes(`:${toolCallId}:`));
  if (isOurs || !result?.content?.some?.((part) => part.text?.includes?.(mark))) return undefined;
  const content = result.content.map((part) => (part.text?.includes?.(mark) ? { ...part, text: part.text.replaceAll(mark, "[quoted]") } : part));
  return { result: { ...result, content } };
}
