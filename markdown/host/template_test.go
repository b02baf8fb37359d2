package host

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsSessionTemplate(t *testing.T) {
	for text, want := range map[string]bool{
		"You're not a chatbot.":                                       true,
		"Humans don't respond to every message in group chats.":       true,
		"Read `USER.md` — this is who you're helping":                 true,
		"Ask the shop before a message goes to a group of customers.": false,
		"Don't run destructive commands without asking.":              false, // a rule of conduct
		"Be careful with external actions.":                           false,
		"":                                                            false,
	} {
		assert.Equal(t, want, IsSessionTemplate(text), text)
	}
}
