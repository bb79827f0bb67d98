package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"
)

// A page is cached until anything in the lobby changes, but at most for pageKept. A page
// with a value in the field `fixed`, such as the picture of a position, never changes and
// stays cached.
const (
	pageKept      = 30 * time.Second
	maxCacheBytes = 32 << 20
	// rendersAtOnce is the maximum number of pages and pictures that are rendered at the same
	// time, so that viewers do not slow down games.
	rendersAtOnce = 2
)

// page is a response to a request.
type page struct {
	kind         string // value of the Content-Type header
	body, zipped []byte
	tag          string // value of the ETag header
	made         time.Time
	version      uint64 // version of the lobby when the page was made
	fixed        string // if not empty: for requests whose query parameter "v" has this value, the page never expires
}

// fresh reports whether the page is still a correct response to a request. v is the query
// parameter v of the request, and version is the current version of the lobby.
func (p *page) fresh(v string, version uint64) bool {
	return p.fixed != "" && p.fixed == v || p.version == version && time.Since(p.made) < pageKept
}

func (p *page) size() int { return len(p.body) + len(p.zipped) }

// cache caches pages by key.
type cache struct {
	version func() uint64 // returns the version of the lobby
	slots   chan struct{}

	mu     sync.Mutex
	pages  map[string]*page
	bytes  int                      // total size of the pages
	making map[string]chan struct{} // the pages that are being made, by key; each channel is closed when its page is complete
}

func newCache(version func() uint64) *cache {
	return &cache{version: version, slots: make(chan struct{}, rendersAtOnce), pages: map[string]*page{}, making: map[string]chan struct{}{}}
}

// get returns the page with the given key. The argument `v` is the query parameter v of
// the request. If the page is not cached, the first caller calls the function `make`, and later
// callers wait.
func (c *cache) get(key, v string, make func() (*page, error)) (*page, error) {
	for {
		version := c.version()
		c.mu.Lock()
		if p := c.pages[key]; p != nil && p.fresh(v, version) {
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

// make calls f to make a page, and caches the page. The caller must hold the lock. make
// releases the lock before it calls f.
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
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, p)
	return p, nil
}

// put caches a page. The caller holds the lock.
func (c *cache) put(key string, p *page) {
	if old := c.pages[key]; old != nil {
		c.bytes -= old.size()
	}
	if c.bytes+p.size() > maxCacheBytes {
		clear(c.pages)
		c.bytes = 0
	}
	c.pages[key] = p
	c.bytes += p.size()
}

// finish sets the time, the version, the ETag and the compressed body of a page.
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
