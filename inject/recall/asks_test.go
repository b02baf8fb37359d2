package recall

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// "It rained the whole night and the cellar smells" brought what stands in the cellar. Who asks, or looks up, may mean
// the one thing.
func TestOneWordIsChance(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- The archive is on a disk in the cellar.\n- The tap drips.\n- Paint is bought in Lund.\n",
	}
	const archive = "MEMORY.md#L1-L1"
	for message, want := range map[string]string{
		"It rained the whole night and the cellar smells like an old boat.":  "",
		"I wonder how the new people in the cellar like the house so far":    "",
		"Good morning! Thanks for everything, the cellar looks so tidy now.": "",
		"Make a joke about the cellar and a barrel of wine, please.":         "",
		"The disk in the cellar hums louder than it did in the spring time":  archive,
		"Copy the archive onto the new disk before the weekend.":             archive,
		"Where is the cellar?":                archive,
		"Thanks a lot, what is in the cellar": archive,
		"cellar and lamps":                    archive,
	} {
		r := ask(t, files, message)
		assert.Equalf(t, want, sourcesOf(r), "%q: looked for %v", message, r.Keywords)
	}
}

func TestQuestionsAndOrders(t *testing.T) {
	for message, want := range map[string][2]bool{ // whether it is a question, and whether it asks for anything
		"what was it again with the tap":                  {true, true},
		"Wo haben wir noch mal den Drucker stehen":        {true, true},
		"- \"where did we put the ladder in the end\"":    {true, true},
		"Well, what did Jonas say of the tap":             {true, true},
		"厨房的灯在哪里？":                                        {true, true},
		"Hi Anna, get me the ladder from wherever it is":  {false, true},
		"Send the list to the printer":                    {false, true},
		"Alice told me of the tap, which was no surprise": {},
		"What a day we had in the cellar":                 {},
		"Whatever happens to the tap in the cellar":       {},
		"We sat in the cellar and Jonas mended the tap":   {},
	} {
		assert.Equal(t, want, [2]bool{mannerOf(message).isQuestion, mannerOf(message).isAsked}, message)
	}
}

// Who types a query is answered however short it is; a message of three letters is none.
func TestTypedQueriesAreAnsweredHoweverShort(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- The tap drips.\n- The gateway needs two minutes after a restart.\n",
	}
	x, err := Open(t.Context(), workspacetest.NewMemory(files), Options{Now: today})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	for query, want := range map[string]string{"tap": "MEMORY.md#L1-L1", "restart": "MEMORY.md#L2-L2", "ok": "", "": ""} {
		r, err := x.Recall(t.Context(), Question{Message: query, Typed: true})
		assert.NoError(t, err)
		assert.Equal(t, want, sourcesOf(r), query)
		r, err = x.Recall(t.Context(), Question{Message: query})
		assert.NoError(t, err)
		assert.Empty(t, r.Snippets, query)
	}
}

// "please" is no keyword, and the Dutch word for "that" is no English verb.
func TestWordsOfAnotherLanguageFindNothing(t *testing.T) {
	files := map[workspace.Path]string{
		"MEMORY.md": "- It will please the judges to see the receipts.\n- The old batteries die in the cold of the winter.\n" +
			"- The slow disk of the archive is the one to blame for the lag.\n- The Heizung of the hall is in the cellar.\n",
	}
	for message, want := range map[string]string{
		"Can you help me with it, please?":               "",
		"Die Frage ist, ob es heute noch regnet, oder?":  "",
		"Wer hat denn die Kekse gegessen, die da lagen?": "",
		"Qual è il lago più grande che hai visto?":       "",
		"Wo ist denn die Heizung von der Halle?":         "MEMORY.md#L4-L4",
		"Which disk is slow?":                            "MEMORY.md#L3-L3",
	} {
		r := ask(t, files, message)
		assert.Equalf(t, want, sourcesOf(r), "%q: looked for %v", message, r.Keywords)
		assert.NotContains(t, r.Keywords, "please")
	}
}
