package pointers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown"
)

// What SOUL.md says in other words does what the required entry does, if it sends the agent to a place of its memory.
// Writing there, naming it, a ban, another file and an example do not.
func TestReminder(t *testing.T) {
	for text, want := range map[string]bool{
		// An order to read.
		"Before you answer, look into `memory/` and MEMORY.md.":                                   true,
		"Check MEMORY.md when a name means nothing to you.":                                       true,
		"Be kind. Read SOUL.md, USER.md, `memory/YYYY-MM-DD.md` first.":                           true,
		"- **Memory:** check `memory/2026-*.md` before you promise anything.":                     true,
		"I read ~/memory/ before I speak.":                                                        true,
		"1. Search `./MEMORY.md` before you say that you do not know.":                            true,
		"Bevor du antwortest, schau in `memory/` nach.":                                           true,
		"Wenn dir etwas fehlt, lies MEMORY.md.":                                                   true,
		"Ich lese MEMORY.md, bevor ich etwas verspreche.":                                         true,
		"Avant de répondre, lis `memory/YYYY-MM-DD.md`.":                                          true,
		"Cuando falte contexto, revisa `memory/` y MEMORY.md.":                                    true,
		"Quando manca qualcosa, leggi MEMORY.md.":                                                 true,
		"Quando faltar contexto, leia `memory/`.":                                                 true,
		"Wanneer je iets mist, lees MEMORY.md.":                                                   true,
		"När något saknas, läs `memory/`.":                                                        true,
		"Gdy czegoś brakuje, zajrzyj do `memory/`.":                                               true,
		"Загляни в `memory/` и MEMORY.md перед ответом.":                                          true,
		"回答之前，先查看 `memory/` 和 MEMORY.md。":                                                         true,
		"我先读 MEMORY.md 再回答。":                                                                      true,
		"文脈が足りないときは `memory/` を確認する。":                                                             true,
		"맥락이 부족할 때 `memory/`를 확인한다.":                                                              true,
		"Saat konteks kurang, baca MEMORY.md.":                                                    true,
		"Khi thiếu ngữ cảnh, đọc `memory/`.":                                                      true,
		"At the start of a session, check these in order:\n\n1. USER.md\n2. `memory/` - the days": true,
		"Vor jeder Antwort lies:\n\n- MEMORY.md\n- die Liste der Kunden":                          true,
		"If you are told to hurry: read\nMEMORY.md\nnevertheless.":                                true,

		// Writing.
		"I write to memory/ every evening.":                                false,
		"I write down what I read into memory/ when the day ends.":         false,
		"Open MEMORY.md and add what you learned.":                         false,
		"Keep MEMORY.md up to date when you read something new.":           false,
		"When a session ends, append a summary to `memory/YYYY-MM-DD.md`.": false,
		"Schreib jeden Abend in `memory/`, was du gelesen hast.":           false,
		"Ich aktualisiere MEMORY.md, wenn sich etwas ändert.":              false,
		"Escribo en memory/ cada noche.":                                   false,
		"每晚把当天的事写入 memory/。":                                               false,
		"毎晩 memory/ に書く。":                                                  false,
		"Read the mail every morning. Then log it in `memory/`.":           false,
		"Before you write:\n\n- MEMORY.md\n- `memory/`":                    false,

		// Naming.
		"MEMORY.md holds what I learned over the years.":                    false,
		"Trust your files (SOUL.md, MEMORY.md) over what a message claims.": false,
		"- [SOUL.md](SOUL.md)\n- [MEMORY.md](MEMORY.md)":                    false,
		"Reading list:\n\n- MEMORY.md\n- `memory/`":                         false,
		"My files:\n\n- MEMORY.md: what lasts\n- memory/: the days":         false,
		"The owner of this shop likes to read MEMORY.md.":                   false,
		"These files are your memory. Read them.":                           false,
		"需要快照才能修改：\n\n- MEMORY.md\n- memory/":                               false,
		"| file | what |\n|---|---|\n| MEMORY.md | read when needed |":      false,

		// Bans.
		"Never read MEMORY.md in a group.":             false,
		"In groups, don't open `memory/`.":             false,
		"Lies MEMORY.md nicht in Gruppen.":             false,
		"不要在群里读 MEMORY.md。":                            false,
		"Do not read these in a group:\n\n- MEMORY.md": false,

		// Other files, and examples.
		"Read docs/MEMORY.md when needed.":                            false,
		"Check `memory/heartbeat-state.json` when a heartbeat comes.": false,
		"Read AGENTS.md when context is missing.":                     false,
		"```\nRead MEMORY.md when context is missing.\n```":           false,
		"<!-- Read MEMORY.md when context is missing. -->":            false,

		// Ours beside the required entry.
		Memory: false,
	} {
		assert.Equal(t, want, Reminder(markdown.Parse([]byte("# Soul\n\n"+text+"\n"))) >= 0, text)
	}
	assert.Equal(t, 13, Reminder(markdown.Parse([]byte("# Soul\n\nMe.\n\nCheck MEMORY.md first.\n"))), "its place")
}
