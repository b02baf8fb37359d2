package llm

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

const usualPort = "11434"

// ParseHost reads the address of a server as Ollama's own programs read OLLAMA_HOST: without a scheme it is http on
// port 11434; with one, and without a port, that scheme's own port; a port that is none counts as not given; a path is
// kept. An empty one is this machine. A password in it is an error: it would be lost.
func ParseHost(text string) (*url.URL, error) {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "\"'"))
	if text == "ollama.com" {
		text = "https://" + text
	}
	return parse(text, usualPort)
}

// parse reads an address; port is that of one without a scheme.
func parse(text, port string) (*url.URL, error) {
	scheme, rest, given := strings.Cut(text, "://")
	switch {
	case !given:
		scheme, rest = "http", text
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
	host = cmp.Or(host, "127.0.0.1")
	if n, err := strconv.Atoi(named); err == nil && n >= 0 && n <= 65535 {
		port = strconv.Itoa(n)
	}
	u := &url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port), Path: path}
	if again, err := url.Parse(u.String()); err != nil || again.Host != u.Host {
		return nil, fmt.Errorf("model server %q is no address", text)
	}
	return u, nil
}

// ParseBase reads the base address of an OpenAI-compatible server: that of its API without a path for a request. Where
// it has no path, it is /v1. A Unix socket is unix:PATH; socket is then that path.
func ParseBase(text string) (base *url.URL, socket string, err error) {
	text = strings.TrimSpace(text)
	if path, isSocket := strings.CutPrefix(text, "unix:"); isSocket {
		if path = "/" + strings.TrimLeft(path, "/"); path == "/" {
			return nil, "", fmt.Errorf("model server %q names no socket", text)
		}
		return &url.URL{Scheme: "http", Host: "localhost", Path: "/v1"}, path, nil
	}
	if text == "" {
		return nil, "", errors.New("model server: the address is empty")
	}
	base, err = parse(text, "80")
	if err != nil {
		return nil, "", err
	}
	base.Path = cmp.Or(strings.TrimRight(base.Path, "/"), "/v1")
	return base, "", nil
}

// IsHere reports whether an address is one of this machine's own.
func IsHere(base *url.URL) bool {
	name := strings.ToLower(base.Hostname())
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && (ip.Unmap().IsLoopback() || ip.Unmap().IsUnspecified())
}
