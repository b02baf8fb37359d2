// What a shell line runs: its simple commands, each with its words and the files that it writes. A program that runs
// another one, such as sudo, is followed by that one as a command of its own. Lines are read as far as is needed to know
// which programs are called; what only a running shell knows is not seen, such as what another command prints.

const keywords = /^(?:if|then|elif|else|fi|do|done|while|until|!|\{|\})$/;
const assignment = /^([A-Za-z_]\w*)\+?=(.*)$/s;
const variable = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;
const shells = /^(?:ba|z|da|k|fi)?sh$/;
const changers = /^(?:tee|rm|mv|cp|unlink|shred|truncate|touch|ln|install|rsync)$/; // of the files that they name
const packagers = /^(?:npm|pnpm|yarn|bun|uv|poetry|pipenv|bundle)$/;
const containers = /^(?:docker|docker-compose|podman|kubectl)$/; // which of their options have a value is not known
const deepest = 4; // lines within lines
const longest = 200; // characters that are kept of the value of a variable

// Programs that run another one: their short options that have a value, and how many words stand before that one.
const runners = {
  sudo: "CDRTUghprtu", doas: "Cu", env: "CSu", nohup: "", nice: "n", ionice: "cn", timeout: "ks 1", setsid: "", stdbuf: "eio",
  command: "", builtin: "", exec: "a", time: "fo", xargs: "EILPadns", parallel: "j", watch: "n", flock: "Ew 1", chroot: " 1", source: "",
  ".": "", python: "cWX", npx: "p", bunx: "", uvx: "", ssh: "BDEFIJLOQRSWbceilmopw 1", sh: "Oo", su: "gs 1",
};

export const nameOf = (word = "") => word.slice(word.lastIndexOf("/") + 1);

// Where the quoted text that begins at a place ends, or the one in brackets.
function end(line, from, close) {
  for (let i = from; i < line.length; i++) {
    if (line[i] === "\\" && close !== "'") i++;
    else if (line[i] === close) return i;
    else if (close === ")" && `("'`.includes(line[i])) i = end(line, i + 1, line[i] === "(" ? ")" : line[i]);
    else if (close === '"' && line.startsWith("$(", i)) i = end(line, i + 2, ")");
  }
  return line.length;
}

// What a command runs in turn: commands as words, and lines as texts.
function runBy(words) {
  const name = nameOf(words[0]);
  const from = (at) => (/\s/.test(words[at] ?? "") ? words.slice(at).join(" ") : words.slice(at));
  const behind = (test) => words.flatMap((word, i) => (i > 0 && test.test(word) ? [from(i + 1)] : []));
  if (name === "eval" || name === "trap") return [words.slice(1).join(" ")];
  if (name === "find") return behind(/^-(?:exec|ok)(?:dir)?$/);
  if (packagers.test(name)) return behind(/^(?:exec|run|dlx|x)$/).slice(0, 1);
  const inside = words.findIndex((word) => word === "run" || word === "exec") + 1;
  if (containers.test(name)) return words.slice(inside, inside && inside + 20).map((_, i) => from(inside + i));
  const isShell = shells.test(name);
  const runner = isShell ? "sh" : name.replace(/^(python)[\d.]+$/, "$1");
  if (!Object.hasOwn(runners, runner) || (name === "command" && /^-[vV]/.test(words[1]))) return [];
  let [values, before = 0] = runners[runner].split(" ");
  const hasText = name === "env" ? /^-S$/ : /^-[a-z]*c$/;
  const text = words.findIndex((word, i) => i > 0 && (hasText.test(word) || (isShell && !word.startsWith("-"))));
  if (hasText.test(words[text]) && (isShell || /^(?:su|flock|env)$/.test(name))) return [words[text + 1] ?? ""];
  let at = 1;
  for (; at < words.length; at++) {
    const letters = /^-(\w.*)$/.exec(words[at])?.[1] ?? "";
    const valued = [...letters].findIndex((letter) => values.includes(letter));
    if (valued >= 0 && valued === letters.length - 1) at++;
    else if (!words[at].startsWith("-") && !assignment.test(words[at]) && before-- <= 0) break;
  }
  const all = name === "ssh" ? [words.slice(at).join(" ")] : [from(at)];
  if (/^--\w[^=]*$/.test(words[at - 1])) all.push(from(at + 1)); // the word between may be the option's value
  return all;
}

// The simple commands of a line: [{ words, writes }]. Those of lines within it come after it.
export function commands(line, values = new Map(), depth = 0) {
  const all = [], inner = [], heredocs = [];
  let current, word, to, feeds;
  const open = () => (current ??= { words: [], writes: [], fed: /^(?:echo|printf)$/.test(nameOf(feeds?.[0])) ? feeds.slice(1).join(" ") : "" });
  const valueOf = (match) => values.get(match[1] ?? match[2]);
  const set = (text) => {
    const [, name, value] = assignment.exec(text) ?? [];
    if (name) values.set(name, value.slice(0, longest));
    return name;
  };
  const endWord = () => {
    if (word === undefined) return;
    if (to === "write") open().writes.push(word);
    else if (to === "here") heredocs.push({ mark: word, of: open() });
    else if (to === "text") open().fed = word;
    else if (word === "{" && current?.words[0] === "function") current = undefined;
    else if (to !== "read" && (open().words.length > 0 || !(keywords.test(word) || set(word)))) current.words.push(word);
    word = to = undefined;
  };
  const endCommand = () => {
    endWord();
    if (/^(?:export|declare|local|readonly)$/.test(current?.words[0])) current.words.forEach(set);
    if (current) all.push(current);
    feeds = current?.words;
    current = undefined;
  };
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === "'" || c === '"') {
      const at = end(line, i + 1, c);
      let text = line.slice(i + 1, at);
      if (word?.endsWith("$")) word = word.slice(0, -1);
      if (c === '"') {
        for (let j = text.indexOf("$("), stop; j >= 0; j = text.indexOf("$(", stop)) {
          stop = end(text, j + 2, ")");
          inner.push(text.slice(j + 2, stop));
        }
        for (const m of text.matchAll(/`([^`]*)`/g)) inner.push(m[1]);
        text = text.replace(variable, (...match) => valueOf(match) ?? match[0]).replace(/\\(["\\$`])/g, "$1");
      }
      word = (word ?? "") + text;
      i = at;
    } else if (c === "\\") {
      if (line[++i] !== "\n") word = (word ?? "") + (line[i] ?? "");
    } else if (c === "#" && word === undefined) {
      i = end(line, i, "\n") - 1;
    } else if (c === "\n") {
      endCommand();
      for (const { mark, of } of heredocs.splice(0)) {
        const lines = line.slice(i + 1).split("\n");
        const stop = lines.findIndex((text) => text.trim() === mark);
        of.fed = lines.slice(0, stop < 0 ? lines.length : stop).join("\n");
        i += stop < 0 ? line.length : lines.slice(0, stop + 1).join("\n").length + 1;
      }
    } else if (";|()`".includes(c) || (c === "&" && line[i + 1] !== ">" && line[i - 1] !== ">")) {
      if (c === "(" && word === "$") word = undefined;
      endCommand();
      if (c !== "|") feeds = undefined;
    } else if (c === ">" || c === "<") {
      if (/^\d*$|^&$/.test(word ?? "")) word = undefined; // the number of what is redirected
      endWord();
      if (line.startsWith("<<<", i)) [to, i] = ["text", i + 2];
      else if (line.startsWith("<<", i)) [to, i] = ["here", i + (line[i + 2] === "-" ? 2 : 1)];
      else [to, i] = [c === ">" ? "write" : "read", i + (line[i + 1] === c || line[i + 1] === "|" ? 1 : 0)];
      open();
    } else if (/\s/.test(c)) endWord();
    else {
      variable.lastIndex = i;
      const match = c === "$" && variable.exec(line);
      const value = match && match.index === i ? valueOf(match) : undefined;
      if (value === undefined) word = (word ?? "") + c;
      else {
        for (const part of value.split(/(\s+)/)) /\s/.test(part) ? endWord() : part && (word = (word ?? "") + part);
        i += match[0].length - 1;
      }
    }
  }
  endCommand();
  const found = [];
  for (const command of all) {
    const queue = [command];
    for (let i = 0; i < Math.min(queue.length, 50); i++) {
      const { words, writes, fed } = queue[i];
      const name = nameOf(words[0]);
      const isInPlace = /^(?:sed|perl)$/.test(name) && words.some((w) => /^-[a-zA-Z]*i|^--in-place/.test(w));
      if (changers.test(name) || isInPlace) writes.push(...words.slice(1).filter((w) => !w.startsWith("-")));
      if (fed && (shells.test(name) || name === "ssh")) inner.push(fed);
      found.push({ words, writes });
      for (const run of runBy(words)) typeof run === "string" ? inner.push(run) : queue.push({ words: run, writes: [], fed });
    }
  }
  if (depth < deepest) for (const text of inner) found.push(...commands(text, values, depth + 1));
  return found;
}
