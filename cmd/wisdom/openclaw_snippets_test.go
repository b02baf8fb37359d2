//go:build unix

package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "modernc.org/sqlite" // reads the host's transcripts
)

// Notes, a question for each, and what a model must receive with it.
const (
	askPrinter  = "Which port does the label printer use?"
	printerText = "- The label printer listens on port 9107."
	printerAt   = "Source: memory/topics/yard.md#L5-L5"
	askGate     = "What colour is the gate of the north yard?"
	gateText    = "- The gate of the north yard is painted ochre."
	gateAt      = "Source: memory/topics/yard.md#L9-L9"
	askLab      = "Where did the lab move, to another rack?"
	labAt       = "Source: MEMORY.md#L3-L3"
	blockMark   = "wisdom_recall"
	yardNotes   = "# Yard\n\n## Labels\n\n" + printerText + "\n\n## North\n\n" + gateText + "\n"
)

// The real host, in what the model server receives: the right snippet with its citation
// in the turn that needs it and in no other, none where no person asks, none in what the
// host keeps, and a normal turn whatever happens to the child.
func TestOpenClawSnippets(t *testing.T) {
	o := startOpenclaw(t, hostFiles)
	o.write("memory/topics/yard.md", yardNotes)
	o.wisdom("hook", "install")
	o.wisdom("hook", "enable")
	o.until("agent:main:main", ownMain)

	const key = "agent:main:dashboard:7a"
	o.wants(key, askPrinter, printerText, printerAt)
	second := o.wants(key, askGate, gateText, gateAt)
	assert.Truef(t, !strings.Contains(second, printerText) && !strings.Contains(second, printerAt) &&
		strings.Contains(second, askPrinter), "the second turn still has the first one's snippet, or no history: %s", second)
	o.wantsNothing(key, "Thank you, that helps!")
	o.noOneAsks()

	group := "agent:main:telegram:group:-1001:topic:15"
	o.wants(group, askPrinter, printerText, printerAt)
	o.wantsNothing(group, askLab)
	o.wants("agent:main:main", askLab, "The lab moved to another rack.", labAt)
	o.write("wisdom.toml", "[recall]\nwithhold = []\n")
	o.wisdom("hook", "install")
	o.wants(group, askLab, "The lab moved to another rack.", labAt)

	o.childTrouble(key)
	o.transcripts()
	status := o.wisdom("hook", "status")
	for _, want := range []string{"snippets   on, by ", "no answer after 1000 ms", "1 snippet ("} {
		assert.Contains(t, status, want, "status lacks")
	}
	o.wisdom("hook", "enable", "--no-snippets")
	for range 20 {
		if prompt := o.tell(key, askPrinter); !strings.Contains(prompt, blockMark) {
			o.expect(key, ownMain)
			return
		}
		time.Sleep(time.Second)
	}
	t.Error("snippets are switched off, and still come")
}

// tell sends a message into a session and gives the whole request that the model server
// received.
func (o *openclaw) tell(key, message string) string {
	o.t.Helper()
	token := o.token()
	o.send(key, message+" "+token)
	return o.promptOf(token)
}

// promptOf is the whole request with a token.
func (o *openclaw) promptOf(token string) (prompt string) {
	o.t.Helper()
	o.waitFor("a request with "+token, 3*time.Minute, func() bool {
		prompt = o.model.prompt(token)
		return prompt != ""
	})
	return prompt
}

// wants expects one block, with a text and its citation.
func (o *openclaw) wants(key, message, text, source string) string {
	o.t.Helper()
	prompt := o.tell(key, message)
	assert.Truef(o.t, strings.Count(prompt, "<"+blockMark+">") == 1 && strings.Contains(prompt, text) &&
		strings.Contains(prompt, source),
		"%s, %q: the model received no %q: %s", key, message, source, prompt[max(0, len(prompt)-1500):])
	return prompt
}

func (o *openclaw) wantsNothing(key, message string) {
	o.t.Helper()
	prompt := o.tell(key, message)
	assert.NotContainsf(o.t, prompt, blockMark, "%s, %q: %s", key, message, prompt[max(0, len(prompt)-1500):])
}

// noOneAsks are turns that no person starts: a sub-agent, a cron job, a webhook, a
// heartbeat.
func (o *openclaw) noOneAsks() {
	o.t.Helper()
	nothing := func(name, prompt string) {
		assert.Truef(o.t, !strings.Contains(prompt, blockMark) && strings.Contains(prompt, askPrinter),
			"%s: %s", name, prompt[max(0, len(prompt)-1500):])
	}
	nothing("sub-agent", o.promptOf(o.spawn(askPrinter)))
	nothing("cron", o.promptOf(o.runCron("snippets", askPrinter)))
	nothing("webhook", o.promptOf(o.callHook(askPrinter)))
	o.wantsNothing("agent:main:main:heartbeat", askPrinter)
}

// childTrouble kills the child, then stops it without an end.
func (o *openclaw) childTrouble(key string) {
	o.t.Helper()
	require.NoError(o.t, syscall.Kill(o.child(), syscall.SIGKILL))
	o.wants(key, askPrinter, printerText, printerAt) // by a new one
	hanging := o.child()
	require.NoError(o.t, syscall.Kill(hanging, syscall.SIGSTOP))
	began := time.Now()
	o.wantsNothing(key, askGate)
	o.t.Logf("a turn with a hanging child took %s", time.Since(began).Round(time.Millisecond))
	o.wantsNothing(key, askGate)
	require.NoError(o.t, syscall.Kill(hanging, syscall.SIGCONT))
	time.Sleep(time.Second) // it answers what it was asked
	o.wants(key, askGate, gateText, gateAt)
}

// child is the process that answers the gateway.
func (o *openclaw) child() int {
	o.t.Helper()
	for line := range strings.Lines(o.call("ps", "-A", "-o", "pid=,args=")) {
		if strings.Contains(line, o.workspace) && strings.Contains(line, "recall --stdio") {
			pid, err := strconv.Atoi(strings.Fields(line)[0])
			require.NoError(o.t, err)
			return pid
		}
	}
	o.t.Fatal("no child runs")
	return 0
}

// transcripts looks for snippets in all that the host keeps of sessions. Its diagnostic
// capture (trajectory_…) holds whole requests, and is none.
func (o *openclaw) transcripts() {
	o.t.Helper()
	var found int
	err := filepath.WalkDir(o.state, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, o.workspace) {
			return err
		}
		if filepath.Ext(path) == ".jsonl" {
			if b, err := os.ReadFile(path); err == nil && strings.Contains(string(b), blockMark) {
				o.t.Errorf("%s holds snippets", path)
			}
		}
		if d.Name() != "openclaw-agent.sqlite" {
			return nil
		}
		found += o.plainMessages(path)
		return nil
	})
	assert.Truef(o.t, err == nil && found != 0, "%d messages in the transcripts, %v", found, err)
}

// plainMessages counts the messages with our question in a database of the host, none of
// which may hold a block.
func (o *openclaw) plainMessages(path string) (count int) {
	o.t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	require.NoError(o.t, err)
	defer db.Close() //nolint:errcheck // was only read
	for _, table := range []string{"transcript_events", "session_transcript_fts"} {
		rows, err := db.Query("SELECT * FROM " + table)
		require.NoError(o.t, err, table)
		columns, err := rows.Columns()
		require.NoError(o.t, err)
		for rows.Next() {
			row := make([]any, len(columns))
			for i := range row {
				row[i] = new(sql.RawBytes)
			}
			require.NoError(o.t, rows.Scan(row...))
			for _, value := range row {
				text := string(*value.(*sql.RawBytes))
				assert.NotContainsf(o.t, text, blockMark, "%s holds snippets", table)
				if strings.Contains(text, askPrinter) {
					count++
				}
			}
		}
		require.NoError(o.t, rows.Err())
		_ = rows.Close()
	}
	return count
}
