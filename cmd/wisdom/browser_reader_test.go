//go:build browser

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/chromedp/cdproto/accessibility"
	cdproto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// read is a part of a page as a screen reader has it.
type read struct{ role, name string }

// axNode is a node of the accessibility tree. The types of the driver know fewer reasons
// for what is ignored than the browser does.
type axNode struct {
	Ignored    bool    `json:"ignored"`
	Role       axValue `json:"role"`
	Name       axValue `json:"name"`
	Properties []struct {
		Name  string  `json:"name"`
		Value axValue `json:"value"`
	} `json:"properties"`
}

type axValue struct {
	Value any `json:"value"`
}

func (v axValue) text() string {
	text, _ := v.Value.(string)
	return strings.TrimSpace(text)
}

// nodes is the page as a screen reader has it: the accessibility tree of the browser.
func (b *tab) nodes() []axNode {
	b.t.Helper()
	var tree struct {
		Nodes []axNode `json:"nodes"`
	}
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdproto.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &tree)
	}))
	return slices.DeleteFunc(tree.Nodes, func(n axNode) bool { return n.Ignored })
}

// reads are the parts of the page that a screen reader tells.
func (b *tab) reads() (parts []read) {
	b.t.Helper()
	for _, n := range b.nodes() {
		parts = append(parts, read{n.Role.text(), n.Name.text()})
	}
	return parts
}

// spokenNames are the names of the parts with a role.
func spokenNames(parts []read, role string) (names []string) {
	for _, p := range parts {
		if p.role == role {
			names = append(names, p.name)
		}
	}
	return names
}

// areNamed checks that everything that can be used or stands for something has a name, and
// that no two buttons have the same.
func areNamed(t *testing.T, parts []read) {
	t.Helper()
	for _, p := range parts {
		switch p.role {
		case "button", "link", "textbox", "combobox", "checkbox", "radio", "DisclosureTriangle", "image", "region", "group":
			assert.Truef(t, p.name != "" || p.role == "group", "a %s has no name", p.role)
		}
	}
	buttons := spokenNames(parts, "button")
	slices.Sort(buttons)
	for i := 1; i < len(buttons); i++ {
		assert.NotEqual(t, buttons[i-1], buttons[i], "two buttons are named")
	}
}

// byScreenReader decides on a draft by what the accessibility tree tells: every control
// has a name of its own, and what colours and drawings say is said in words.
func byScreenReader(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	v := serve(t, s)
	b := newTab(t, browser, 360)
	b.enter(v)
	d, first := draftOf(t, s), entriesOf(t, s)[0]
	parts := b.reads()
	areNamed(t, parts)
	for _, want := range []read{
		{role: "main"},
		{role: "status"},
		{role: "heading", name: "Entries for SOUL.md"},
		{role: "region", name: "Facts for TOOLS_COMPACT.md"},
		{role: "button", name: "Approve {1}: Put {1} into SOUL.md"},
		{role: "DisclosureTriangle", name: "Reject {1}"},
		{role: "DisclosureTriangle", name: "Reword {1}"},
		{
			role: "image",
			name: fmt.Sprintf("Wisdom section: 0 of %d tokens, up to %d", d.Budget.SectionLimit, d.Budget.SectionTokens),
		},
		{role: "image", name: fmt.Sprintf("TOOLS_COMPACT.md: 0 of %d tokens, up to %d", d.Tools.Limit, d.Tools.Tokens)},
	} {
		want.name = b.fill(want.name)
		assert.Truef(t, slices.ContainsFunc(
			parts, func(p read) bool { return p.role == want.role && (want.name == "" || p.name == want.name) },
		), "a screen reader finds no %s %q", want.role, want.name)
	}
	b.keys("j")
	b.until(`document.activeElement.id === "item-{1}"`)
	got := b.focused()
	assert.Truef(t, strings.Contains(got, first.Name+" "+first.Text) &&
		strings.Contains(got, "undecided"), "the focus is on %q", got)
	b.keys("y")
	b.until(`document.activeElement.id === "item-{2}"`)
	b.keys("n")
	b.until(`document.activeElement.id === "reason-{2}"`)
	assert.Contains(t, b.focused(), "Why?", "the focus is on")
	b.keys("too vague" + kb.Enter)
	b.until(`document.activeElement.id === "item-{3}"`)
	b.yes("what was decided and what it costs is announced", fmt.Sprintf(
		`/{2} rejected: .*Wisdom section: %d of %d tokens/.test(document.querySelector("#said").textContent)`,
		figuresAfter(t, s, first)["Wisdom section"], d.Budget.SectionLimit))
	b.keys("KK")
	b.until(`document.activeElement.id === "item-{1}"`)
	assert.Contains(t, b.focused(), "approved by mara", "the focus is on")
	b.keys("J")
	assert.Contains(t, b.focused(), "rejected by mara: too vague", "the focus is on")
	parts = b.reads()
	areNamed(t, parts)
	if !slices.Contains(
		spokenNames(parts, "DisclosureTriangle"),
		fmt.Sprintf("backed by %d lessons", len(first.Lessons)),
	) {
		t.Errorf("what can be unfolded is %q", spokenNames(parts, "DisclosureTriangle"))
	}
	b.tabOrder()
}

// focused is what a screen reader says of the element with the focus.
func (b *tab) focused() (name string) {
	b.t.Helper()
	for _, n := range b.nodes() {
		for _, p := range n.Properties {
			if p.Name == "focused" && p.Value.Value == true && n.Role.text() != "RootWebArea" {
				name = n.Name.text()
			}
		}
	}
	return name
}

// tabOrder goes through the page by Tab alone: every control that is seen is reached, in
// the order of the page, and shows that it has the focus.
func (b *tab) tabOrder() {
	b.t.Helper()
	const controls = `[...document.querySelectorAll("a[href],button,input:not([type=hidden]),textarea,` +
		`select,summary,[tabindex='0']")]` +
		`.filter(e => e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}))`
	var all, at int
	b.run(
		chromedp.Evaluate(
			`document.activeElement.blur(); window.getSelection().removeAllRanges(); document.body.tabIndex = -1; `+
				`document.body.focus(); `+
				`document.body.removeAttribute("tabindex"); `+controls+`.length`,
			&all,
		),
	)
	var unmarked []string
	for i := range all {
		b.keys(kb.Tab)
		var marked bool
		b.run(
			chromedp.Evaluate(controls+`.indexOf(document.activeElement)`, &at),
			chromedp.Evaluate(
				`(s => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2)(getComputedStyle(document.activeElement))`,
				&marked,
			),
		)
		if at != i {
			var on string
			b.run(chromedp.Evaluate(`document.activeElement.outerHTML.slice(0, 120)`, &on))
			b.t.Errorf("Tab number %d leads to control %d of %d: %s", i+1, at+1, all, on)
			return
		}
		if !marked {
			unmarked = append(unmarked, fmt.Sprint(i))
		}
	}
	assert.Truef(b.t, all >= 40 && len(unmarked) == 0, "%d controls; without a mark of the focus: %q", all, unmarked)
}

// reportByScreenReader reads the report as a screen reader does.
func reportByScreenReader(t *testing.T, browser context.Context) {
	s := sampleShell(t)
	file := filepath.Join(t.TempDir(), "report.html")
	s.must(t, "report", "--output", file)
	rows := len(draftOf(t, s).Tools.Rows)
	for _, width := range []int64{360, 1280} {
		b := newTab(t, browser, width)
		b.run(chromedp.Navigate("file://" + file))
		parts := b.reads()
		areNamed(t, parts)
		if n := len(spokenNames(parts, "rowheader")); n != rows || len(spokenNames(parts, "columnheader")) != 3 {
			t.Errorf("%d: the table has %d rows with a name and the columns %q", width, n, spokenNames(parts, "columnheader"))
		}
		bars := strings.Join(spokenNames(parts, "image"), "\n")
		for _, want := range []string{
			fmt.Sprintf("SOUL.md: %d tokens, target 200\n", figures(t, s)["SOUL.md"]), "host alone: ", "with wisdom: ",
			"cap of the host: ",
		} {
			assert.Containsf(t, bars, want, "%d: no drawing says", width)
		}
	}
}
