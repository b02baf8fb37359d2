package enrich

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hasty is a server that answers as soon as it has the head of a request, reads the rest afterwards, and keeps the
// connection.
func hasty(t *testing.T) (address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	serve := func(c net.Conn) {
		defer c.Close() //nolint:errcheck // the client is done
		for in := bufio.NewReader(c); ; {
			req, err := http.ReadRequest(in)
			if err != nil {
				return
			}
			fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nanswer")
			_, _ = io.Copy(io.Discard, req.Body)
		}
	}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return "http://" + listener.Addr().String()
}

// Every answer of a server that answers before it was sent all arrives whole, whether the proxy has read the request or
// passes it on as it comes.
func TestEarlyAnswersArrive(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path          string
		size          int
		lengthIsKnown bool
	}{
		{"/api/chat", 0, true},
		{"/api/chat", 300_000, true},
		{"/api/chat", 300_000, false},
		{"/api/embed", 4_000_000, true}, // passed on as it comes
		{"/api/embed", 4_000_000, false},
	} {
		address, told := front(t, hasty(t), always)
		body := plainChat + strings.Repeat(" ", test.size)
		ask := func() (answer string, err error) {
			var sent io.Reader = strings.NewReader(body)
			if !test.lengthIsKnown {
				sent = io.MultiReader(sent)
			}
			res, err := http.Post(address+test.path, "application/json", sent)
			if err != nil {
				return "", err
			}
			defer res.Body.Close() //nolint:errcheck // was only read
			b, err := io.ReadAll(res.Body)
			return fmt.Sprint(res.StatusCode, " ", string(b)), err
		}
		var clients sync.WaitGroup
		for range 8 {
			clients.Go(func() {
				for range 8 {
					answer, err := ask()
					assert.NoErrorf(t, err, "%+v", test)
					assert.Equalf(t, "200 answer", answer, "%+v", test)
				}
			})
		}
		clients.Wait()
		for _, p := range told() {
			assert.NoErrorf(t, p.Trouble, "%+v", test)
		}
	}
}

// Requests that do not say how long they are take the room that they need: many small ones get their notes at once.
func TestRequestsOfUnknownLengthTakeLittleRoom(t *testing.T) {
	t.Parallel()
	u := newUpstream(t)
	address, _ := front(t, u.URL, always)
	const many = 2 * roomForAll / largestRequest
	var streams sync.WaitGroup
	for range many {
		body := io.MultiReader(strings.NewReader(`{"stream":true,` + plainChat[1:]))
		res, err := http.Post(address+"/api/chat", "application/json", body)
		require.NoError(t, err)
		assert.Equal(t, `{"stream":true,`+withFacts[1:], u.last())
		streams.Go(func() { _, _ = io.Copy(io.Discard, res.Body); _ = res.Body.Close() })
	}
	close(u.next)
	streams.Wait()
}
