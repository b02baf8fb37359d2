package ollama

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

const (
	usualHost = "127.0.0.1"
	usualPort = "11434"
)

// ParseHost reads the address of a server as Ollama's own programs read
// OLLAMA_HOST: without a scheme it is http on port 11434; with one, and without a
// port, that scheme's own port; a port that is none counts as not given; a path is
// kept. An empty one is this machine. A password in it is an error: it would be
// lost.
func ParseHost(text string) (*url.URL, error) {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "\"'"))
	scheme, rest, given := strings.Cut(text, "://")
	port := usualPort
	switch {
	case !given:
		scheme, rest = "http", text
		if text == "ollama.com" {
			scheme, port = "https", "443"
		}
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, fmt.Errorf("model server %q: the scheme is neither http nor https", text)
	}
	rest, path, _ := strings.Cut(rest, "/")
	if strings.Contains(rest, "@") {
		return nil, errors.New("model server: a user or password in the address is not supported")
	}
	host, named, err := net.SplitHostPort(rest)
	if err != nil {
		host, named = strings.Trim(rest, "[]"), ""
	}
	if host == "" {
		host = usualHost
	}
	if n, err := strconv.Atoi(named); err == nil && n >= 0 && n <= 65535 {
		port = strconv.Itoa(n)
	}
	u := &url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port), Path: path}
	if again, err := url.Parse(u.String()); err != nil || again.Host != u.Host {
		return nil, fmt.Errorf("model server %q is no address", text)
	}
	return u, nil
}
