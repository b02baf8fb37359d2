package main

import (
	"cmp"
	"fmt"
	"strings"
)

// paged prints an answer through the person's pager, where one reads it on a
// terminal.
func (a *app) paged(show func()) error {
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

// captured is what show prints.
func (a *app) captured(show func()) string {
	out := a.out
	defer func() { a.out = out }()
	var text strings.Builder
	a.out = &text
	show()
	return text.String()
}

// throughPager has a pager show a text; where that fails, the text is printed.
func (a *app) throughPager(command, text string) {
	if err := a.pager(command, text); err != nil {
		a.warn("the pager %s ended with trouble (%v)", command, err)
		fmt.Fprint(a.out, text)
	}
}

// noPager is the pager that people set for none.
const noPager = "cat"

// pagerCommand is the pager that a person set; "" if they set none, or if the
// answer does not go to a terminal.
func (a *app) pagerCommand() string {
	if a.pager == nil || !a.interactive() {
		return ""
	}
	return cmp.Or(a.ofEnv("WISDOM_PAGER"), a.ofEnv("PAGER"))
}
