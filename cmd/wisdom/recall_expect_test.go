package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/pipeline/llm/fake"
)

var reShownNote = regexp.MustCompile(`(?m)^\[(\d+)\] `)

// A lesson is found by a message that shares no word with it, once the model was asked; each lesson is asked about
// once, by hand or after a run.
func TestRecallByExpectedMessages(t *testing.T) {
	message := "hummus for twelve guests"
	server := fake.Start(func(r fake.Request) fake.Reply {
		if !strings.Contains(string(r.Format), `"messages"`) {
			return fake.Reply{Text: `{"practices": []}`}
		}
		var notes []string
		for _, m := range reShownNote.FindAllStringSubmatch(r.Prompt, -1) {
			notes = append(notes, fmt.Sprintf(`{"note": %s, "messages": [%q]}`, m[1], message))
		}
		return fake.Reply{Text: `{"notes": [` + strings.Join(notes, ",") + `]}`}
	}, small)
	defer server.Close()
	dir := t.TempDir()
	put(t, dir, "SOUL.md", "# Soul\n\nMe.\n")
	put(t, dir, "MEMORY.md", "# Memory\n\n- Steep the pulses overnight: tins turned the paste sour.\n")
	put(t, dir, "wisdom.toml", "[model]\nhost = \""+server.URL+"\"\nname = \"tiny:latest\"\n")
	recall := func() string {
		t.Helper()
		_, out, _ := wisdom(t, dir, "", "recall", "--explain", "Plan the hummus for twelve people, please")
		return out
	}
	assert.NotContains(t, recall(), "Steep", "before")
	if code, out, talk := wisdom(t, dir, "", "recall", "--expect"); code != exitDone ||
		out != "1 message expected for 1 passage; recall searches them from now on\n" ||
		!strings.Contains(talk, "expecting messages, request 1 of 1: ") {
		t.Errorf("exit %d\n%s%s", code, out, talk)
	}
	if out := recall(); !strings.Contains(out, "Steep") ||
		!strings.Contains(out, "hummus (in an expected message)") {
		t.Errorf("after: %s", out)
	}
	server.Calls()
	if _, out, _ := wisdom(t, dir, "", "recall", "--expect", "--json"); !strings.Contains(out, `"asked": 0,`) ||
		server.Calls()["/api/generate"] != 0 {
		t.Errorf("again: %s", out)
	}
	message = "oil the machine"
	put(t, dir, "MEMORY.md", "# Memory\n\n- Steep the pulses overnight: tins turned the paste sour.\n"+
		"- Never start the grinder with an open lid, or when pulses steep.\n")
	if code, _, talk := wisdom(t, dir, "", "run", "--engine", "ollama"); code > exitNothing ||
		!strings.Contains(talk, "2 messages expected for 2 passages") {
		t.Errorf("after a run: exit %d\n%s", code, talk)
	}
	assert.Contains(t, recall(), "Steep", "asked about again beside the new one, it keeps its messages")
	server.Close()
	code, _, talk := wisdom(t, dir, "", "recall", "--expect")
	if code != exitModel || !strings.Contains(talk, "doctor says what is missing") || strings.Contains(talk, "--engine") {
		t.Errorf("without a server: exit %d\n%s", code, talk)
	}
	if code, _, talk := wisdom(t, dir, "", "recall", "--expect", "a message"); code != exitTrouble ||
		!strings.Contains(talk, "the messages come from elsewhere") {
		t.Errorf("with a message: exit %d\n%s", code, talk)
	}
}
