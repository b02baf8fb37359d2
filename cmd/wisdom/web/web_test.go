package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Invariant 1: no text of a page gets by show, however deep it lies.
func TestEveryTextIsShown(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{"report": &Report{}, "review": &Review{}} {
		filled := fillTexts(reflect.ValueOf(value).Elem())
		assert.Truef(t, filled >= 20, "%s: only %d texts", name, filled)
		seen := 0
		clean(value, func(string) string { seen++; return "shown" })
		assert.Equalf(t, filled, seen, "%s: %d of %d texts were shown", name, seen, filled)
	}
}

// fillTexts puts a text into every field, and one element into every list.
func fillTexts(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("raw")
		return 1
	case reflect.Struct:
		for i := range v.NumField() {
			n += fillTexts(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return fillTexts(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		return fillTexts(v.Index(0))
	default:
	}
	return n
}

// Invariant 2: the policy of the report is that of the style sheet within it.
func TestReportAllowsItsOwnStyleAlone(t *testing.T) {
	t.Parallel()
	var page bytes.Buffer
	require.NoError(t, (&Report{Workspace: "</title><script>x</script>"}).Write(&page,
		func(s string) string { return s }))
	text := page.String()
	assert.True(t, strings.HasPrefix(text, ReportMark) && !strings.Contains(text, "<script"),
		"the page does not begin as reports do, or has a script")
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(text)
	policy := regexp.MustCompile(`'sha256-([^']+)'`).FindStringSubmatch(text)
	require.True(t, style != nil && policy != nil, "no style or no policy")
	sum := sha256.Sum256([]byte(style[1]))
	got := base64.StdEncoding.EncodeToString(sum[:])
	assert.Equalf(t, got, strings.ReplaceAll(policy[1], "&#43;", "+"), "the policy allows %s, the style", policy[1])
}

// Invariant 4: what a bar draws, its words say.
func TestBars(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		bar         Bar
		words       string
		width, mark string
	}{
		{Bar{Amount: 75, Limit: 150}, "75 of 150 tokens", "50.0", ""},
		{Bar{Amount: 180, Limit: 150}, "180 of 150 tokens, 30 over", "100.0", "83.3"},
		{Bar{Amount: 250, Limit: 200, Target: true}, "250 tokens, 50 over target 200", "100.0", "80.0"},
		{Bar{Amount: 100, Limit: 200, Target: true}, "100 tokens, target 200", "50.0", ""},
		{Bar{Amount: 30, Limit: 150, Then: 90}, "30 of 150 tokens, up to 90", "20.0", ""},
		{Bar{Amount: 1234567, Unit: "characters"}, "1\u202f234\u202f567 characters", "100.0", ""},
		{Bar{Amount: 100, Limit: 500, Scale: 1000}, "100 of 500 tokens", "10.0", "50.0"},
		{Bar{}, "0 tokens", "0.0", ""},
	} {
		assert.Truef(t, test.bar.Words() == test.words && test.bar.Width() == test.width && test.bar.Mark() == test.mark,
			"%+v: %q, %s, %s", test.bar, test.bar.Words(), test.bar.Width(), test.bar.Mark())
	}
}

// What stands between backquotes is shown as code; a backquote without a second one is text.
func TestSpans(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]Span{
		"":              nil,
		"plain":         {{"plain", false}},
		"read `a.md`":   {{"read ", false}, {"a.md", true}},
		"`a` and `b` c": {{"a", true}, {" and ", false}, {"b", true}, {" c", false}},
		"one ` alone":   {{"one ` alone", false}},
		"`` twice `x`":  {{"`` twice `x`", false}},
		"`a` then ` b":  {{"a", true}, {" then ` b", false}},
	} {
		assert.Equal(t, want, spans(text), text)
	}
}

// A line of a file that looks like a sign of the patch is text.
func TestReadPatch(t *testing.T) {
	t.Parallel()
	patch := "--- a/SOUL.md\n+++ b/SOUL.md\n@@ -1,3 +1,3 @@\n # Soul\n--- a list\n+++ b\n" +
		"\\ No newline at end of file\n@@ -9 +9,2 @@\n x\n+\n"
	got := ReadPatch("SOUL.md", patch)
	want := []DiffLine{{"same", "# Soul"}, {"del", "-- a list"}, {"add", "++ b"}, {"hunk", ""}, {"same", "x"}, {"add", ""}}
	assert.True(t, slices.Equal(got.Lines, want) && got.Added == 2 && got.Removed == 1, got)
}

// fixedDesk shows an empty page and counts what it is asked to do.
type fixedDesk struct{ done []url.Values }

func (d *fixedDesk) Show(context.Context) (*Review, error) { return &Review{Version: "v"}, nil }
func (d *fixedDesk) Do(_ context.Context, form url.Values) { d.done = append(d.done, form) }
func (d *fixedDesk) Version() string                       { return "v" }

// Invariant 3: the token passes once, and only one that is whole; a browser that only
// prepares a page does not use it up.
func TestTheTokenPassesOnce(t *testing.T) {
	t.Parallel()
	desk, active := &fixedDesk{}, 0
	gate := NewGate("127.0.0.1:8765", [64]byte(bytes.Repeat([]byte{7}, 64)), func() { active++ })
	handler := gate.Guard(Handler(desk, false, func(s string) string { return s }))
	ask := func(method, path, body string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		r.Host = "127.0.0.1:8765"
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	enter := strings.TrimPrefix(gate.Address(), "http://127.0.0.1:8765")
	for name, w := range map[string]*httptest.ResponseRecorder{
		"a part of it":  ask("GET", enter[:len(enter)-1], ""),
		"a preparation": ask("GET", enter, "", "Sec-Purpose", "prefetch"),
	} {
		assert.Equal(t, http.StatusForbidden, w.Code, name)
	}
	first := ask("GET", enter, "")
	cookie := first.Header().Get("Set-Cookie")
	require.Truef(t, first.Code == http.StatusOK && strings.Contains(cookie, "HttpOnly") &&
		strings.Contains(cookie, "SameSite=Strict"), "%d %q", first.Code, cookie)
	assert.Equal(t, http.StatusForbidden, ask("GET", enter, "").Code, "the second time")
	value, _, _ := strings.Cut(cookie, ";")
	assert.Equal(t, http.StatusSeeOther, ask("GET", enter, "", "Cookie", value).Code, "the address again, in that browser")
	w := ask("GET", "/", "", "Cookie", value)
	assert.Truef(t, w.Code == http.StatusOK &&
		strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'"), "with the cookie: %d", w.Code)
	before := active
	if w := ask("GET", "/version", "", "Cookie", value); w.Code != http.StatusOK || active != before {
		t.Errorf("looking for changes counts as a person's request (%d)", w.Code)
	}
	form := []string{
		"Cookie", value, "Origin", "http://127.0.0.1:8765", "Content-Type",
		"application/x-www-form-urlencoded",
	}
	if w := ask("POST", "/do", "do=approve&item=e1&item=e2", form...); w.Code != http.StatusSeeOther ||
		len(desk.done) != 1 || !slices.Equal(desk.done[0]["item"], []string{"e1", "e2"}) {
		t.Errorf("%d %+v", w.Code, desk.done)
	}
	if w := ask("POST", "/do", "do=reject&reason="+strings.Repeat("x", mostBody),
		form...); w.Code != http.StatusBadRequest || len(desk.done) != 1 {
		t.Errorf("a request without an end: %d", w.Code)
	}
}
