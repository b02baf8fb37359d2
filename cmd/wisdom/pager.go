package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"wisdom/cmd/wisdom/terminal"
)

// paged prints an answer through the person's pager, where one reads it on a terminal.
func (a *deps) paged(show func()) {
	a.throughPager(a.captured(show))
}

func (a *deps) captured(show func()) string {
	out := a.out
	defer func() { a.out = out }()
	var text strings.Builder
	a.out = &text
	show()
	return text.String()
}

// throughPager has the person's pager show a text; without one, and where it fails, the text is printed.
func (a *deps) throughPager(text string) {
	if command := a.pagerCommand(); command != "" && command != noPager && text != "" {
		err := a.pager(command, text)
		if err == nil {
			return
		}
		a.warn("the pager %s ended with trouble (%v)", command, err)
	}
	fmt.Fprint(a.out, text)
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
	if room <= belowPage || terminal.Rows(text, a.width()) <= room {
		fmt.Fprint(a.out, text)
		return nil
	}
	if a.pagerCommand() != "" {
		a.throughPager(text)
		return nil
	}
	used := 0
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		rows := terminal.Rows(line+"\n", a.width())
		if used > 0 && used+rows > room {
			more := plural(terminal.Rows(rest, a.width()), "line")
			key, err := w.key(ctx, fmt.Sprintf("-- %s more: any key goes on, s skips them, q quits --", more))
			if err != nil || key == "s" {
				return err
			}
			used = 0
		}
		fmt.Fprintln(a.out, line)
		rest, used = after, used+rows
	}
	return nil
}
