//go:build browser

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/stretchr/testify/require"
)

// chromium is a real browser that shows nothing; make test-web names it.
func chromium(t *testing.T) context.Context {
	t.Helper()
	program := os.Getenv("WISDOM_CHROMIUM")
	if program == "" {
		t.Skip("SKIPPED: $WISDOM_CHROMIUM names no Chromium; make test-web looks for one")
	}
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true),
	)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(t.Logf))
	t.Cleanup(cancel)
	require.NoErrorf(t, chromedp.Run(ctx), "start %s", program)
	return ctx
}

// tab is an open page.
type tab struct {
	t   *testing.T
	ctx context.Context
	// asked are the addresses that the page asked for, told what its scripts said and
	// what its policy refused.
	asked, told []string
	// names are what stands for an id in selectors and expressions, as {1}.
	names map[string]string
}

// newTab opens a tab of a size in pixels.
func newTab(t *testing.T, browser context.Context, width int64, options ...chromedp.Action) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 60*time.Second)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			b.asked = append(b.asked, e.Request.URL)
		case *cdp.EventJavascriptDialogOpening:
			b.told = append(b.told, "a dialog: "+e.Message)
		case *runtime.EventExceptionThrown:
			b.told = append(b.told, "an exception: "+e.ExceptionDetails.Error())
		}
	})
	b.check(chromedp.Run(ctx)) // the tab lives as long as the context of its first action
	b.run(append([]chromedp.Action{network.Enable(), runtime.Enable(), chromedp.EmulateViewport(width, 900)},
		options...)...)
	return b
}

// run carries actions out. None waits for what is not there: the methods that take a
// selector look for it first.
func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	b.check(chromedp.Run(ctx, actions...))
}

func (b *tab) check(err error) {
	b.t.Helper()
	require.NoErrorf(b.t, err, "%v; the page says %.600q", err, b.words())
}

// find waits a moment for an element that is shown, and names the selector if there is none.
func (b *tab) find(selector string) string {
	b.t.Helper()
	selector = b.fill(selector)
	b.until(fmt.Sprintf(`(e => !!e && e.checkVisibility())(document.querySelector(%q))`, selector))
	return selector
}

// enter opens the address that was printed. {1}, {2}, … stand for the entries of its draft.
func (b *tab) enter(v *served) {
	b.t.Helper()
	b.run(chromedp.Navigate(v.address))
	b.until(`location.pathname === "/" && document.readyState === "complete" && !!document.querySelector("main")`)
	b.nameEntries(v.shell)
}

// words are those that the page shows.
func (b *tab) words() (text string) {
	_ = chromedp.Run(b.ctx, chromedp.Evaluate(`document.body.innerText`, &text))
	return text
}

// yes evaluates an expression that is to be true.
func (b *tab) yes(what, expression string) {
	b.t.Helper()
	var ok bool
	b.run(chromedp.Evaluate(b.fill(expression), &ok))
	assert.Truef(b.t, ok, "%s: %s is false", what, b.fill(expression))
}

// until waits until an expression is true; a page may be on its way meanwhile.
func (b *tab) until(expression string) {
	b.t.Helper()
	var ok bool
	expression = b.fill(expression)
	for range 200 {
		if err := chromedp.Run(b.ctx, chromedp.Evaluate(expression, &ok)); err == nil && ok {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	b.t.Fatalf("%s does not come true; the page says %.900q", expression, b.words())
}

// click clicks what a selector finds, as a person would: it is scrolled to, and nothing
// may lie above it.
func (b *tab) click(selector string) {
	b.t.Helper()
	selector = b.scrollTo(selector)
	b.run(chromedp.Click(selector, chromedp.ByQuery, chromedp.NodeVisible))
}

func (b *tab) scrollTo(selector string) string {
	b.t.Helper()
	selector = b.find(selector)
	b.run(chromedp.ScrollIntoView(selector, chromedp.ByQuery))
	return selector
}

func (b *tab) focus(selector string) {
	b.t.Helper()
	b.run(chromedp.Focus(b.find(selector), chromedp.ByQuery))
}

// set gives a field its value.
func (b *tab) set(selector, value string) {
	b.t.Helper()
	b.run(chromedp.SetValue(b.find(selector), b.fill(value), chromedp.ByQuery))
}

// keys presses keys where the focus is. A key that the page answers types nothing: so a
// keyboard sends it, in one event, and not as chromedp does.
func (b *tab) keys(keys string) {
	b.t.Helper()
	for _, r := range keys {
		events := kb.Encode(r)
		down := *events[0]
		for _, e := range events {
			if e.Type == input.KeyChar {
				down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
			}
		}
		down.Type = input.KeyDown
		if down.Text == "" {
			down.Type = input.KeyRawDown
		}
		b.run(&down, events[len(events)-1])
	}
}

// screenshot keeps a picture in $WISDOM_SCREENSHOTS, for people.
func (b *tab) screenshot(name string, full bool) {
	b.t.Helper()
	dir := os.Getenv("WISDOM_SCREENSHOTS")
	if dir == "" {
		return
	}
	var png []byte
	shot := chromedp.CaptureScreenshot(&png)
	if full {
		shot = chromedp.FullScreenshot(&png, 100)
	}
	b.run(shot)
	require.NoError(b.t, os.MkdirAll(dir, 0o755))
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}

// fits checks what holds for every page: it is not wider than the window, every control
// has a name and a size that a finger hits, ids are unique, and scripts are quiet.
func (b *tab) fits(local string) {
	b.t.Helper()
	b.yes("it is not wider than the window", `document.documentElement.scrollWidth <= window.innerWidth`)
	var nameless, small, twice []string
	b.run(
		chromedp.Evaluate(
			`[...document.querySelectorAll(
				"button,a[href],input:not([type=hidden]),textarea,select,summary,svg[role=img]"
			)].filter(e => !(
				e.getAttribute("aria-label") || e.textContent.trim() ||
				(e.labels && [...e.labels].some(l => l.textContent.trim()))
			)).map(e => e.outerHTML.slice(0, 120))`,
			&nameless,
		),
		chromedp.Evaluate(
			`[...document.querySelectorAll("button,.ask > summary")].filter(e => e.checkVisibility() && `+
				`e.getBoundingClientRect().height < 24).map(e => e.outerHTML.slice(0, 120))`,
			&small,
		),
		chromedp.Evaluate(
			`(ids => ids.filter((id, i) => ids.indexOf(id) !== i))([...document.querySelectorAll("[id]")].map(e => e.id))`,
			&twice,
		),
	)
	assert.Truef(b.t, len(nameless)+len(small)+len(twice) <= 0,
		"without a name: %q; too small: %q; ids twice: %q", nameless, small, twice)
	for _, address := range b.asked {
		assert.Truef(b.t, strings.HasPrefix(address, local), "it asked for %s", address)
	}
	assert.Truef(b.t, len(b.told) == 0, "scripts say %q", b.told)
}

// readable checks that text stands out from what is behind it, by the rule of WCAG 2.1.
func readable(b *tab) {
	b.t.Helper()
	var pale []string
	b.run(chromedp.Evaluate(contrast, &pale))
	assert.Truef(b.t, len(pale) == 0, "too pale: %q", pale)
}

const contrast = `(() => {
	const rgb = c => (c.match(/[\d.]+/g) || []).map(Number);
	const light = ([r, g, b]) => [r, g, b]
		.map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const behind = e => {
		for (; e; e = e.parentElement) {
			const c = rgb(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] === 1) return c;
		}
		return [255, 255, 255];
	};
	const found = new Set();
	for (const e of document.querySelectorAll("body *")) {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
		const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
		if ((a + .05) / (b + .05) < 4.5) found.add(e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 40));
	}
	return [...found];
})()`
