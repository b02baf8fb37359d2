// Package prompts holds the prompts that a model gets, each with the schema of
// the answer. What comes in are lessons, what goes out is text. The prompts are
// part of the program: every draft records their hash, so that it can be told
// which version of them it was made with.
//
// Invariants:
//
//  1. Lessons stand between fences, one a line, and cannot close them.
//  2. Equal lessons give an equal prompt.
package prompts

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"wisdom/internal/words"
	"wisdom/internal/workspace"
)

//go:embed *.md *.schema.json
var files embed.FS

// Name names a prompt.
type Name string

// The prompts: Group asks which lessons teach the same thing, Word how to say
// what the lessons of a theme teach.
const (
	Group Name = "group"
	Word  Name = "word"
)

// Lesson is a lesson as a prompt shows it.
type Lesson struct {
	Number int // from 1
	Text   string
}

// fence is the line around the lessons.
const fence = "================"

// Render writes a prompt. Line breaks in lessons become spaces, and runs of equal
// signs that could be taken for a fence are shortened.
func Render(name Name, lessons []Lesson) (string, error) {
	source, err := files.ReadFile(string(name) + ".md")
	if err != nil {
		return "", fmt.Errorf("prompt %s: %w", name, err)
	}
	t, err := template.New(string(name)).Parse(string(source))
	if err != nil {
		return "", fmt.Errorf("prompt %s: %w", name, err)
	}
	shown := slices.Clone(lessons)
	for i := range shown {
		text := words.OneLine(shown[i].Text)
		for strings.Contains(text, fence) {
			text = strings.ReplaceAll(text, fence, "=")
		}
		shown[i].Text = text
	}
	var b strings.Builder
	if err := t.Execute(&b, map[string]any{"Lessons": shown}); err != nil {
		return "", fmt.Errorf("prompt %s: %w", name, err)
	}
	return b.String(), nil
}

// Hash names all prompts and schemas of this version together.
func Hash() workspace.Hash {
	var all strings.Builder
	for _, name := range []string{"group.md", "group.schema.json", "word.md", "word.schema.json"} {
		b, err := files.ReadFile(name)
		if err != nil {
			panic(fmt.Sprintf("prompts: %v", err)) // they are compiled in
		}
		fmt.Fprintf(&all, "%s %d\n%s", name, len(b), b)
	}
	return workspace.HashOf([]byte(all.String()))
}
