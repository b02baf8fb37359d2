// What a message needs of the notes, appended to it. One child per workspace answers
// (`wisdom recall --stdio`): to start a process out of the host costs more than a turn
// may lose. Where anything goes wrong, the turn goes on without snippets.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { idOf, receipt, sessionOf, stampOf } from "./bootstrap.mjs";

const deadline = 1000; // ms that a turn waits for an answer
const patience = 120_000; // ms after which a child without an answer is killed; a first index takes a while
const idle = 600_000; // ms after which a child that nothing asks is ended
const longest = 8000; // characters of a message that the child is given: its end
const currentMessage = "[Current message"; // the host's mark, where a turn brings several messages

const children = new Map(); // by workspace
process.once("exit", () => children.forEach((child) => child.stop("the host ends")));

// The message of a person; undefined for a turn that none started.
export function messageOf(event, ctx) {
  const kind = ctx.inputProvenance?.kind;
  if (ctx.trigger !== "user" || (ctx.inputProvenance && kind !== "external_user")) return undefined;
  const text = event.currentUserMessage ?? event.prompt;
  if (typeof text !== "string") return undefined;
  const at = text.lastIndexOf(currentMessage);
  const message = (at < 0 ? text : text.slice(text.indexOf("\n", at) + 1)).trim();
  return message === "" ? undefined : message;
}

function start(program, workspace, version, log) {
  const child = { version, asked: new Map(), next: 1 };
  const running = spawn(program, ["-C", workspace, "--quiet", "recall", "--stdio", "--receipt"], { cwd: workspace, stdio: "pipe", windowsHide: true });
  child.stdin = running.stdin;
  const end = (why) => {
    if (children.get(workspace) === child) children.delete(workspace);
    for (const { answer } of child.asked.values()) answer({ error: why });
    child.asked.clear();
  };
  child.stop = (why) => {
    end(why);
    running.kill("SIGKILL");
  };
  running.on("error", (error) => end(error.message));
  running.on("exit", (code, signal) => end(`the child ended (${signal ?? code})`));
  running.stdin.on("error", () => {}); // its end tells
  createInterface({ input: running.stderr }).on("line", (line) => log(line.slice(0, 300)));
  createInterface({ input: running.stdout }).on("line", (line) => {
    try {
      const answer = JSON.parse(line);
      child.asked.get(answer.id)?.answer(answer);
      child.asked.delete(answer.id);
    } catch {
      child.stop("the child's answer is no JSON");
    }
  });
  child.idle = setTimeout(() => child.stop("idle"), idle).unref();
  for (const handle of [running, running.stdin, running.stdout, running.stderr]) handle.unref?.(); // the host may end
  children.set(workspace, child);
  return child;
}

// The answer of the child of a workspace within the deadline. One that is still at an
// older question is not waited for.
function ask(program, workspace, question, log, wait) {
  // A child of an older program, or of older settings, is replaced.
  const version = `${program} ${stampOf(program)} ${stampOf(path.join(workspace, "wisdom.toml"))}`;
  let child = children.get(workspace);
  const oldest = child?.asked.values().next().value;
  const waited = oldest ? performance.now() - oldest.began : 0;
  if (waited > patience) child.stop("the child does not answer");
  else if (waited > wait) return Promise.resolve({ error: "the child is busy" });
  if (child && child.version !== version) child.stop("another version");
  child = children.get(workspace) ?? start(program, workspace, version, log);
  child.idle.refresh();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ error: `no answer after ${wait} ms` }), wait);
    const id = child.next++;
    const answer = (value) => {
      clearTimeout(timer);
      resolve(value);
    };
    child.asked.set(id, { began: performance.now(), answer });
    child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
  });
}

// What is appended to the message of a turn; undefined for nothing. It never throws.
export async function append(event, ctx, { program, config, log, wait = deadline }) {
  const began = performance.now();
  let entry, home;
  try {
    const message = messageOf(event, ctx);
    const workspace = ctx.workspaceDir;
    if (message === undefined || typeof workspace !== "string" || !path.isAbsolute(workspace)) return undefined;
    home = path.join(workspace, ".wisdom");
    if (!fs.existsSync(path.join(home, "openclaw"))) return undefined; // another agent's workspace, without wisdom
    const key = ctx.sessionKey ?? "";
    const { table, type, snippets } = sessionOf(home, config, key);
    if (!snippets) return undefined;
    entry = { form: "plugin", kind: "snippets", session: idOf(key), type };
    const exclude = snippets === "all" ? [] : table.withhold;
    const answer = await ask(program, workspace, { message: message.slice(-longest), session: key, exclude }, log, wait);
    if (answer.error) throw new Error(answer.error);
    Object.assign(entry, { snippets: answer.snippets.length, tokens: answer.tokens });
    return answer.block ? { appendContext: answer.block } : undefined;
  } catch (error) {
    if (entry) entry.why = error.message;
    log(`wisdom: no snippets: ${error.message}`);
    return undefined;
  } finally {
    if (entry) receipt(home, began, log, entry);
  }
}
