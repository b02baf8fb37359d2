package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// versionPath tells the version of what there is to see, so that an open page notices a change.
const versionPath = "/version"

// Desk is what the page shows and acts on.
type Desk interface {
	// Show is the page as it is now. What the last action answered is told once.
	Show(ctx context.Context) (*Review, error)
	// Do carries out what a form asks for, or keeps why not for the next Show. "do" is approve, reject, request-changes,
	// reword, promote, undo, reopen, take-over or stop; "version" is that of the page that the person saw, "item" what it is
	// about, "reason", "entry" and "text" what they typed, "shrink" a file that may lose text, "generation" the one to undo.
	Do(ctx context.Context, form url.Values)
	// Version changes with everything that the page shows.
	Version() string
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
		if err := r.ParseForm(); err != nil {
			refuse(w, http.StatusBadRequest, show(fmt.Sprintf("read the form: %v", err)))
			return
		}
		desk.Do(r.Context(), r.PostForm)
		if r.PostForm.Get("do") == "stop" { // whoever asks for another page is not answered any more
			answer(w, http.StatusOK, "The review has ended", "What was decided is kept. You can close this page.", false)
			return
		}
		at := "/"
		if items := r.PostForm["item"]; len(items) == 1 {
			at += "#" + url.PathEscape("item-"+items[0])
		}
		http.Redirect(w, r, at, http.StatusSeeOther)
	})
	return mux
}
