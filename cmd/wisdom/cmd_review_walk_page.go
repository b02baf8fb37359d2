package main

import (
	"context"
	"fmt"
	"strings"

	"wisdom/cmd/wisdom/terminal"
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
	if room <= belowPage || terminal.Rows(text, a.width()) <= room || command == noPager {
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
		rows := terminal.Rows(line+"\n", w.a.width())
		if used > 0 && used+rows > room {
			key, err := w.key(
				ctx,
				fmt.Sprintf("-- %s more: any key goes on, q ends the list --", plural(terminal.Rows(rest, w.a.width()), "line")),
			)
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
