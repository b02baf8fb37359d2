// Without this script every button works, and reloads the page. With it the page stays
// where it is, single keys decide, and a change from elsewhere is noticed.
"use strict";
(() => {
  const $ = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const items = () => all(".item[data-open]");
  const undecided = (list = items()) => list.filter((item) => item.dataset.state === "undecided");
  let busy = false;
  let over = false;

  const focusOn = (element) => {
    if (!element) return;
    element.focus({ preventScroll: true });
    const change = element.closest(".finish");
    if (change) change.scrollIntoView({ block: "start" });
    else element.scrollIntoView({ block: "nearest" });
  };

  const end = () => {
    over = true;
    for (const button of all("button")) button.disabled = true;
    $("#moved").hidden = true;
    for (const notice of all(".notice")) notice.remove();
    tell("");
    $("#ended").hidden = false;
    focusOn($("#ended"));
  };

  // A field of a form that is open, with its button below, in sight.
  const into = (details) => {
    const field = $("input:not([type=hidden]), textarea", details);
    if (field) field.focus({ preventScroll: true });
    $("form", details).scrollIntoView({ block: "nearest" });
  };

  // The next thing to decide after an item, else the first, else the change.
  // An item that only now can be decided comes first: it may be above.
  const nextAfter = (id, before) => {
    const list = items();
    const fresh = before && undecided(list).find((item) => !before.has(item.dataset.id));
    if (fresh) return fresh;
    const at = list.findIndex((item) => item.dataset.id === id);
    return undecided(list.slice(at + 1))[0] || undecided(list)[0] || $("#change") || $("#none");
  };

  const show = (text, done, sent) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const main = $("main", page);
    if (!main) return end();
    for (const open of all("main details[open]:not(.ask)")) {
      const same = open.id && page.getElementById(open.id);
      if (same) same.open = true;
    }
    const problem = page.getElementById("problem");
    for (const field of all("main .ask[open] :is(input:not([type=hidden]), textarea)")) { // half typed
      const same = field.id && (problem || !sent.contains(field)) && page.getElementById(field.id);
      if (same) { same.value = field.value; same.closest(".ask").open = true; }
    }
    $("main").replaceWith(document.adoptNode(main));
    document.title = page.title;
    $("#moved").hidden = true;
    tell("");
    $("#said").textContent = main.dataset.said;
    focusOn($("#problem") || done());
  };

  const send = async (form, button) => {
    if (busy || over) return;
    busy = true;
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    const item = form.closest(".item");
    const decides = ["approve", "reject", "reword", "request-changes"].includes(body.get("do"));
    const last = body.getAll("item").pop();
    const before = new Set(items().map((one) => one.dataset.id));
    try {
      const answer = await fetch("/do", { method: "POST", body, credentials: "same-origin" });
      if (!answer.ok || body.get("do") === "stop") end();
      else show(await answer.text(), () => (decides ? nextAfter(item ? item.dataset.id : last, before) : $(".notice") || $("#change") || $("#none")), form);
    } catch { end(); }
    busy = false;
  };

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target, event.submitter || $("button", event.target));
  });

  const ask = (item, kind) => {
    const details = $("#" + kind + "-" + item.dataset.id);
    if (!details) return tell("That cannot be done with " + item.dataset.id + ".");
    details.open = true;
    into(details);
  };

  document.addEventListener("click", (event) => {
    const details = event.target.closest(".ask > summary") && event.target.closest(".ask");
    if (details) setTimeout(() => { if (details.open) into(details); });
  });

  // What a key needs that does nothing now.
  const tell = (text) => {
    const tip = $("#tip");
    tip.textContent = text;
    tip.hidden = !text;
  };

  // The undecided items of a list, which are decided together; one is decided by itself.
  const rest = (item, kind) => {
    const section = item.closest("section");
    const together = $("[data-all=" + kind + "]", section);
    const one = undecided([...section.querySelectorAll(".item[data-open]")])[0];
    if (!one) tell("Nothing is undecided in this list.");
    else if (kind === "reject" && together) { together.open = true; into(together); }
    else if (together) send(together.form, together);
    else actions[kind === "reject" ? "n" : "y"](one);
  };

  const go = (by) => {
    const list = items();
    const at = list.indexOf(document.activeElement.closest(".item"));
    if (!list[at + by]) tell(by > 0 ? "This is the last item." : "This is the first item.");
    else focusOn(list[at + by]);
  };

  const actions = {
    j: () => go(1), J: () => go(1), k: () => go(-1), K: () => go(-1),
    y: (item) => { const button = $(".actions > form button.approve", item); if (button) send(button.form, button); else tell(item.dataset.id + " is approved."); },
    n: (item) => ask(item, "reject"),
    e: (item) => ask(item, "reword"), c: (item) => ask(item, "changes"),
    s: (item) => focusOn(nextAfter(item.dataset.id)),
    l: (item) => { const details = $(".backing", item); if (details) details.open = !details.open; else tell("No lessons back " + item.dataset.id + "."); },
    A: (item) => rest(item, "approve"), R: (item) => rest(item, "reject"),
    p: () => focusOn($("#change")), q: () => focusOn($("#stop")),
    "?": () => { const keys = $("#keys"); keys.open = true; focusOn($("summary", keys)); },
  };
  const anywhere = ["j", "J", "k", "K", "p", "q", "?"];

  document.addEventListener("keydown", (event) => {
    const on = $("#keys-on");
    const target = event.target;
    if (event.key === "Escape" && target.closest(".ask")) {
      const details = target.closest(".ask");
      details.open = false;
      focusOn(details.closest(".item") || $("summary", details));
      return;
    }
    if (!on || !on.checked || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (target.matches("input, textarea")) return;
    const item = target.closest(".item[data-open]");
    if (!actions[event.key]) return;
    if (!item && !anywhere.includes(event.key)) return tell("Press J first: " + event.key + " is about the item that has the focus.");
    event.preventDefault();
    tell("");
    actions[event.key](item);
  });

  const look = async () => {
    if (over || busy || document.hidden) return;
    try {
      const answer = await fetch("/version", { credentials: "same-origin", cache: "no-store" });
      if (!answer.ok) return end();
      const version = await answer.text();
      if (!busy) $("#moved").hidden = version === $("main").dataset.version;
    } catch { end(); }
  };
  setInterval(look, 3000);
  document.addEventListener("visibilitychange", look);
})();
