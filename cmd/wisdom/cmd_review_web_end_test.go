package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The review ends when the person ends it, and at Ctrl-C.
func TestAReviewInABrowserEnds(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	t.Run("by the person", func(t *testing.T) {
		v := serve(t, s)
		status, text := v.ask(v.entered(), "POST", "/do", url.Values{"do": {"stop"}},
			map[string]string{"Origin": v.origin})
		require.Truef(t, status == http.StatusOK && strings.Contains(text, "The review has ended"), "%d %s", status, text)
		assert.Equal(t, exitDone, v.wait(), "exit")
	})
	t.Run("by Ctrl-C", func(t *testing.T) {
		v := serve(t, s)
		v.entered()
		v.interrupt()
		assert.Equal(t, exitInterrupted, v.wait(), "exit")
	})
}

// An open page that only looks for changes keeps no review alive. Not parallel: it changes how long one waits.
func TestAnIdleReviewInABrowserEnds(t *testing.T) {
	usual := reviewIdle
	t.Cleanup(func() { reviewIdle = usual })
	reviewIdle = 300 * time.Millisecond
	v := serve(t, sampleShell(t))
	c := v.entered()
	for began := time.Now(); len(v.ended) == 0; time.Sleep(20 * time.Millisecond) {
		require.True(t, time.Since(began) <= 10*time.Second, "it does not end while a page looks for changes")
		if r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.origin+"/version", nil); err == nil {
			if answer, err := c.Do(r); err == nil {
				_ = answer.Body.Close()
			}
		}
	}
	if code := v.wait(); code != exitDone || !strings.Contains(v.talk.String(), "nothing was asked for a while") {
		t.Errorf("exit %d, %q", code, v.talk.String())
	}
}

// Flags that mean something only in a browser are told where there is none.
func TestFlagsOfTheReviewInABrowser(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	for line, want := range map[string]string{
		"review --read-only":        "--read-only is about the review in a browser",
		"review --port 1":           "--port is about the review in a browser",
		"review --web --port 70000": "--port 70000 is no port",
	} {
		code, _, talk := s.wisdom(strings.Fields(line)...)
		assert.Truef(t, code == exitTrouble && strings.Contains(talk, want), "%s: exit %d, %q", line, code, talk)
	}
	empty := &shell{dir: t.TempDir(), env: s.env}
	empty.write(t, "SOUL.md", "# Soul\n")
	code, _, _ := empty.wisdom("review", "--web")
	assert.Equal(t, exitNothing, code, "without a draft: exit")
}
