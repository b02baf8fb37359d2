//go:build browser

package main

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
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
	b.run(chromedp.ScrollIntoView("#item-e5", chromedp.ByQuery))
	if width < 500 {
		b.yes("the budgets leave room", `document.querySelector(".meters").getBoundingClientRect().height <= 100`)
	}
	b.yes("the count leads to the change", `document.querySelector(".progress").innerText.startsWith("0 of ")`)

	b.click("#reject-e6 summary")
	b.until(`document.activeElement.id === "reason-e6"`)
	b.keys("half typed")
	b.click("#reword-e4 summary")
	b.until(`document.activeElement.id === "entry-e4"`)
	b.run(chromedp.SetValue("#text-e4", strings.Repeat("word ", 24), chromedp.ByQuery))
	b.click("#reword-e4 button")
	b.until(`document.activeElement.id === "problem"`)
	b.yes("the problem is at the item", `!!document.querySelector("#item-e4 #problem")`)
	b.yes("the words are kept",
		`document.querySelector("#reword-e4").open && document.querySelector("#text-e4").value.startsWith("word word")`)
	b.yes("the reason elsewhere too",
		`document.querySelector("#reject-e6").open && document.querySelector("#reason-e6").value === "half typed"`)
	for _, selector := range []string{"#reword-e4 button", "#swap-x10 button"} { // the second error, and one elsewhere
		if strings.HasPrefix(selector, "#swap") {
			b.click("#swap-x10 summary")
			b.run(chromedp.Evaluate(`document.querySelector("#out-x10").required = false`, nil))
		}
		hidden := `(p => scrollBy({top: (p || document.querySelector("` + selector +
			`").closest("li")).getBoundingClientRect().bottom - 30, behavior: "instant"}))(document.querySelector("#problem"))`
		b.run(chromedp.Evaluate(`document.querySelector("#problem").dataset.old = "yes"`, nil),
			chromedp.Evaluate(hidden, nil), chromedp.Evaluate(`document.querySelector("`+selector+`").click()`, nil))
		b.until(`document.activeElement.id === "problem" && !document.activeElement.dataset.old`)
		b.yes("the problem is in sight after "+selector, inSight+`("#problem")`)
	}
	b.click("#item-e2 button.approve")
	b.until(`document.querySelector("#item-e2").dataset.state === "approved"`)
	b.yes("after a decision too", `document.querySelector("#reason-e6").value === "half typed"`)
	b.yes("the message is at the item", `document.querySelector("#item-e2 .notice").innerText === "e2 approved."`)

	b.run(chromedp.Focus("#item-e5", chromedp.ByQuery))
	b.keys("n")
	b.until(`document.activeElement.id === "reason-e5"`)
	b.yes("the reason and its button are in sight",
		inSight+`("#reason-e5") && `+inSight+`("#reject-e5 button")`)

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

// Where scripts do not run, End is answered before the server ends.
func endWithoutScripts(t *testing.T, browser context.Context) {
	v := serve(t, sampleShell(t))
	b := newTab(t, browser, 360, emulation.SetScriptExecutionDisabled(true))
	b.run(chromedp.Navigate(v.address), chromedp.WaitVisible("section[aria-labelledby=stop] button", chromedp.ByQuery))
	b.click("section[aria-labelledby=stop] button")
	b.until(`document.querySelector("h1").innerText === "The review has ended"`)
	if code := v.wait(); code != exitDone {
		t.Errorf("exit %d", code)
	}
}
