//go:build browser

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// look checks a page as it is now on a phone and on a wide screen, in the light and in the
// dark: it fits, and its text can be read. Pictures of it are kept where they are wanted.
func (b *tab) look(name, local string) {
	b.t.Helper()
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			b.run(chromedp.EmulateViewport(width, 900), emulation.SetEmulatedMedia().WithFeatures(
				[]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			))
			b.fits(local)
			readable(b)
			b.screenshot(fmt.Sprintf("%s-%d-%s", name, width, scheme), true)
		}
	}
}

// everyPage walks through every page that a review shows.
func everyPage(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	v := serve(t, s)
	b := newTab(t, browser, 360)
	b.enter(v)
	b.look("page-start", v.origin)
	b.click("#keys summary")
	b.click("#lessons-{1} summary")
	b.click("#reject-{1} summary")
	b.click("#reword-{2} summary")
	b.click("#left summary")
	b.look("page-open", v.origin)

	b.click("#item-{3} button.approve")
	b.until(`document.querySelector("#item-{3}").dataset.state === "approved"`)
	s.write(t, "SOUL.md", contents(t, s, "SOUL.md")+"\n## Wisdom\n\n**First.** "+entriesOf(t, s)[0].Text+"\n")
	b.until(`!document.querySelector("#moved").hidden`)
	b.look("page-moved", v.origin)
	b.run(chromedp.Navigate(v.origin + "/"))
	b.yes("the page says that the change is another one", `!!document.querySelector("#changed")`)
	b.look("page-changed", v.origin)
}

// noDraft is the page where there is nothing to decide, and the page for who has no key.
func noDraft(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	v := serve(t, s)
	b := newTab(t, browser, 360)
	b.enter(v)
	for _, list := range []string{"facts", "entries"} {
		b.click("section[aria-labelledby=" + list + "] [data-all=approve]")
		b.until(`!document.querySelector("section[aria-labelledby=` + list + `] .item[data-open][data-state=undecided]")`)
	}
	b.click("button.promote")
	b.until(`!!document.querySelector(".notice") && document.querySelector(".notice").innerText.startsWith("promoted")`)
	b.look("page-promoted", v.origin)
	b.click("#undo-change summary")
	b.click("section[aria-labelledby=undo] button.reject")
	b.until(`document.querySelector(".notice").innerText.startsWith("undid generation 1")`)
	b.look("page-undone", v.origin)
	b.click("section[aria-labelledby=stop] button")
	b.until(`!document.querySelector("#ended").hidden`)
	b.look("page-ended", v.origin)

	r := serve(t, sampleShell(t), "--read-only")
	b.enter(r)
	b.asked = nil
	b.look("page-read-only", r.origin)
	b.run(network.ClearBrowserCookies(), chromedp.Navigate(r.address))
	assert.Contains(t, b.words(), "this address was used", "the page says")
	b.look("page-refused", r.origin)
}

// rightToLeft: a lesson in Hebrew ends at its left.
func rightToLeft(t *testing.T, browser context.Context) {
	s := &shell{dir: filepath.Join(t.TempDir(), "pier"), env: map[string]string{"OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\nMe.\n")
	s.write(t, "memory/2026-11-20.md", "## Lessons\n\n- לעולם אל תשלח הודעה ללקוח לפני אישור.\n")
	file := filepath.Join(t.TempDir(), "report.html")
	s.must(t, "report", "--output", file)
	b := newTab(t, browser, 360)
	b.run(chromedp.Navigate("file://" + file))
	b.click(".group summary")
	b.yes("the full stop is at the left", `(text => {
		const left = at => {
			const r = document.createRange();
			r.setStart(text, at);
			r.setEnd(text, at + 1);
			return r.getBoundingClientRect().left;
		};
		return left(text.data.length - 1) < left(0);
	})(document.querySelector(".lessons strong").firstChild)`)
	b.look("report-right-to-left", "file://"+file)
}

// freshReport is the report of a workspace in which nothing happened yet.
func freshReport(t *testing.T, browser context.Context) {
	s := &shell{dir: filepath.Join(t.TempDir(), "fresh"), env: map[string]string{"OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\nMe.\n")
	file := filepath.Join(t.TempDir(), "report.html")
	s.must(t, "report", "--output", file)
	b := newTab(t, browser, 360)
	b.run(chromedp.Navigate("file://" + file))
	b.look("report-fresh", "file://"+file)
}
