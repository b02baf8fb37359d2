//go:build browser

package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// inSight is true where an element is within the window, below the budgets.
const inSight = `(s => { const r = document.querySelector(s).getBoundingClientRect();
	return r.top >= document.querySelector(".meters").getBoundingClientRect().bottom - 1 && r.bottom <= innerHeight; })`

// What a person types is not lost, the cursor is where they go on, and what they look for
// is in sight.
func whatIsTyped(t *testing.T, browser context.Context, width int64) {
	s := sampleShell(t)
	v := serve(t, s)
	b := newTab(t, browser, width)
	b.enter(v)
	b.scrollTo("#item-{4}")
	if width < 500 {
		b.yes("the budgets leave room", `document.querySelector(".meters").getBoundingClientRect().height <= 100`)
	}
	b.yes("the count leads to the change", `document.querySelector(".progress").innerText.endsWith(" undecided")`)

	b.click("#reject-{5} summary")
	b.until(`document.activeElement.id === "reason-{5}"`)
	b.keys("half typed")
	b.click("#reword-{3} summary")
	b.until(`document.activeElement.id === "entry-{3}"`)
	b.set("#text-{3}", strings.Repeat("word ", 24))
	b.click("#reword-{3} button")
	b.until(`document.activeElement.id === "problem"`)
	b.yes("the problem is at the item", `!!document.querySelector("#item-{3} #problem")`)
	b.yes("the words are kept",
		`document.querySelector("#reword-{3}").open && document.querySelector("#text-{3}").value.startsWith("word word")`)
	b.yes("the reason elsewhere too",
		`document.querySelector("#reject-{5}").open && document.querySelector("#reason-{5}").value === "half typed"`)
	selector := b.find("#reword-{3} button") // the second error
	hidden := `(p => scrollBy({top: p.getBoundingClientRect().bottom - 30, behavior: "instant"}))` +
		`(document.querySelector("#problem"))`
	b.run(chromedp.Evaluate(`document.querySelector("#problem").dataset.old = "yes"`, nil),
		chromedp.Evaluate(hidden, nil), chromedp.Evaluate(`document.querySelector("`+selector+`").click()`, nil))
	b.until(`document.activeElement.id === "problem" && !document.activeElement.dataset.old`)
	b.yes("the problem is in sight after "+selector, inSight+`("#problem")`)
	b.click("#item-{1} button.approve")
	b.until(`document.querySelector("#item-{1}").dataset.state === "approved"`)
	b.yes("after a decision too", `document.querySelector("#reason-{5}").value === "half typed"`)
	b.yes(
		"the message is at the item",
		`document.querySelector("#item-{1} .notice").innerText === "{1} approved: will be added to SOUL.md"`,
	)

	b.focus("#item-{4}")
	b.keys("n")
	b.until(`document.activeElement.id === "reason-{4}"`)
	b.yes("the reason and its button are in sight",
		inSight+`("#reason-{4}") && `+inSight+`("#reject-{4} button")`)

	for _, list := range []string{"entries", "facts"} {
		b.click("section[aria-labelledby=" + list + "] [data-all=approve]")
		b.until(`!document.querySelector("section[aria-labelledby=` + list + `] .item[data-open][data-state=undecided]")`)
	}
	b.until(`document.activeElement.id === "change"`)
	b.yes("the change and its button are in sight", inSight+`("#change") && `+inSight+`("button.promote") &&
		document.querySelector(".finish .diff").getBoundingClientRect().top < innerHeight - 100`)
	b.screenshot("last-decision", false)
	b.click("section[aria-labelledby=stop] button")
	b.until(`!document.querySelector("#ended").hidden`)
	b.yes("nothing can be clicked any more", `![...document.querySelectorAll("button")].some(e => !e.disabled)`)
}

// Found by a user: A did nothing where one item was undecided, y did nothing on a fresh page, and the required entry
// got its buttons above the focus.
func noKeyIsSilent(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	v := serve(t, s)
	b := newTab(t, browser, 1280)
	b.enter(v)
	b.nameEntries(s)
	all := len(entriesOf(t, s))
	b.keys("y")
	b.yes("y says what to press", `!document.querySelector("#tip").hidden &&
		document.querySelector("#tip").innerText.startsWith("Press J first")`)
	b.keys("J")
	b.yes("the next key clears it", `document.querySelector("#tip").hidden`)
	for i := range all - 1 {
		b.keys("n")
		b.until(fmt.Sprintf(`document.activeElement.id === "reason-{%d}"`, i+1))
		b.keys(kb.Enter)
		b.until(fmt.Sprintf(`document.activeElement.id === "item-{%d}"`, i+2))
	}
	last := fmt.Sprintf("{%d}", all)
	b.keys("R")
	b.until(`document.activeElement.id === "reason-` + last + `"`)
	b.keys(kb.Enter)
	b.until(`!!document.activeElement.closest("[aria-labelledby=facts]")`)
	b.focus("#item-{1}")
	b.keys("A")
	b.yes("A with nothing to do says so", `document.querySelector("#tip").innerText.startsWith("Nothing is undecided")`)
	b.focus("#item-t1")
	b.keys("R")
	b.until(`document.activeElement.id === "reason-rest-t1"`)
	b.keys(kb.Escape)
	b.keys("q")
	b.until(`document.activeElement.id === "stop"`)
}

// Found by a user: at 360 the message about a change covered the budgets, the banner was out of sight after a reload,
// and a flag was broken across lines.
func movedAt360(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	v := serve(t, s)
	b := newTab(t, browser, 360)
	b.enter(v)
	b.scrollTo("#item-{3}")
	s.write(t, "SOUL.md", contents(t, s, "SOUL.md")+"\n## Wisdom\n\n**Own.** Be kind to the baker.\n")
	b.until(`!document.querySelector("#moved").hidden`)
	b.yes("the budgets stay in sight", `document.querySelector("#moved").getBoundingClientRect().top >
		document.querySelector(".meters").getBoundingClientRect().bottom`)
	b.click("#item-{3} button.approve")
	b.until(`document.activeElement.id === "problem"`)
	b.yes("nothing was done", `document.querySelector("#item-{3}").dataset.state === "undecided"`)
	b.click("#item-{3} button.approve")
	b.until(`document.querySelector("#item-{3}").dataset.state === "approved"`)
	b.yes("flags are in one piece", `[...document.querySelectorAll("#left")].every(e => e.open = true) &&
		[...document.querySelectorAll("code")].filter(e => e.innerText.startsWith("--"))
			.every(e => e.getClientRects().length === 1 && e.getBoundingClientRect().height < 30)`)
}
