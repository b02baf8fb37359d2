package llm

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
)

// guarded is a client that speaks to one host only, and not by way of a proxy: a redirection or an empty answer in the
// server's place is an error. It connects to a Unix socket where one is named.
func guarded(base *url.URL, socket string, transport http.RoundTripper) *http.Client {
	if transport == nil {
		direct := http.DefaultTransport.(*http.Transport).Clone()
		direct.Proxy = nil
		if socket != "" {
			direct.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "unix", socket)
			}
		}
		transport = direct
	}
	return &http.Client{
		Transport: guard{base.Host, transport},
		CheckRedirect: func(to *http.Request, _ []*http.Request) error {
			return fmt.Errorf("it redirects to %s, which gets no lessons", to.URL.Host)
		},
	}
}

type guard struct {
	host string
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (g guard) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host != g.host {
		return nil, fmt.Errorf("%s is not the configured server", request.URL.Host)
	}
	response, err := g.next.RoundTrip(request)
	if err == nil && response.StatusCode >= http.StatusBadRequest && response.ContentLength == 0 {
		_ = response.Body.Close()                                      // empty
		return nil, fmt.Errorf("an empty answer: %s", response.Status) // as proxies give it
	}
	return response, err
}
