package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Limits and header names of a request to a webhook.
const (
	postTimeout  = 10 * time.Second
	reachTimeout = 3 * time.Second // for looking up the host and connecting to it
	answerBytes  = 4 << 10
	headerBytes  = 16 << 10
	maxURLBytes  = 500
	userAgent    = "Quadrille-Webhook/1"
	idHeader     = "Quadrille-Id"
	signedHeader = "Quadrille-Signature"
)

// URL is the address of a webhook. Anybody who knows it can send requests to it. Therefore
// it is never logged, and formatting it gives "(secret)".
type URL string

// String hides the address.
func (URL) String() string { return "(secret)" }

// GoString hides the address.
func (URL) GoString() string { return "(secret)" }

// LogValue hides the address.
func (URL) LogValue() slog.Value { return slog.StringValue("(secret)") }

// parseURL parses the URL of a webhook and returns an error if it is not suitable.
func parseURL(text string) (URL, error) {
	u, err := url.Parse(text)
	switch {
	case len(text) > maxURLBytes:
		return "", fmt.Errorf("the URL is too long: at most %d bytes", maxURLBytes)
	case err != nil || u.Host == "" || u.Hostname() == "" || u.Opaque != "":
		return "", errors.New("that is not a URL: write one like https://example.org/quadrille")
	case u.Scheme != "https":
		return "", errors.New("webhooks use https only: write a URL like https://example.org/quadrille")
	case u.User != nil:
		return "", errors.New("a webhook's URL cannot have a user name; put a secret word into its path")
	case u.Fragment != "":
		return "", errors.New("a webhook's URL cannot have a part after #; leave it out")
	}
	return URL(text), nil
}

// host returns the host name in the URL.
func (u URL) host() string {
	parsed, err := url.Parse(string(u))
	if err != nil {
		return ""
	}
	return strings.ToLower(parsed.Hostname())
}

// poster sends requests to webhooks. It follows no redirects, uses no proxy, and checks the
// certificate and the address of each connection.
type poster struct {
	client http.Client
	dialer *net.Dialer
	now    func() time.Time
}

func newPoster(allowed []netip.Prefix, roots *x509.CertPool, now func() time.Time) *poster {
	p := &poster{now: now, dialer: &net.Dialer{ControlContext: mayCall(allowed)}}
	p.client = http.Client{
		Timeout:       postTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:                  nil,
			DialContext:            p.reach,
			TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
			DisableKeepAlives:      true, // every request makes a new connection, so that the receiver's address is checked each time
			MaxResponseHeaderBytes: headerBytes,
		},
	}
	return p
}

// errUnreached is the error if there is no connection to a webhook. The text is the same for a
// host name that cannot be looked up, for an address that the server may not call, and for a
// host that does not accept the connection, so that it reveals nothing about the server's network.
var errUnreached = errors.New("the webhook cannot be reached: it needs HTTPS on port 443 of a public address")

// reach opens a connection to a webhook. Every failure takes the time reachTimeout, so that this
// time tells nothing about the server's network either.
func (p *poster) reach(ctx context.Context, network, address string) (net.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, reachTimeout)
	defer cancel()
	c, err := p.dialer.DialContext(limited, network, address)
	if err != nil {
		<-limited.Done()
		return nil, errUnreached
	}
	return c, nil
}

// errUnsubscribed is the error for a receiver that wants no further events.
var errUnsubscribed = errors.New("the webhook's server answered 410 Gone")

// post sends a body with its signature, and returns the beginning of the response. The
// text of each error can follow the word "because".
func (p *poster) post(ctx context.Context, to URL, secret, id string, body []byte) (answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, string(to), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the webhook's URL is not valid")
	}
	at := strconv.FormatInt(p.now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set(idHeader, id)
	request.Header.Set(signedHeader, "t="+at+",v1="+Sign(secret, at, body))
	response, err := p.client.Do(request)
	if err != nil {
		return nil, unreached(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = io.ReadAll(io.LimitReader(response.Body, answerBytes))
	switch {
	case response.StatusCode == http.StatusGone:
		return nil, errUnsubscribed
	case response.StatusCode >= 300 && response.StatusCode < 400:
		return nil, fmt.Errorf("the webhook's server redirects (HTTP status %d); set the final URL", response.StatusCode)
	case response.StatusCode < 200 || response.StatusCode > 299:
		return nil, fmt.Errorf("the webhook's server answered with HTTP status %d", response.StatusCode)
	case err != nil:
		return nil, errors.New("the response of the webhook's server was incomplete")
	}
	return answer, nil
}

// unreached returns an error that says why there was no response. It contains neither the
// URL nor an address.
func unreached(err error) error {
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, errUnreached):
		return errUnreached
	case errors.As(err, &certificate):
		return errors.New("the webhook's certificate is not valid")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fmt.Errorf("the webhook's server did not answer within %d seconds", postTimeout/time.Second)
	}
	return errors.New("the connection to the webhook broke off")
}

// Sign returns the signature of a body. It is the HMAC-SHA256 of the time, a dot and the
// body, in hexadecimal digits. The time is in seconds since 1970.
func Sign(secret, at string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = mac.Write([]byte(at + "."))
	_, _ = mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// challenge sends a random word to a webhook and checks that the response contains it.
// The server therefore calls only receivers that have agreed to be called.
func (p *poster) challenge(ctx context.Context, to URL, secret string) error {
	word, id := rand.Text(), rand.Text()
	body, err := json.Marshal(
		map[string]any{"version": 1, "id": id, "event": "challenge", "challenge": word, "at": p.now().UTC().Truncate(time.Second)},
	)
	if err != nil {
		return err
	}
	answer, err := p.post(ctx, to, secret, id, body)
	if err != nil {
		return err
	}
	var fields struct{ Challenge string }
	if strings.TrimSpace(string(answer)) == word || json.Unmarshal(answer, &fields) == nil && fields.Challenge == word {
		return nil
	}
	return errors.New("the webhook's server did not answer with the challenge; see docs/webhooks.md")
}
