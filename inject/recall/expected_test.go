package recall

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"

	"github.com/stretchr/testify/require"
)

// expecting adds the messages that are expected for the lesson that holds a text.
func expecting(t *testing.T, files *workspacetest.Memory, text string, messages ...string) {
	t.Helper()
	x, err := Open(t.Context(), files, Options{Now: today})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	expected, err := ReadExpected(files)
	require.NoError(t, err)
	asking, err := x.Unexpected(t.Context(), &Expected{}, 1000, 10)
	require.NoError(t, err)
	for _, l := range asking.Lessons {
		if strings.Contains(l.Text, text) {
			expected.Lessons[l.Key] = messages
		}
	}
	b, err := json.Marshal(expected)
	require.NoError(t, err)
	require.NoError(t, workspace.MkdirIgnored(files, home))
	require.NoError(t, workspace.Replace(files, ExpectedFile, b, 0o600))
}

const soaked = "# Memory\n\n- Steep the pulses overnight: tins turned the paste sour.\n" +
	"- The oven door sticks when it rains for days.\n"

// A message that shares no word with its lesson finds it by a message that was expected; the snippet is the
// lesson, and nothing of the expected message is shown. Whatever changes is seen by the next call of an open index.
func TestExpectedMessagesFindTheirLesson(t *testing.T) {
	files := workspacetest.NewMemory(map[workspace.Path]string{"MEMORY.md": soaked})
	x, err := Open(t.Context(), files, Options{Now: today, Warn: func(err error) { t.Errorf("warning: %v", err) }})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	found := func() string {
		t.Helper()
		result, err := x.Recall(t.Context(), Question{Message: "Can you plan the hummus for twelve guests on Saturday?"})
		require.NoError(t, err)
		for _, s := range result.Snippets {
			assert.NotContains(t, s.Text, "twelve", "an expected message is shown")
		}
		return sourcesOf(result)
	}
	assert.Empty(t, found(), "without expected messages")
	expecting(t, files, "pulses", "hummus for guests on Saturday")
	assert.Equal(t, "MEMORY.md#L3-L3", found(), "with them")
	put := func(p workspace.Path, text string) {
		t.Helper()
		require.NoError(t, workspace.Replace(files, p, []byte(text), 0o600))
	}
	put("MEMORY.md", "# Memory\n\nNew year.\n\n"+strings.TrimPrefix(soaked, "# Memory\n\n"))
	assert.Equal(t, "MEMORY.md#L5-L5", found(), "moved")
	put("MEMORY.md", strings.Replace(soaked, "overnight", "for a day", 1))
	assert.Empty(t, found(), "for a lesson that says something else now")
	put("MEMORY.md", soaked)
	require.NoError(t, files.Remove(ExpectedFile))
	assert.Empty(t, found(), "after the file was deleted")
}

func TestABrokenFileOfExpectedMessagesIsAWarning(t *testing.T) {
	warned := ""
	r := ask(t, map[workspace.Path]string{"MEMORY.md": soaked, ExpectedFile: "{"}, "Does the oven door stick again?",
		func(o *Options) { o.Warn = func(err error) { warned = err.Error() } })
	assert.Truef(t, sourcesOf(r) == "MEMORY.md#L4-L4" && strings.Contains(warned, string(ExpectedFile)),
		"%q, warned %q", sourcesOf(r), warned)
}

// Who only tells of their day needs three words of a message that was expected, and two of the lesson itself.
func TestSmallTalkNeedsMoreOfExpectedMessages(t *testing.T) {
	files := workspacetest.NewMemory(map[workspace.Path]string{"MEMORY.md": soaked})
	expecting(t, files, "pulses", "hummus for the guests of Saturday's barbecue")
	for message, want := range map[string]string{
		"My hummus at the barbecue was a great success, by the way.":              "",
		"On Saturday the guests get hummus at the barbecue, I look forward to it": "MEMORY.md#L3-L3",
	} {
		x, err := Open(t.Context(), files, Options{Now: today})
		require.NoError(t, err)
		result, err := x.Recall(t.Context(), Question{Message: message})
		require.NoError(t, err)
		assert.Equal(t, want, sourcesOf(result), message)
		require.NoError(t, x.Close())
	}
}

// A message that shares no word with a lesson, nor with what is expected for it, finds it by the meaning of what is
// expected. Vectors are asked for once, wherever the lesson moves, and go with their messages; what is near by chance is found
// out anew where notes changed.
func TestExpectedMessagesAreComparedByMeaning(t *testing.T) {
	var rest strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rest, "- Bench %d stands in hall %d.\n", i, i%4)
	}
	files := workspacetest.NewMemory(map[workspace.Path]string{"MEMORY.md": soaked + rest.String()})
	expecting(t, files, "Bench", "a free seat", "a seat in hall 1", "hall 2 at ten", "hall 3 for Ines")
	expecting(t, files, "pulses", "hummus on Saturday", "a spread for twelve")
	model := &fakeEmbedder{about: map[string]int{"hummus": 1, "dip": 1, "pulses": 1}, noise: 0.3}
	x, err := Open(t.Context(), files, Options{Now: today, Embedder: model})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	check := func(step, want string, texts, vectors int) {
		t.Helper()
		model.asked = 0
		result, err := x.Recall(t.Context(), Question{Message: "Please make us the usual chickpea dip"})
		require.NoError(t, err)
		assert.Equal(t, want, sourcesOf(result), step)
		assert.Equalf(t, texts, model.asked, "%s: %d texts were embedded, want %d", step, model.asked, texts)
		all, err := x.numbers(t.Context(), "SELECT group_concat(text) FROM vectors WHERE text BETWEEN ? AND ?",
			ofMessages.first, ofMessages.last)
		assert.Truef(t, err == nil && len(all) == vectors,
			"%s: %d vectors of messages, want %d; %v", step, len(all), vectors, err)
	}
	put := func(text string) {
		t.Helper()
		require.NoError(t, workspace.Replace(files, "MEMORY.md", []byte(text), 0o600))
	}
	check("first", "MEMORY.md#L3-L3", 42+6+42+1, 6)
	check("again", "MEMORY.md#L3-L3", 1, 6)
	put("New.\n\n" + soaked + rest.String())
	check("moved", "MEMORY.md#L5-L5", 43+43+1, 6)
	put(rest.String())
	check("the lesson is gone", "", 40+40+1, 4)
	put(soaked + rest.String())
	expecting(t, files, "pulses", "hummus on Sunday")
	check("another message", "MEMORY.md#L3-L3", 42+1+42+1, 5)
	require.NoError(t, files.Remove(ExpectedFile))
	check("the file is gone", "MEMORY.md#L3-L3", 1, 0)
	notes := strings.Join(model.passages, "\n")
	assert.Contains(t, notes, "pulses", "notes are passages")
	assert.NotContains(t, notes, "Saturday", "messages are queries")
}

// A model is asked about each passage once, of dated notes about those of lessons and the newest: about no secret and no
// scrap. What shares rare words stands together, with one more passage, also if messages are expected for that.
func TestUnexpected(t *testing.T) {
	x, err := Open(t.Context(), workspacetest.NewMemory(map[workspace.Path]string{
		"MEMORY.md":            soaked + "- The till's password is Gr1ndst0ne!77, keep it to yourself.\n- Be kind.\n",
		"memory/lessons.md":    "- Steep the pulses overnight: tins turned the paste sour.\n",
		"memory/2026-10-02.md": "- Sold eleven bowls at the market.\n- Rinsed the hose and hung it in the shed.\n",
		"memory/2026-11-02.md": "- Painted the fence green today.\n- The hose freezes when the tap stays open.\n\n" +
			"## Lessons\n\n- Pulses in tins: no need to steep them overnight any more.\n",
	}), Options{Now: today})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	expected := &Expected{Lessons: map[string][]string{}}
	ask := func(mostOthers int) (asked []string, a Asking) {
		a, err := x.Unexpected(t.Context(), expected, mostOthers, 10)
		require.NoError(t, err)
		for _, l := range a.Lessons {
			asked = append(asked, strings.Fields(l.Text)[1])
		}
		return asked, a
	}
	asked, a := ask(2)
	assert.Equal(t, []string{"Painted", "The", "Pulses", "Steep", "The"}, asked)
	assert.Equal(t, "2026-11-02 Lessons", a.Lessons[2].Place)
	assert.Equal(t, [2]int{7, 2}, [2]int{a.All, a.Left})
	for i, l := range a.Lessons {
		if i != 2 {
			expected.Lessons[l.Key] = []string{"a message"}
		}
	}
	asked, a = ask(10)
	assert.Equal(t, []string{"Pulses", "Steep", "Sold", "Rinsed"}, asked, "what is new, and what it may overtake")
	assert.Zero(t, a.Left)
}

// Where no expected message is nearer than the others, as with one lesson or a model that knows nothing of the language,
// their words count as without a model.
func TestWordsOfExpectedMessagesCountIfNoneIsNearer(t *testing.T) {
	files := workspacetest.NewMemory(map[workspace.Path]string{"MEMORY.md": soaked})
	expecting(t, files, "pulses", "hummus for guests on Saturday")
	x, err := Open(t.Context(), files, Options{Now: today, Embedder: &fakeEmbedder{}})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	result, err := x.Recall(t.Context(), Question{Message: "Can you plan the hummus for twelve guests on Saturday?"})
	assert.Truef(t, err == nil && sourcesOf(result) == "MEMORY.md#L3-L3", "%q, error %v", sourcesOf(result), err)
}

// Whoever wrote the file: no embedding model is asked about a secret, or about more than a passage holds.
func TestExpectedMessagesThatAreNotSent(t *testing.T) {
	files := workspacetest.NewMemory(map[workspace.Path]string{"MEMORY.md": soaked})
	token := "ghp_" + strings.Repeat("aB3dE6gH9k", 4)[:36]
	expecting(t, files, "pulses", "", "push with "+token, strings.Repeat("hummus ", longestEmbedded/7+1), "hummus")
	e, err := ReadExpected(files)
	require.NoError(t, err)
	for _, messages := range e.Lessons {
		assert.Equalf(t, []string{"hummus"}, messages, "kept %d messages", len(messages))
	}
}
