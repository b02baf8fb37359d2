package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// versionPath tells the version of what there is to see, so that an open page notices a change.
const versionPath = "/version"

// Desk is what the page shows and acts on.
type Desk interface {
	// Show is the page as it is now. What the last action answered is told once.
	Show(ctx context.Context) (*Review, error)
	// Do carries an action out, or keeps why not for the next Show.
	Do(ctx context.Context, action Action)
	// Version changes with everything that the page shows.
	Version() string
}

// Action is what a person wants.
type Action struct {
	Name    string // approve, reject, request-changes, reword, promote, undo, reopen, take-over or stop
	Version string // of the page that the person saw
	Items   []string
	Reason  string
	// Entry and Text are new words.
	Entry, Text string
	Shrink      string // a file that may lose as much as it would
	Generation  int    // to undo
}

// Handler serves a desk. Nothing of it asks who is there: that is the gate's.
func Handler(desk Desk, readOnly bool, show func(string) string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		page, err := desk.Show(r.Context())
		if err != nil {
			refuse(w, http.StatusInternalServerError, show(err.Error()))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := page.Write(w, show); err != nil {
			refuse(w, http.StatusInternalServerError, show(err.Error()))
		}
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusNotFound, "There is no such page", "", true)
	})
	mux.HandleFunc("GET "+versionPath, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(w, desk.Version())
	})
	for _, name := range []string{"style.css", "review.css", "review.js"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			http.ServeFileFS(w, r, static, "static/"+name)
		})
	}
	mux.HandleFunc("POST /do", func(w http.ResponseWriter, r *http.Request) {
		if readOnly {
			refuse(w, http.StatusForbidden, "this review is read-only")
			return
		}
		action, err := readAction(r)
		if err != nil {
			refuse(w, http.StatusBadRequest, show(err.Error()))
			return
		}
		desk.Do(r.Context(), action)
		if action.Name == "stop" { // whoever asks for another page is not answered any more
			answer(w, http.StatusOK, "The review has ended", "What was decided is kept. You can close this page.", false)
			return
		}
		at := "/"
		if len(action.Items) == 1 {
			at += "#" + url.PathEscape("item-"+action.Items[0])
		}
		http.Redirect(w, r, at, http.StatusSeeOther)
	})
	return mux
}

func readAction(r *http.Request) (Action, error) {
	if err := r.ParseForm(); err != nil {
		return Action{}, fmt.Errorf("read the form: %w", err)
	}
	f := r.PostForm
	a := Action{
		Name: f.Get("do"), Version: f.Get("version"), Items: f["item"], Reason: f.Get("reason"),
		Entry: f.Get("entry"), Text: f.Get("text"),
		Shrink: f.Get("shrink"),
	}
	if text := f.Get("generation"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil {
			return a, fmt.Errorf("generation: %w", err)
		}
		a.Generation = number
	}
	return a, nil
}
