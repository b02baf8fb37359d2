package recall

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
)

func TestCourtesies(t *testing.T) {
	for message, want := range map[string]string{
		"Thanks for the list, where is the ladder?":         "where is the ladder?",
		"Good night, and thank you for the schedule.":       "",
		"Please wish me luck, I have an exam at nine.":      "I have an exam at nine.",
		"Good morning, could you oil the saw":               "could you oil the saw",
		"Good morning where is the ladder":                  "Good morning where is the ladder",
		"Thanks! The printer is 10.0.0.7 now, port 80.":     "The printer is 10.0.0.7 now, port 80.",
		"Please put a thank-you note on the page":           "Please put a thank-you note on the page",
		"Gute Nacht, und danke für den Schlüssel!":          "",
		"谢谢你昨天帮我看菜单，门的钥匙在哪里？":                               "门的钥匙在哪里？",
		"Gracias por la lista, ¿dónde está la escalera?":    "¿dónde está la escalera?",
		"Do you know which port the printer uses?":          "Do you know which port the printer uses?",
		"I owe you one. Which of them did you thank, Ines?": "Which of them did you thank, Ines?",
	} {
		rest, found := withoutCourtesies(message)
		rest = strings.TrimSpace(rest)
		assert.Truef(t, rest == want && found == (want != message), "%q: %q, %v", message, rest, found)
	}
}

// What a message is thanked for, or what it asks of the reader's own life, is in the notes too.
func TestSmallTalkInTheWordsOfNotes(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- The festival begins on Friday.\n- The music box is in the shed.\n- The ladder is in the shed.\n",
		"memory/2026-11-01.md": "- Half an hour for the belt.\n- An hour for the pump.\n- Two hours for the saw.\n" +
			"- An hour for the kiln.\n" +
			"- One hour for the fan.\n- Two hours for the mill.\n- Three hours for the van.\n",
	}
	for message, answered := range map[string]bool{
		"Thanks for everything this week, you were a great help with the festival.": false,
		"Do you like music?":                              false,
		"I am off for lunch and will be here in an hour.": false,
		"Which music do you have?":                        true,
		"I am looking for the ladder again":               true,
		"Good morning! Is there a ladder?":                true,
	} {
		r := ask(t, files, message)
		assert.Equalf(t, answered, len(r.Snippets) > 0, "%q: %s", message, sourcesOf(r))
	}
}
