package notify

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// TestWebhooksDoNotShowWhetherInternalNamesResolve sets webhooks at a host whose name cannot be
// looked up, at addresses that may not be called, and at a port that nobody listens on. All give
// the same answer after the same time.
func TestWebhooksDoNotShowWhetherInternalNamesResolve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPoster([]netip.Prefix{netip.MustParsePrefix("127.0.0.3/32")}, nil, time.Now)
		p.dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
			time.Sleep(20 * time.Millisecond)
			return nil, errors.New("no name server")
		}}
		for _, url := range []URL{
			"https://intranet.example/", "https://10.0.0.1/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/",
			"https://8.8.8.8:22/", "https://127.0.0.3:1/",
		} {
			began := time.Now()
			err := p.challenge(t.Context(), url, "secret")
			if !errors.Is(err, errUnreached) {
				t.Errorf("%s: %v", string(url), err)
			}
			if took := time.Since(began); took != reachTimeout {
				t.Errorf("%s: after %v", string(url), took)
			}
		}
	})
}
