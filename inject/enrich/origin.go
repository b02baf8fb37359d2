package enrich

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// A page of the web may post to this machine without asking first, and give it a name of its own. The model server
// decides whom it answers; notes are for the programs of this machine alone.

// appSchemes are the origins that no page of the web can have, those that Ollama trusts too.
var appSchemes = []string{"app", "file", "tauri", "vscode-file", "vscode-webview"}

// foreign is an error where neither a program of this machine sent a request nor a page that one of them shows. Browsers
// name the page in Origin, and say in Sec-Fetch-Site how far it is from here. An old one sends a form without both, which
// holds JSON only as text/plain or in parts.
func foreign(r *http.Request) error {
	kind, _, _ := strings.Cut(strings.ToLower(r.Header.Get("Content-Type")), ";")
	kind = strings.TrimSpace(kind)
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	at, err := url.Parse(origin)
	isPage := err == nil && (at.Scheme == "http" || at.Scheme == "https")
	isApp := err == nil && slices.Contains(appSchemes, at.Scheme)
	switch {
	case origin != "" && !isApp && (!isPage || !isLocal(at.Host)):
		return fmt.Errorf("a page from elsewhere sent the request (%q)", origin)
	case origin == "" && site != "" && site != "same-origin" && site != "none":
		return fmt.Errorf("a page from elsewhere sent the request (%s)", site)
	case origin+site == "" && (kind == "text/plain" || kind == "multipart/form-data"):
		return fmt.Errorf("the request is sent as %s, as a page from elsewhere could: send application/json", kind)
	}
	return nil
}

// isLocal reports whether a host, with a port or without, is this machine.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	ip := net.ParseIP(host)
	isOwnAddress := ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
	return isOwnAddress || host == "localhost" || strings.HasSuffix(host, ".localhost")
}
