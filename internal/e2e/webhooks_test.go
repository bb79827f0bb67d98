package e2e

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/service/notify"
	"quadrille/internal/sshtest"
)

// receiver is an https server on 127.0.0.1 that receives webhooks.
type receiver struct {
	*httptest.Server
	got chan received // requests that the receiver has received, except challenges, which the server sends when a URL is set

	mu                sync.Mutex
	status            int  // HTTP status to answer with; 0 for 200
	ignoresChallenges bool // whether to answer challenges wrongly
	count             int
}

type received struct {
	fields
	id, signature, body string
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{got: make(chan received, 100)}
	r.Server = httptest.NewTLSServer(r)
	t.Cleanup(r.Server.Close)
	return r
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	one := received{fields{}, request.Header.Get("Quadrille-Id"), request.Header.Get("Quadrille-Signature"), string(body)}
	_ = json.Unmarshal(body, &one.fields)
	r.mu.Lock()
	r.count++
	status, mute := r.status, r.ignoresChallenges
	r.mu.Unlock()
	if one.text("event") == "challenge" {
		if !mute {
			_, _ = io.WriteString(w, one.text("challenge"))
		}
		return
	}
	if status >= 300 && status < 400 {
		w.Header().Set("Location", "/elsewhere")
	}
	if status != 0 {
		w.WriteHeader(status)
	}
	r.got <- one
}

// next waits for the next request.
func (r *receiver) next(t *testing.T) received {
	t.Helper()
	select {
	case one := <-r.got:
		return one
	case <-time.After(20 * time.Second):
		t.Fatal("no event came")
	}
	return received{}
}

// signed checks the signature of a request.
func (one *received) signed(t *testing.T, secret string) {
	t.Helper()
	at, digits, ok := strings.Cut(strings.TrimPrefix(one.signature, "t="), ",v1=")
	if !ok || digits != notify.Sign(secret, at, []byte(one.body)) || one.id == "" || one.id != one.text("id") {
		t.Errorf("signature %q, id %q of %s", one.signature, one.id, one.body)
	}
}

// serveWebhooks starts a server that may send requests to the receiver and trusts its
// certificate.
func serveWebhooks(t *testing.T, r *receiver) *testServer {
	t.Helper()
	roots := filepath.Join(t.TempDir(), "roots.pem")
	must(t, os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw}), 0o600))
	return serveConfigured(t, fmt.Sprintf("[webhooks]\nallow = \"127.0.0.1\"\ncertificates = %q\nmax = 2\n"+
		"[web]\nlisten = \"127.0.0.1:0\"\npublic = \"https://chess.example\"\n", roots)).testServer
}

func secretOf(t *testing.T, out string) string {
	t.Helper()
	_, secret, ok := strings.Cut(strings.TrimSpace(out), "shown this once: ")
	if !ok {
		t.Fatalf("no secret in %q", out)
	}
	return secret
}

const letters = "chess4 armies=white,black clock=3d"

// TestWebhookOfAMove plays a correspondence game over ssh. The player to move gets one
// signed https request. Requests that could not be delivered are sent again after a restart.
// Private tables cause no requests. Banning or deleting an account removes its webhook.
func TestWebhookOfAMove(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	s := serveWebhooks(t, r)
	olga := newOwner(t, s)
	ann, bob := named(t, s.address, "Ann"), named(t, s.address, "Bob")
	ann.refused(t, s, "webhook set "+r.URL+"/ann", "this account is too new for a webhook")
	s.admin("Ann is now member", "role", "Ann", "member")
	r.ignoresChallenges = true
	ann.refused(t, s, "webhook set "+r.URL+"/ann", "did not answer with the challenge")
	ann.refused(t, s, "webhook show", "there is no webhook")
	r.mu.Lock()
	r.ignoresChallenges = false
	r.mu.Unlock()
	secret := secretOf(t, ann.mustRun(t, s.address, "webhook set "+r.URL+"/ann"))
	if out := ann.mustRun(t, s.address, "webhook show"); !strings.HasPrefix(out, r.URL+"/ann\nIn use since ") {
		t.Errorf("show: %q", out)
	}

	// Bob opens each table, but Ann takes White, which moves first.
	begin := func(terms string) string {
		table := strings.Fields(bob.mustRun(t, s.address, "new "+terms))[0]
		return table
	}
	table := begin(letters)
	annPlays, bobPlays := newAPIClient(t, s, ann.key, ""), newAPIClient(t, s, bob.key, "")
	sit := func(table string) {
		var id int
		_, _ = fmt.Sscan(table, &id)
		bobPlays.must(bobPlays.request("sit", fields{"table": id, "seat": "black"}))
		annPlays.must(annPlays.request("sit", fields{"table": id, "seat": "white"}))
	}
	sit(table)
	one := r.next(t)
	one.signed(t, secret)
	if one.text("event") != "your-move" || one.text("game") != "Chess4" || one.text("seat") != "white" || one.number("ply") != 0 ||
		one.text("deadline") == "" {
		t.Errorf("the first event is %s", one.body)
	}
	if want := "https://chess.example/table/" + table; one.text("link") != want {
		t.Errorf("the link is %q instead of %q", one.text("link"), want)
	}
	if strings.Contains(one.body, "Bob") {
		t.Errorf("it names somebody else: %s", one.body)
	}

	// The receiver answers the request for Ann's turn with an error. The server sends the
	// request again after it has crashed and been restarted.
	r.answer(500)
	ann.mustRun(t, s.address, "move "+table+" m7-k7")
	bob.mustRun(t, s.address, "move "+table+" b8-d8")
	failed := r.next(t)
	if failed.number("ply") != 2 {
		t.Fatalf("the second event is %s", failed.body)
	}
	s.kill()
	r.answer(0)
	s.start()
	again := r.next(t)
	if again.id != failed.id || again.body != failed.body {
		t.Errorf("after the restart came %s, before it %s", again.body, failed.body)
	}
	ann.client = nil
	for range 50 { // wait, because the server stores the delivery only after the receiver has answered
		if strings.Contains(ann.mustRun(t, s.address, "webhook show"), "0 events wait") {
			break
		}
	}
	s.kill()
	s.start() // if the server delivered the event again after the restart, the checks below would fail

	for _, who := range []*commandPlayer{olga, ann, bob} {
		who.client = nil
	}
	ann.mustRun(t, s.address, "webhook test")
	if one := r.next(t); one.text("event") != "test" {
		t.Errorf("instead of the test came %s", one.body)
	}
	out := ann.mustRun(t, s.address, "account export")
	if !strings.Contains(out, r.URL+"/ann") || strings.Contains(out, secret) {
		t.Errorf("the export has no URL, or the secret:\n%s", out)
	}
	if log := s.log.String(); strings.Contains(log, r.URL) || strings.Contains(log, "/ann") || strings.Contains(log, secret) {
		t.Errorf("the log has the URL or the secret:\n%s", log)
	}

	olga.mustRun(t, s.address, "admin ban Ann --reason spam")
	s.log.await(t, "the deletion of Ann's webhook", func(log string) bool {
		return strings.Contains(log, "the webhook of a banned account was deleted")
	})
	olga.mustRun(t, s.address, "admin unban "+strings.Fields(olga.mustRun(t, s.address, "admin bans"))[0])
	ann.client = nil
	ann.refused(t, s, "webhook show", "there is no webhook")
}

// TestWebhooksOmitPrivateTables plays at a private table and then at a public one. Only the
// second game causes a request.
func TestWebhooksOmitPrivateTables(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	s := serveWebhooks(t, r)
	ann, bob := newAPIClient(t, s, sshtest.NewKey(t), "Ann"), newAPIClient(t, s, sshtest.NewKey(t), "Bob")
	cli := &commandPlayer{name: "Ann", client: ann.client}
	s.admin("Ann is now member", "role", "Ann", "member")
	cli.mustRun(t, s.address, "webhook set "+r.URL)
	options := fields{"armies": "white,black", "clock": "3d"}
	for _, private := range []bool{true, false} {
		ask := fields{"game": "chess4", "options": options}
		if private {
			ask["options"], ask["password"] = merge(options, fields{"private": "password"}), "open sesame"
		}
		id := bob.must(bob.request("new", ask)).number("table")
		bob.must(bob.request("sit", fields{"table": id, "seat": "black"}))
		sit := fields{"table": id, "seat": "white"}
		if private {
			sit["password"] = "open sesame"
		}
		ann.must(ann.request("sit", sit))
		if !private {
			if one := r.next(t); one.number("table") != id {
				t.Errorf("instead of table %d came %s", id, one.body)
			}
		}
	}
}

// TestWebhookOfAnEvening checks that the club's webhook gets one request when an evening
// starts. Only owners can set this webhook.
func TestWebhookOfAnEvening(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	s := serveWebhooks(t, r)
	olga := newOwner(t, s)
	mod := named(t, s.address, "Mod")
	olga.mustRun(t, s.address, "admin role Mod moderator")
	mod.refused(t, s, "admin webhook set "+r.URL, "this action needs the role owner")
	secret := secretOf(t, olga.mustRun(t, s.address, "admin webhook set "+r.URL+"/club"))
	olga.mustRun(t, s.address, "evening new Thursday --game chess4")
	one := r.next(t)
	one.signed(t, secret)
	if one.text("event") != "evening" || one.text("name") != "Thursday" || one.number("evening") != 1 ||
		one.text("link") != "https://chess.example/evening" {
		t.Errorf("the event is %s", one.body)
	}
	if log := olga.mustRun(t, s.address, "admin audit"); !strings.Contains(log, "webhook-set") || strings.Contains(log, r.URL) {
		t.Errorf("audit:\n%s", log)
	}

	// If the receiver answers with status 410, the webhook is switched off. The owner gets a
	// notice.
	r.answer(410)
	olga.mustRun(t, s.address, "evening end")
	olga.mustRun(t, s.address, "evening new Friday --game chess4")
	r.next(t)
	plain := sshtest.OpenStream(t, olga.client, "Olga", "", "plain")
	plain.Expect(t, "The club's webhook is off: the webhook's server answered 410 Gone.")
	if out := olga.mustRun(t, s.address, "admin webhook"); !strings.Contains(out, "Off since") {
		t.Errorf("show: %q", out)
	}
	olga.mustRun(t, s.address, "admin webhook off")
	olga.refused(t, s, "admin webhook", "there is no webhook")
}

// TestWebhooksAreLimited tries to set webhooks that must be refused: addresses that are not
// public, redirects, plain http, webhooks of guests, and more webhooks than allowed.
func TestWebhooksAreLimited(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	strict := serveFor(t)
	ann := newCommandPlayer(t, "Ann")
	ann.mustRun(t, strict.address, "name Ann")
	strict.admin("Ann is now member", "role", "Ann", "member")
	ann.refused(t, strict, "webhook set http://example.org/", "webhooks use https only")
	const unreached = "the webhook cannot be reached: it needs HTTPS on port 443 of a public address"
	var calls sync.WaitGroup // at the same time, because each is refused after some seconds, and the budget grows meanwhile
	for _, url := range []string{r.URL, "https://169.254.169.254/latest/meta-data", "https://[::ffff:127.0.0.1]/"} {
		calls.Go(func() { ann.refused(t, strict, "webhook set "+url, unreached) })
	}
	calls.Wait()
	ann.refused(t, strict, "webhook set https://10.0.0.1/", "wait 10 seconds")
	guest := sshtest.Dial(t, strict.address, sshtest.GuestAuth())
	if _, errs, status := sshtest.Run(t, guest, "webhook set "+r.URL); status == 0 ||
		!strings.Contains(errs, "a webhook needs an account") {
		t.Errorf("guest: %d, %q", status, errs)
	}
	if r.count != 0 {
		t.Errorf("%d requests were sent nevertheless", r.count)
	}

	s := serveWebhooks(t, r)
	var people []*commandPlayer
	for _, name := range []string{"Ben", "Cid", "Dot"} {
		p := newCommandPlayer(t, name)
		p.mustRun(t, s.address, "name "+name)
		s.admin(name+" is now member", "role", name, "member")
		people = append(people, p)
	}
	people[0].mustRun(t, s.address, "webhook set "+r.URL)
	people[1].mustRun(t, s.address, "webhook set "+r.URL)
	people[2].refused(t, s, "webhook set "+r.URL, "all 2 webhooks of this server are in use")
	r.answer(302)
	people[0].refused(t, s, "webhook test", "the webhook's server redirects (HTTP status 302); set the final URL")
	people[1].mustRun(t, s.address, "account delete Cid")
	people[2].mustRun(t, s.address, "webhook set "+r.URL)
	olga := newOwner(t, s)
	olga.mustRun(t, s.address, "admin webhook set "+r.URL) // allowed, because the limit for accounts does not count the club's webhook
	if out := olga.mustRun(t, s.address, "admin webhook list"); out != "Ben\nDot\n" {
		t.Errorf("list: %q", out)
	}
	olga.mustRun(t, s.address, "admin webhook remove ben")
	people[0].refused(t, s, "webhook show", "there is no webhook")
}
