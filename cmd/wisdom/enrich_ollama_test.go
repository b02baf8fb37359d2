package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/pipeline/llm/ollamatest"
	"wisdom/pipeline/llm/ollamatest/tiny"

	"github.com/stretchr/testify/require"
)

// frontOf starts `wisdom enrich --serve` in front of a server, until the test ends, and
// gives its address and what it has logged so far.
func frontOf(t *testing.T, dir, upstream string) (address string, logged func() string) {
	t.Helper()
	read, write := io.Pipe()
	var log lockedBuffer
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s := streams{
			in:     strings.NewReader(""),
			out:    io.Discard,
			err:    io.MultiWriter(write, &log),
			getenv: func(string) string { return "" },
			login:  func() string { return "" },
			now:    time.Now,
			getwd:  func() (string, error) { return dir, nil },
		}
		run(ctx, []string{"wisdom", "-C", dir, "-v", "enrich", "--serve", "127.0.0.1:0", "--upstream", upstream}, s)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	line, err := bufio.NewReader(read).ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, read) }()
	m := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line)
	require.Truef(t, err == nil && m != "", "%q, %v", line, err)
	return m, log.String
}

// The proxy in front of a real Ollama: a model that answers one way with the snippet in
// its prompt, and another way without. Streams come in the server's own parts.
func TestOllamaBehindEnrich(t *testing.T) {
	server := ollamatest.Start(t)
	const snippet = "listens on port 9107"
	model := server.Import(tiny.Model{Rules: []tiny.Rule{
		{When: snippet, Say: "It is nine thousand one hundred and seven, as the note says."},
		{Say: "I do not know."},
	}})
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "memory", "topics"), 0o755))
	put(t, dir, "SOUL.md", "# Soul\n")
	put(t, dir, "USER.md", "# User\n\n- Name: Mara\n")
	put(t, dir, filepath.Join("memory", "topics", "loom.md"), "# Loom\n\n- The loom printer listens on port 9107.\n")
	address, logged := frontOf(t, dir, server.URL())

	const question, small = "Which port does the loom printer use?", "Thank you, good night!"
	options := map[string]any{"num_thread": 1}
	for _, test := range []struct {
		name, path string
		body       func(message string) map[string]any
	}{
		{"chat", "/api/chat", func(m string) map[string]any {
			return map[string]any{
				"model": model, "options": options, "messages": []any{map[string]any{"role": "user", "content": m}},
			}
		}},
		{"generate", "/api/generate", func(m string) map[string]any {
			return map[string]any{"model": model, "options": options, "prompt": m}
		}},
		{"openai", "/v1/chat/completions", func(m string) map[string]any {
			return map[string]any{
				"model":          model,
				"stream":         true,
				"stream_options": map[string]any{"include_usage": true},
				"messages":       []any{map[string]any{"role": "user", "content": m}},
			}
		}},
	} {
		for message, want := range map[string]string{
			question: "It is nine thousand one hundred and seven, as the note says.", small: "I do not know.",
		} {
			text, parts := streamed(t, address+test.path, test.body(message))
			assert.Truef(t, text == want && parts >= 3, "%s, %q: %q in %d parts, want %q", test.name, message, text, parts, want)
		}
		body := test.body(question)
		body["stream"] = false
		text, _ := streamed(t, address+test.path, body)
		assert.Truef(t, strings.HasPrefix(text, "It is nine thousand"), "%s, not streamed: %q", test.name, text)
		body["memory"] = false
		if text, _ := streamed(t, address+test.path, body); text != "I do not know." {
			t.Errorf("%s, no memory: %q", test.name, text)
		}
	}
	if log := logged(); strings.Count(log, "by the server's count") < 9 || strings.Contains(log, "loom") ||
		strings.Contains(log, "Mara") {
		t.Errorf("the log: %s", log)
	}
	res, err := http.Post(
		address+"/api/chat", "application/json",
		strings.NewReader(`{"model":"none","messages":[{"role":"user","content":"Which port does the loom printer use?"}]}`),
	)
	require.NoError(t, err)
	defer res.Body.Close() //nolint:errcheck // was only read
	if b, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusNotFound || !strings.Contains(string(b), "not found") {
		t.Errorf("the server's own error: %s %s", res.Status, b)
	}
}

// streamed sends a request and puts the parts of the answer together.
func streamed(t *testing.T, address string, body map[string]any) (text string, parts int) {
	t.Helper()
	b, err := json.Marshal(body)
	require.NoError(t, err)
	res, err := http.Post(address, "application/json", bytes.NewReader(b))
	require.NoError(t, err)
	defer res.Body.Close() //nolint:errcheck // was only read
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		var part struct {
			Response string
			Message  struct{ Content string }
			Choices  []struct {
				Delta, Message struct{ Content string }
			}
		}
		line := strings.TrimPrefix(lines.Text(), "data: ")
		if line == "" || line == "[DONE]" {
			continue
		}
		require.NoError(t, json.Unmarshal([]byte(line), &part), line)
		text += part.Response + part.Message.Content
		for _, c := range part.Choices {
			text += c.Delta.Content + c.Message.Content
		}
		parts++
	}
	require.NoError(t, lines.Err())
	return text, parts
}
