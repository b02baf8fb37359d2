// Claude Code's hook before the call of a tool: node claude.mjs WORKSPACE, with the call as JSON on standard input. The
// rules are those of reminders.mjs, but the call is not stopped: the entries are added to what the model reads with
// its result. Each call is a process of its own, so a file keeps what the sessions were reminded of.
import fs from "node:fs";
import path from "node:path";
import { idOf } from "./bootstrap.mjs";
import { enter, remind } from "./reminders.mjs";

const tools = { Bash: "exec", Read: "read", Write: "write", Edit: "edit", MultiEdit: "edit", NotebookEdit: "edit" };
const kept = 30; // sessions
const workspace = process.argv[2];
const file = path.join(workspace, ".wisdom", "openclaw", "sessions.json");

try {
  const call = JSON.parse(fs.readFileSync(0, "utf8"));
  const key = `agent:main:explicit:${call.session_id}`; // the owner's terminal is a main session
  let all = {};
  try {
    all = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {} // the first call, or a file that is not whole
  enter({ sessionKey: key, context: { workspaceDir: workspace } });
  const one = globalThis[Symbol.for("wisdom.reminders")].sessions.get(key);
  const { turn = 0, run, fired = [] } = all[idOf(key)] ?? {};
  Object.assign(one, { turn, run, fired: new Map(fired) });
  const event = {
    toolName: tools[call.tool_name] ?? call.tool_name.toLowerCase(),
    params: { path: call.tool_input?.notebook_path, ...call.tool_input },
    toolCallId: call.tool_use_id,
  };
  const isOwner = call.agent_id === undefined; // a sub-agent has an ID
  const ctx = { sessionKey: key, runId: call.prompt_id, requester: { senderIsOwner: isOwner } };
  const answer = remind(event, ctx, { log: console.error, form: "claude-code", answer: (entries, mark) => ({
    hookEventName: "PreToolUse",
    additionalContext: `${mark} What ## Wisdom says of such a call:\n${entries.join("\n")}`,
  }) });
  if (isOwner && (answer || one.run !== run)) {
    delete all[idOf(key)];
    const others = Object.entries(all).slice(1 - kept);
    const now = { turn: one.turn, run: one.run, fired: [...one.fired] };
    fs.writeFileSync(`${file}.${process.pid}`, JSON.stringify(Object.fromEntries([...others, [idOf(key), now]])), { mode: 0o600 });
    fs.renameSync(`${file}.${process.pid}`, file);
  }
  if (answer) console.log(JSON.stringify({ hookSpecificOutput: answer }));
} catch (error) {
  console.error(`wisdom: no reminder: ${error.message}`);
}
