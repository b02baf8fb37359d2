#!/usr/bin/env node
import { existsSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
const once = (file, then) => existsSync(file) ? (then(), rmSync(file)) : setTimeout(once, 5, file, then);
const answer = (q) => {
  const block = JSON.stringify({ pid: process.pid, ...q });
  console.log(JSON.stringify({ id: q.id, snippets: [{}], tokens: 7, block }));
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const q = JSON.parse(line);
  if (q.message.includes("hangs")) while (true);
  if (q.message.includes("is killed")) process.kill(process.pid, "SIGKILL");
  if (q.message.includes("fails")) console.log(JSON.stringify({ id: q.id, error: "the disk is full" }));
  else if (q.message.includes("babbles")) console.log("no JSON");
  else if (q.message.includes("needs nothing")) console.log(JSON.stringify({ id: q.id, snippets: [], tokens: 0 }));
  else if (q.message.includes("is slow")) once("hurry", () => answer(q));
  else answer(q);
});
