package distill

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wisdom/internal/lesson"
)

func TestCandidatesAreSentencesOnTheMatter(t *testing.T) {
	t.Parallel()
	texts := []string{
		"The run was slow. Restore a backup before trusting it.",
		"Restore the nightly backup before you trust it, and open one file.",
		"A backup ran at four, the report before it was green, and nobody, whoever is on call here in the week, had to " +
			"restore the printer, the mail server, the camera, the shop, the queue or any other thing that we need.",
		"Weigh a parcel before printing the label.",
		"Never restore a backup before trusting it.",
	}
	lessons := make([]lesson.Lesson, len(texts))
	for i, text := range texts {
		lessons[i] = lesson.Lesson{ID: string(rune('a' + i)), Text: text, Headline: text}
	}
	found := Candidates(context.Background(), lessons, "Restore a backup before trusting it.", 12)
	got := map[string]bool{}
	for _, c := range found {
		got[c.ID] = c.Against
	}
	require.Equal(t, map[string]bool{"a": false, "b": false, "e": true}, got)
	require.Equal(t, "Restore a backup before trusting it.", found[0].Sentence)
	require.Len(t, Candidates(context.Background(), lessons, "Restore a backup before trusting it.", 1), 1)
	require.Empty(t, Candidates(context.Background(), nil, "Restore a backup.", 12))
}

func TestCandidatesInScriptsWithoutSpaces(t *testing.T) {
	t.Parallel()
	lessons := []lesson.Lesson{
		{ID: "a", Text: "发送邮件之前先确认收件人。"}, {ID: "b", Text: "每天早上检查备份。"},
	}
	found := Candidates(context.Background(), lessons, "发送邮件前要确认收件人。", 12)
	require.Len(t, found, 1)
	require.Equal(t, "a", found[0].ID)
}
