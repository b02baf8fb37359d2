package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"wisdom/cmd/wisdom/terminal"
)

// paged prints an answer through the person's pager, where one reads it on a terminal.
func (a *deps) paged(show func()) error {
	command := a.pagerCommand()
	if command == "" || command == noPager {
		show()
		return nil
	}
	if text := a.captured(show); text != "" {
		a.throughPager(command, text)
	}
	return nil
}

func (a *deps) captured(show func()) string {
	out := a.out
	defer func() { a.out = out }()
	var text strings.Builder
	a.out = &text
	show()
	return text.String()
}

// throughPager has a pager show a text; where that fails, the text is printed.
func (a *deps) throughPager(command, text string) {
	if err := a.pager(command, text); err != nil {
		a.warn("the pager %s ended with trouble (%v)", command, err)
		fmt.Fprint(a.out, text)
	}
}

// noPager is the pager that people set for none.
const noPager = "cat"

// pagerCommand is the pager that a person set; "" if they set none, or if the answer does not go to a terminal.
func (a *deps) pagerCommand() string {
	if a.pager == nil || !a.interactive() {
		return ""
	}
	return cmp.Or(ofEnv(a, "WISDOM_PAGER"), ofEnv(a, "PAGER"))
}

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
			key, err := w.key(ctx,
				fmt.Sprintf("-- %s more: any key goes on, s skips them, q quits --", plural(terminal.Rows(rest, w.a.width()), "line")))
			if err != nil {
				return err
			}
			if key == "s" {
				return nil
			}
			used = 0
		}
		fmt.Fprintln(w.a.out, line)
		rest, used = after, used+rows
	}
	return nil
}
