//go:build browser

package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/chromedp/cdproto/emulation"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowser decides, promotes and undoes whole drafts in a real browser.
func TestBrowser(t *testing.T) {
	browser := chromium(t)
	t.Run("by clicks at 360", func(t *testing.T) { byClicks(t, browser, 360) })
	t.Run("by clicks at 1280", func(t *testing.T) { byClicks(t, browser, 1280) })
	t.Run("by keys at 360", func(t *testing.T) { byKeys(t, browser, 360) })
	t.Run("by keys at 1280", func(t *testing.T) { byKeys(t, browser, 1280) })
	t.Run("what is typed at 360", func(t *testing.T) { whatIsTyped(t, browser, 360) })
	t.Run("what is typed at 1280", func(t *testing.T) { whatIsTyped(t, browser, 1280) })
	t.Run("no key is silent", func(t *testing.T) { noKeyIsSilent(t, browser) })
	t.Run("moved at 360", func(t *testing.T) { movedAt360(t, browser) })
	t.Run("two reviewers", func(t *testing.T) { twoReviewers(t, browser) })
	t.Run("without scripts", func(t *testing.T) { withoutScripts(t, browser) })
	t.Run("another site", func(t *testing.T) { fromAnotherSite(t, browser) })
	t.Run("hostile text", func(t *testing.T) { hostileText(t, browser) })
	t.Run("by screen reader", func(t *testing.T) { byScreenReader(t, browser) })
	t.Run("the report by screen reader", func(t *testing.T) { reportByScreenReader(t, browser) })
	t.Run("every page", func(t *testing.T) { everyPage(t, browser) })
	t.Run("nothing pending", func(t *testing.T) { noDraft(t, browser) })
	t.Run("right to left", func(t *testing.T) { rightToLeft(t, browser) })
	t.Run("a fresh report", func(t *testing.T) { freshReport(t, browser) })
	t.Run("report", func(t *testing.T) { reportPages(t, browser) })
	t.Run("the printed report", func(t *testing.T) { printedReport(t, browser) })
}

func byClicks(t *testing.T, browser context.Context, width int64) {
	s := sampleShell(t)
	before := contents(t, s, "SOUL.md")
	e := entriesOf(t, s)
	v := serve(t, s)
	b := newTab(t, browser, width)
	b.enter(v)
	b.fits(v.origin)
	b.screenshot(fmt.Sprintf("review-%d", width), true)
	sameFigures(t, "both budgets begin empty", b.meters(), nil, "Wisdom section", "TOOLS_COMPACT.md")

	b.click("#item-{1} button.approve")
	b.until(`document.querySelector("#item-{1}").dataset.state === "approved"`)
	sameFigures(t, "both budgets follow at once", b.meters(), figuresAfter(t, s, e[0]), "Wisdom section", "SOUL.md")
	b.yes("the change follows at once",
		fmt.Sprintf(`document.querySelector(".finish .diff").innerText.includes(%q)`, e[0].Name))
	b.yes("the next item has the focus", `document.activeElement.id === "item-{2}"`)
	b.yes("a screen reader is told", `document.querySelector("#said").textContent.includes("{1} approved: ")`)

	b.click("#lessons-{2} summary")
	b.click("#reject-{5} summary")
	b.set("#reason-{5}", "a habit, not a rule")
	b.click("#reject-{5} button")
	b.until(`document.querySelector("#item-{5}").dataset.state === "rejected"`)
	b.yes("what was open stays open", `document.querySelector("#lessons-{2}").open`)

	b.click("#reword-{2} summary")
	b.set("#text-{2}", "Never put a token into a chat or a note.")
	b.click("#reword-{2} button")
	b.until(`document.querySelector("#item-{2}").dataset.state === "approved"`)
	b.scrollTo("#item-{2}")
	for _, scheme := range []string{"dark", "light"} {
		b.run(
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		)
		b.screenshot(fmt.Sprintf("deciding-%d-%s", width, scheme), false)
	}
	b.click("#reword-{3} summary")
	b.set("#text-{3}", strings.Repeat("word ", 40))
	b.click("#reword-{3} button")
	b.until(`document.activeElement.id === "problem"`)
	b.yes("words that break a rule are refused, with the reason",
		`document.querySelector("#problem").innerText.includes("words")`)

	b.click(`section[aria-labelledby=facts] [data-all=approve]`)
	b.until(`!document.querySelector("section[aria-labelledby=facts] .item[data-open][data-state=undecided]")`)
	b.click(`section[aria-labelledby=entries] [data-all=approve]`)
	b.until(`!document.querySelector(".item[data-open][data-state=undecided]")`)
	b.fits(v.origin)
	b.screenshot(fmt.Sprintf("decided-%d", width), true)
	require.Equal(t, before, contents(t, s, "SOUL.md"), "SOUL.md changed before it was promoted")
	decided := b.meters()

	b.click("button.promote")
	b.until(`!!document.querySelector(".notice") && document.querySelector(".notice").innerText.startsWith("promoted")`)
	promoted(t, s, []string{lead(e[0]), lead(e[1]) + " Never put a token into a chat or a note."},
		[]string{lead(e[4]), e[1].Text})
	sameFigures(t, "the page said what the files would have", decided, figures(t, s),
		"Wisdom section", "SOUL.md", "TOOLS_COMPACT.md")
	log := eventsIn(t, s)
	assert.True(t, strings.Contains(log, `"reason":"a habit, not a rule"`) &&
		strings.Contains(log, `"by":"mara"`), "the log lacks the decision")
	b.fits(v.origin)
	b.screenshot(fmt.Sprintf("promoted-%d", width), true)
	b.click("section[aria-labelledby=undo] button.reject")
	b.until(`document.querySelector(".notice").innerText.startsWith("undid generation 1")`)
	assert.Equal(t, before, contents(t, s, "SOUL.md"), "SOUL.md is not as it was")
	b.click("section[aria-labelledby=stop] button")
	assert.Equal(t, exitDone, v.wait(), "exit")
	b.until(`!document.querySelector("#ended").hidden`)
}

func byKeys(t *testing.T, browser context.Context, width int64) {
	s := sampleShell(t)
	before := contents(t, s, "SOUL.md")
	e := entriesOf(t, s)
	v := serve(t, s)
	b := newTab(t, browser, width)
	b.enter(v)
	focus := func(id string) { b.t.Helper(); b.until(`document.activeElement.id === "item-` + id + `"`) }
	b.keys("j")
	focus("{1}")
	b.keys("l")
	b.yes("l shows the lessons", `document.querySelector("#lessons-{1}").open`)
	b.keys("y")
	focus("{2}")
	b.keys("K")
	focus("{1}")
	b.keys("s")
	focus("{2}")
	b.keys("n")
	b.until(`document.activeElement.id === "reason-{2}"`)
	b.keys("jk y") // is typed, and decides nothing
	b.keys(kb.Escape)
	focus("{2}")
	b.keys("n")
	b.until(`document.activeElement.id === "reason-{2}"`)
	b.keys("!" + kb.Enter)
	focus("{3}")
	b.keys("e")
	b.until(`document.activeElement.id === "entry-{3}"`)
	b.set("#entry-{3}", "Backups.")
	b.keys(kb.Enter)
	focus("{4}")
	b.yes("the word holds", `document.querySelector("#words-{3}").innerText.startsWith("Backups.")`)
	b.keys("?")
	b.yes("the keys are listed", `document.querySelector("#keys").open`)
	b.run(chromedp.Evaluate(`document.querySelector("#keys-on").click()`, nil))
	b.focus("#item-{4}")
	b.keys("y")
	b.run(chromedp.Sleep(200 * time.Millisecond))
	b.yes("keys can be switched off", `document.querySelector("#item-{4}").dataset.state === "undecided"`)
	b.run(chromedp.Evaluate(`document.querySelector("#keys-on").click()`, nil))
	b.focus("#item-{4}")
	b.keys("A")
	b.until(`!!document.activeElement.closest("[aria-labelledby=facts]") && document.activeElement.matches(".item")`)
	b.keys("A")
	b.until(`document.activeElement.id === "change"`)
	b.fits(v.origin)
	for range 8 { // from the heading to the button, by Tab alone
		b.keys(kb.Tab)
		var there bool
		b.run(chromedp.Evaluate(`document.activeElement.matches("button.promote")`, &there))
		if there {
			break
		}
	}
	b.keys(kb.Enter)
	b.until(`!!document.querySelector(".notice") && document.querySelector(".notice").innerText.startsWith("promoted")`)
	promoted(t, s, []string{lead(e[0]), "**Backups.**", lead(e[3])}, []string{lead(e[1])})
	assert.Contains(t, eventsIn(t, s), `"reason":"jk y!"`, "the log lacks the reason")
	b.focus("section[aria-labelledby=undo] button.reject")
	b.keys(kb.Enter)
	b.until(`document.querySelector(".notice").innerText.startsWith("undid generation 1")`)
	assert.Equal(t, before, contents(t, s, "SOUL.md"), "SOUL.md is not as it was")
}

// A page that is open while another reviewer decides says so, and its own decision is
// not carried out.
func twoReviewers(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	e := entriesOf(t, s)
	v := serve(t, s)
	b := newTab(t, browser, 1280)
	b.enter(v)
	b.yes("nothing moved yet", `document.querySelector("#moved").hidden`)
	s.must(t, "review", "reject", s.draft(), "--items", e[0].ID, "--reviewer", "juniper")
	before := eventsIn(t, s)
	b.click("#item-{1} button.approve")
	b.until(`!!document.querySelector("#problem")`)
	b.yes("the decision of the other shows",
		`document.querySelector("#item-{1}").innerText.includes("rejected by juniper")`)
	assert.Equal(t, before, eventsIn(t, s), "a decision was logged that was made on another page")
	s.must(t, "review", "reject", s.draft(), "--items", e[1].ID, "--reviewer", "juniper")
	b.until(`!document.querySelector("#moved").hidden`)
	b.click("#moved a")
	b.until(`document.querySelector("#moved").hidden && document.querySelector("#item-{2}").dataset.state === "rejected"`)
}

// Every button works where scripts do not run.
func withoutScripts(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	e := entriesOf(t, s)
	v := serve(t, s)
	b := newTab(t, browser, 360, emulation.SetScriptExecutionDisabled(true))
	b.enter(v)
	b.click("#item-{1} button.approve")
	b.find("#item-{1}.approved")
	b.click("button.promote")
	b.find("section[aria-labelledby=undo] button.reject")
	promoted(t, s, []string{lead(e[0])}, []string{lead(e[1])})
	b.click("section[aria-labelledby=stop] button") // it is answered before the server ends
	b.until(`document.querySelector("h1").innerText === "The review has ended"`)
	assert.Equal(t, exitDone, v.wait(), "exit")
}

// A page of another origin, opened in the same browser, cannot decide: neither by a form
// nor by a script. Another port of this machine is the nearest there is, for a browser
// sends the cookie from there.
func fromAnotherSite(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	v, other := serve(t, s), serve(t, sampleShell(t))
	b := newTab(t, browser, 1280)
	b.enter(v)
	var version string
	b.run(chromedp.Evaluate(`document.querySelector("main").dataset.version`, &version))
	before := eventsIn(t, s)
	b.enter(other)
	b.run(cdp.SetBypassCSP(true), chromedp.Reload(), chromedp.WaitReady("main", chromedp.ByQuery))
	form := url.Values{"do": {"approve"}, "item": {entriesOf(t, s)[0].ID}, "version": {version}}.Encode()
	var outcome string
	b.run(
		chromedp.Evaluate(fmt.Sprintf(
			`fetch(%q, {method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams(%q)}).then(() => `+
				`"sent", e => String(e))`,
			v.origin+"/do",
			form,
		), &outcome, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
	)
	b.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const form = document.createElement("form");
		form.method = "POST"; form.action = %q;
		for (const [name, value] of new URLSearchParams(%q)) {
			const i = document.createElement("input");
			i.name = name; i.value = value; form.append(i);
		}
		document.body.append(form); HTMLFormElement.prototype.submit.call(form);
	})()`, v.origin+"/do", form), nil))
	b.until(`document.body.innerText.includes("a request from another page is not carried out")`)
	assert.Equalf(t, before, eventsIn(t, s), "a page of another origin decided (%s)", outcome)
}

// hostileLessons make entries of what would act on a page, if it could.
const hostileLessons = "## Lessons\n\n" +
	"- Restore a backup before trusting it. <script>window.owned=1</script><img src=x onerror=\"window.owned=2\"> " +
	"\u202egnp.exe\u202c </li></ul></main>\n" +
	"- Restore the nightly backup before trusting it. \"><svg onload=window.owned=3> " +
	"javascript:window.owned=4\n" +
	"- Restore a backup before trusting it. {{.By}} ${window.owned=5} " +
	"</style><style>main{display:none}</style>\n" +
	"- Restore the backup on another machine too before trusting it. \u200b\u2066\U000e0041 "

// The contents of lessons, entries and tool documents are text on every page, and nothing else.
func hostileText(t *testing.T, browser context.Context) {
	s := &shell{dir: filepath.Join(t.TempDir(), "<b>ws"), env: map[string]string{
		"NO_COLOR":    "1",
		"OLLAMA_HOST": "127.0.0.1:1",
	}}
	s.write(
		t, "SOUL.md",
		"# Soul\n\n<script>window.owned=6</script>\n\n## Wisdom\n\n"+
			"**Mine <script>window.owned=7</script>.** Say <img src=x onerror=window.owned=8> \u202e often.\n",
	)
	s.write(t, "AGENTS.md", "# Agents\n")
	s.write(
		t, "TOOLS.md",
		"# Tools\n\n## Servers\n\n- **Staging <script>window.owned=9</script>:** staging.example.test\n"+
			"- **Printer:** lab-2\"><script>window.owned=10</script>\n",
	)
	s.write(t, "memory/2026-11-10.md", hostileLessons+strings.Repeat("é", 1<<20)+"\n")
	s.must(t, "run", "--engine", "builtin", "-q")
	v := serve(t, s)
	b := newTab(t, browser, 360)
	b.enter(v)
	check := func(what string) {
		b.t.Helper()
		b.yes(what+": no script ran", `window.owned === undefined && document.querySelector("main").checkVisibility()`)
		b.yes(what+": no hidden character is left", `!/[\u202a-\u202e\u2066-\u2069\u200b]/u.test(document.body.textContent)`)
		b.yes(what+": no text has no end", `document.body.textContent.length < 200000`)
		b.fits(v.origin)
	}
	check("the draft")
	b.yes("the script is shown as text", `document.body.textContent.includes("<script>window.owned")`)
	b.click(".item[data-open] button.approve")
	b.until(`!!document.querySelector(".item.approved")`)
	check("decided")
	b.click("button.promote")
	b.until(`!!document.querySelector(".notice, #problem")`)
	check("promoted")

	file := filepath.Join(t.TempDir(), "report.html")
	s.must(t, "report", "--output", file)
	r := newTab(t, browser, 360)
	r.run(chromedp.Navigate("file://" + file))
	r.yes("report: no script ran", `window.owned === undefined && document.querySelector("main").checkVisibility()`)
	r.yes("report: no hidden character is left", `!/[\u202a-\u202e\u2066-\u2069\u200b]/u.test(document.body.textContent)`)
	r.yes("report: no text has no end", `document.body.textContent.length < 200000`)
	r.fits("file://" + file)
}

// The report reads well from a phone to a wide screen, in the dark and on paper, and
// asks for nothing but itself.
func reportPages(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	s.must(t, "review", "reject", s.draft(), "--items", entriesOf(t, s)[4].ID, "--reason", "a habit, not a rule")
	s.must(t, "review", "approve", s.draft())
	s.write(
		t, "memory/2026-11-21.md",
		"## Lessons\n\n- Ask Pilar before the router is restarted.\n- Ask Pilar before the switch is restarted.\n"+
			"- Ask Pilar before the mail server is restarted.\n",
	)
	s.must(t, "run", "--engine", "builtin", "-q")
	file := filepath.Join(t.TempDir(), "report.html")
	s.must(t, "report", "--output", file)
	b := newTab(t, browser, 1280)
	b.run(chromedp.Navigate("file://" + file))
	b.screenshot("report-top", false)
	b.yes(
		"every chart is told in words",
		`document.querySelectorAll("svg").length > 20 && ![...document.querySelectorAll("svg")].some(s => `+
			`s.getAttribute("role") !== "img" || !/\d/.test(s.getAttribute("aria-label")))`,
	)
	b.yes(
		"headings go down one level at a time",
		`[...document.querySelectorAll("h1,h2,h3,h4")].map(h => +h.tagName[1]).every((n, i, all) => i === 0 || n <= `+
			`all[i - 1] + 1)`,
	)
	b.yes("every link of the page leads somewhere",
		`[...document.querySelectorAll("a[href^='#']")].every(a => document.querySelector(a.getAttribute("href")))`)
	b.look("report", "file://"+file)
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	b.yes("paper keeps folded what is folded", `document.querySelector(".lessons").getBoundingClientRect().height === 0`)
}
