package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"sync/atomic"
	"time"
)

// A page is cached until anything in the lobby changes, but at most for pageKept. The
// picture of a position never changes and is cached without these limits.
const (
	pageKept = 30 * time.Second
	maxPages = 500
	// rendersAtOnce bounds how many pages and pictures are rendered at a time, so that
	// viewers do not slow down games.
	rendersAtOnce = 2
)

// page is a response to a request.
type page struct {
	kind          string // value of the Content-Type header
	body, zipped  []byte
	tag           string // value of the ETag header
	made          time.Time
	version       uint64 // version of the lobby when the page was made
	never, always bool   // never cached; cached even if the lobby changes
}

// cache caches pages by key.
type cache struct {
	version *atomic.Uint64 // version of the lobby
	slots   chan struct{}

	mu     sync.Mutex
	pages  map[string]*page
	making map[string]chan struct{} // closed when the page is complete
}

func newCache(version *atomic.Uint64) *cache {
	return &cache{version: version, slots: make(chan struct{}, rendersAtOnce), pages: map[string]*page{}, making: map[string]chan struct{}{}}
}

// get returns the page with a key. If the page is not cached, one caller makes it and the
// others wait for it.
func (c *cache) get(key string, make func() (*page, error)) (*page, error) {
	for {
		version := c.version.Load()
		c.mu.Lock()
		if p := c.pages[key]; p != nil && (p.always || p.version == version && time.Since(p.made) < pageKept) {
			c.mu.Unlock()
			return p, nil
		}
		if wait := c.making[key]; wait != nil {
			c.mu.Unlock()
			<-wait
			continue
		}
		return c.make(key, version, make)
	}
}

// make makes a page and caches it. The caller holds the lock; make releases it.
func (c *cache) make(key string, version uint64, f func() (*page, error)) (*page, error) {
	done := make(chan struct{})
	c.making[key] = done
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.making, key)
		close(done)
	}()
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	p, err := f()
	if err != nil {
		return nil, err
	}
	p.finish(version)
	if p.never {
		return p, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pages) >= maxPages {
		clear(c.pages)
	}
	c.pages[key] = p
	return p, nil
}

// finish sets the times, the tag and the compressed body of a page.
func (p *page) finish(version uint64) {
	p.made, p.version = time.Now(), version
	sum := sha256.Sum256(p.body)
	p.tag = `"` + hex.EncodeToString(sum[:12]) + `"`
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(p.body) // writing to a buffer never fails
	_ = z.Close()
	p.zipped = b.Bytes()
}
