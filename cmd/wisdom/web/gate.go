package web

import (
	"crypto/subtle"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"sync"
)

// policy is what a page may load and where it may send: its own origin, and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// mostBody is how long a request may be, in bytes.
const mostBody = 1 << 20

// Gate lets the one browser in that was given its address. Its token is exchanged for a
// cookie once; whoever has neither sees nothing.
type Gate struct {
	host, token, cookie string
	// active is told of every request that a person made.
	active func()

	mu   sync.Mutex
	used bool
}

// NewGate makes a gate for a host such as 127.0.0.1:8080, whose token and cookie are random.
func NewGate(host string, random [64]byte, active func()) *Gate {
	return &Gate{
		host: host, token: hex.EncodeToString(random[:32]), cookie: hex.EncodeToString(random[32:]), active: active,
	}
}

// Address is what the person opens, once.
func (g *Gate) Address() string { return "http://" + g.host + "/enter?token=" + g.token }

// cookieName holds the port: browsers keep cookies of a host for all its ports.
func (g *Gate) cookieName() string {
	u := url.URL{Host: g.host}
	return "wisdom-" + u.Port()
}

// Guard answers what does not pass, and hands the rest to the page.
func (g *Gate) Guard(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with none, browsers hide the origin of a form
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case r.Host != g.host:
			refuse(w, http.StatusMisdirectedRequest, "this page is at "+g.host+" only")
		case r.Method != http.MethodGet && r.Method != http.MethodPost:
			refuse(w, http.StatusMethodNotAllowed, "only GET and POST")
		case r.Method == http.MethodGet && r.URL.Path == "/enter":
			g.enter(w, r)
		case !g.knows(r):
			refuse(w, http.StatusForbidden,
				"no access: open the address that wisdom review --web printed; it works once. "+again)
		case r.Method == http.MethodPost && !g.isOwn(r):
			refuse(w, http.StatusForbidden, "a request from another page is not carried out")
		default:
			if r.URL.Path != versionPath {
				g.active()
			}
			r.Body = http.MaxBytesReader(w, r.Body, mostBody)
			page.ServeHTTP(w, r)
		}
	})
}

// again is the way on where the cookie is lost, for instance with another browser.
const again = "For a new one, press Ctrl-C where wisdom review --web runs, then start it again"

// refuse answers with a page of its own that says why.
func refuse(w http.ResponseWriter, status int, why string) {
	answer(w, status, "Nothing to see here", "wisdom: "+why, false)
}

// answer writes a page of its own, which needs no other request, with a link back to the review for whoever has access.
func answer(w http.ResponseWriter, status int, title, text string, back bool) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+styleHash+"'; frame-ancestors 'none'")
	w.WriteHeader(status)
	_ = templates().ExecuteTemplate(w, "refused.html", struct {
		Title, Text string
		Back        bool
	}{title, text, back}) // the browser is gone
}

// knows reports whether a request has the cookie.
func (g *Gate) knows(r *http.Request) bool {
	c, err := r.Cookie(g.cookieName())
	return err == nil && same(c.Value, g.cookie)
}

// isOwn reports whether a request was made by a page of this gate.
func (g *Gate) isOwn(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return r.Header.Get("Origin") == "http://"+g.host && (site == "" || site == "same-origin")
}

func same(x, y string) bool { return subtle.ConstantTimeCompare([]byte(x), []byte(y)) == 1 }

// enter exchanges the token for the cookie. The answer goes on by itself: after a
// redirect from another site a browser would keep the cookie back.
func (g *Gate) enter(w http.ResponseWriter, r *http.Request) {
	if g.knows(r) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	if r.Header.Get("Sec-Purpose") != "" { // a browser that only prepares must not use the token up
		refuse(w, http.StatusForbidden, "not yet")
		return
	}
	g.mu.Lock()
	passes := !g.used && same(r.URL.Query().Get("token"), g.token)
	g.used = g.used || passes
	g.mu.Unlock()
	if !passes {
		refuse(w, http.StatusForbidden, "this address was used, or is not the one that was printed. "+again)
		return
	}
	g.active()
	http.SetCookie(w, &http.Cookie{
		Name: g.cookieName(), Value: g.cookie, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
	})
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, enterPage)
}

const enterPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/">` +
	`<title>wisdom review</title><p><a href="/">Go on to the review</a></p></html>`
