package web

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// TestHostileNameInBrowser checks that a name that contains markup is shown as text, both on
// the page as it was loaded and after a live update. A server refuses such names, so the
// test stores one itself.
func TestHostileNameInBrowser(t *testing.T) {
	t.Parallel()
	browser := sshtest.OpenBrowser(t, 1280, 800)
	s := newSite(t, nil)
	mallory := player.Player{
		ID:   "SHA256:mallory",
		Name: `</title><img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`,
	}
	at := s.open(mallory, everySeat...)
	s.start(at, "m7-k7")
	browser.Open(s.address + "/table/1")
	for _, moves := range []string{"1", "2"} {
		browser.Await(`document.querySelectorAll("#moves a").length === ` + moves)
		if n := browser.Eval(`document.querySelectorAll("#seats img, #seats script, main script").length`); n != 0.0 {
			t.Errorf("a name became %v elements", n)
		}
		if title := browser.Eval(`document.title`); title == "hacked" {
			t.Error("a name ran a script")
		}
		if moves == "1" {
			s.move(at, "j1-k3")
		}
	}
	if len(browser.Errors) > 0 {
		t.Errorf("the browser reports %s", strings.Join(browser.Errors, "\n"))
	}
}

// TestPageReconnectsAfterTheProxyFailed checks that a page shows new moves again after the
// proxy in front of the site has failed for a while.
func TestPageReconnectsAfterTheProxyFailed(t *testing.T) {
	t.Parallel()
	browser := sshtest.OpenBrowser(t, 1280, 800)
	s := newSite(t, nil)
	at := s.open(inky, everySeat...)
	s.start(at, "m7-k7")
	target, err := url.Parse(s.address)
	s.must(err)
	pass := httputil.NewSingleHostReverseProxy(target)
	pass.FlushInterval = -1
	var failing atomic.Bool
	refused := make(chan struct{}, 100)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if failing.Load() {
			http.Error(w, "the server does not answer", http.StatusBadGateway)
			refused <- struct{}{}
			return
		}
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		proxy.CloseClientConnections() // end the live updates, because Close waits for them
		proxy.Close()
	})
	browser.Open(proxy.URL + "/table/1")
	browser.Await(`source && source.readyState === EventSource.OPEN`)
	failing.Store(true)
	proxy.CloseClientConnections()
	<-refused
	s.move(at, "j1-k3")
	failing.Store(false)
	browser.Await(`document.querySelectorAll("#moves a").length === 2`)
}
