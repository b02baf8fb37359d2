package main

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Where a draft and a person both wrote about the same, each entry is chosen by itself.
func TestEachClashIsChosenOnThePage(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	s.write(t, "SOUL.md", contents(t, s, "SOUL.md")+"\n## Wisdom\n\n**Tokens.** Never paste any token into a chat.\n"+
		"**Backups.** Restore every backup before trusting it.\n")
	_, page := v.ask(c, "GET", "/", nil, nil)
	clashes := regexp.MustCompile(`name="(keep-e\d+)" value="draft" required>[^*]*\*\*([A-Z]\w+)`).
		FindAllStringSubmatch(page, -1)
	if len(clashes) != 2 {
		t.Fatalf("the page asks about %v", clashes)
	}
	form := url.Values{"do": {"rebase"}}
	for _, clash := range clashes {
		form.Set(clash[1], map[string]string{"Token": "draft", "Backup": "file"}[clash[2]])
	}
	one := url.Values{"do": {"rebase"}, clashes[0][1]: {"draft"}}
	if page = v.do(c, one); !strings.Contains(page, "Not done.") || !strings.Contains(page, "are about the same") {
		t.Error("a clash that nothing was chosen for was passed over")
	}
	if page = v.do(c, form); !strings.Contains(page, "replaces") {
		t.Fatal("the draft was not rebased")
	}
	open := regexp.MustCompile(`id="item-(e\d+)"[^>]*data-open`).FindAllStringSubmatch(page, -1)
	for _, item := range open {
		v.do(c, url.Values{"do": {"approve"}, "item": {item[1]}})
	}
	v.do(c, url.Values{"do": {"promote"}})
	soul := contents(t, s, "SOUL.md")
	for text, want := range map[string]bool{
		"Never paste a token into a chat.": true, "Never paste any token": false,
		"Restore every backup before trusting it.": true, "Restore a backup before": false,
	} {
		if strings.Contains(soul, text) != want {
			t.Errorf("SOUL.md has %q: %v:\n%s", text, !want, soul)
		}
	}
}

// A person edited the readable files of a draft: the page shows what, and takes it over.
func TestEditedFilesAreTakenOverFromThePage(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	before := v.version(c)
	const file = "initiatives/adaptive-context-injection/SOUL_WISDOM_DRAFT.md"
	s.write(
		t, file,
		strings.ReplaceAll(contents(t, s, file), "Never paste a token into a chat.", "Keep tokens out of every chat."),
	)
	if v.version(c) == before {
		t.Error("an open page does not notice the edit")
	}
	_, page := v.ask(c, "GET", "/", nil, nil)
	if !strings.Contains(
		page,
		"<ins><span class=\"sign\">+</span><bdi>**Token.** Keep tokens out of every chat.</bdi></ins>",
	) {
		t.Error("the page does not show the edit")
	}
	if strings.Contains(page, `value="rebase"`) {
		t.Error("the page offers a rebase, which an edit does not need")
	}
	if page = v.do(c, url.Values{"do": {"approve"}, "item": {"e2"}}); !strings.Contains(page, "was edited since") ||
		!strings.Contains(page, "Click Take the edits over") {
		t.Error("the edit was passed over, or the page does not say what to click")
	}
	if page = v.do(c, url.Values{"do": {"take-over"}}); !strings.Contains(page, "Your edits are taken over") ||
		strings.Contains(page, `id="edited"`) {
		t.Fatal("the edit was not taken over")
	}
	if page = v.do(c, url.Values{"do": {"take-over"}}); !strings.Contains(page, "none of the readable drafts was edited") {
		t.Error("what was taken over is taken over again")
	}
	v.do(c, url.Values{"do": {"promote"}})
	if soul := contents(t, s, "SOUL.md"); !strings.Contains(soul, "**Token.** Keep tokens out of every chat.") {
		t.Errorf("SOUL.md is %s", soul)
	}
}
