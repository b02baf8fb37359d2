package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// belowPage is how many lines of a screen are kept free for the question below a page.
const belowPage = 2

// paged shows what has to be seen before the next question. Where that is longer than
// the screen, the reviewer's pager shows it, or else one screen after the other does.
func (w *walk) paged(ctx context.Context, show func()) error {
	a := w.a
	text, room := a.captured(show), 0
	if a.height != nil {
		room = a.height() - belowPage
	}
	command := a.pagerCommand()
	if room <= belowPage || w.rows(text) <= room || command == noPager {
		fmt.Fprint(a.out, text)
		return nil
	}
	if command != "" {
		a.throughPager(command, text)
		return nil
	}
	return w.pageByPage(ctx, text, room)
}

// pageByPage prints a text screen by screen, and asks before each one but the first.
func (w *walk) pageByPage(ctx context.Context, text string, room int) error {
	used := 0
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		rows := w.rows(line + "\n")
		if used > 0 && used+rows > room {
			key, err := w.key(ctx, fmt.Sprintf("-- %s more: any key goes on, q ends the list --", plural(w.rows(rest), "line")))
			if err != nil {
				return err
			}
			if key == "q" {
				return nil
			}
			used = 0
		}
		fmt.Fprintln(w.a.out, line)
		rest, used = after, used+rows
	}
	return nil
}

// rows is how many lines of the screen a text takes: the terminal breaks long ones.
func (w *walk) rows(text string) int {
	rows, width := 0, max(w.a.width(), 1)
	for line := range strings.Lines(text) {
		rows += max(1, (uniseg.StringWidth(withoutColours(strings.TrimRight(line, "\n")))+width-1)/width)
	}
	return rows
}

// withoutColours is a text without the codes that colour it.
func withoutColours(text string) string {
	var b strings.Builder
	for {
		before, code, found := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(code, "m")
	}
}
