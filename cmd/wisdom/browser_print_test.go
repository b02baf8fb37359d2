//go:build browser

package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chromedp/cdproto/emulation"
	printing "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// printedReport prints the report of the sample with its draft: it once came
// to sixteen pages, with each lesson twice.
func printedReport(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	pending := filepath.Join(t.TempDir(), "pending.html")
	s.must(t, "report", "--output", pending)
	b := newTab(t, browser, 1280)
	b.run(chromedp.Navigate("file://" + pending))
	var pdf []byte
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = printing.PrintToPDF().Do(ctx)
		return err
	}))
	count := regexp.MustCompile(`/Count (\d+)`).FindSubmatch(pdf)
	require.True(t, count != nil, "the PDF does not say how many pages it has")
	if pages, err := strconv.Atoi(string(count[1])); err != nil || pages < 1 || pages > 3 {
		t.Errorf("the report has %s pages on paper, at most 3 are wanted", count[1])
	}
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	for what, condition := range map[string]string{
		"no arrow":           `getComputedStyle(document.querySelector("summary")).listStyleType === "none"`,
		"no list of lessons": `[...document.querySelectorAll(".lessons, .diff, #history")].every(x => !x.offsetHeight)`,
		"the number of lessons": `[...document.querySelectorAll(".entry summary")].some(x => x.offsetHeight &&
			/backed by \d+ lessons/.test(x.innerText))`,
		"the table": `document.querySelector("#table").offsetHeight > 0`,
		"the runs":  `document.querySelector("#runs").offsetHeight > 0`,
	} {
		b.yes("on paper: "+what, condition)
	}
}
