package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/service/share"
)

// A page is cached until what it shows changes, but at most for pageKept. A page with a value
// in the field `fixed`, such as the picture of a position, never changes and stays cached.
const (
	pageKept      = 30 * time.Second
	maxCacheBytes = 32 << 20
)

// page is a response to a request.
type page struct {
	kind         string // value of the Content-Type header
	body, zipped []byte
	tag          string // value of the ETag header
	made         time.Time
	version      string // version of what the page shows, when the page was made
	fixed        string // if not empty: for requests whose query parameter "v" has this value, the page never expires
}

// fresh reports whether the page is still a correct response to a request. v is the query
// parameter v of the request, and version is the current version of what the page shows.
func (p *page) fresh(v, version string) bool {
	return p.fixed != "" && p.fixed == v || p.version == version && clock.Steady().Sub(p.made) < pageKept
}

func (p *page) size() int { return len(p.body) + len(p.zipped) }

// cache caches pages by key. Pages are made in the slots of the studio, which leaves processors
// for the games.
type cache struct {
	studio *share.Studio

	mu     sync.Mutex
	pages  map[string]*page
	bytes  int                      // total size of the pages
	making map[string]chan struct{} // the pages that are being made, by key; each channel is closed when its page is complete
}

func newCache(studio *share.Studio) *cache {
	return &cache{studio: studio, pages: map[string]*page{}, making: map[string]chan struct{}{}}
}

// wanted describes a request for a page.
type wanted struct {
	key     string
	v       string        // the query parameter v of the request
	from    netip.Prefix  // the client's address
	version func() string // returns the version of what the page shows
	make    func() (*page, error)
}

// get returns a page. If it is not cached, the first caller makes it, and later callers wait.
// A client that disconnects while it waits gives its place back.
func (c *cache) get(ctx context.Context, w *wanted) (*page, error) {
	for {
		version := w.version()
		c.mu.Lock()
		if p := c.pages[w.key]; p != nil && p.fresh(w.v, version) {
			c.mu.Unlock()
			return p, nil
		}
		wait := c.making[w.key]
		if wait == nil {
			return c.make(ctx, w, version)
		}
		c.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// make makes a page and caches it. The caller must hold the lock. make releases it first.
func (c *cache) make(ctx context.Context, w *wanted, version string) (p *page, err error) {
	done := make(chan struct{})
	c.making[w.key] = done
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.making, w.key)
		close(done)
	}()
	err = c.studio.Page(ctx, w.from, func() error {
		if p, err = w.make(); err == nil {
			p.finish(version)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(w.key, p)
	return p, nil
}

// put caches a page. If there is no room, it removes others, chosen by chance: a page that many
// clients request is soon cached again, and no client can empty the cache. The caller holds the
// lock.
func (c *cache) put(key string, p *page) {
	c.remove(key)
	for other := range c.pages {
		if c.bytes+p.size() <= maxCacheBytes {
			break
		}
		c.remove(other)
	}
	c.pages[key] = p
	c.bytes += p.size()
}

// remove removes a page, if it is cached. The caller holds the lock.
func (c *cache) remove(key string) {
	if p := c.pages[key]; p != nil {
		c.bytes -= p.size()
		delete(c.pages, key)
	}
}

// finish sets the time, the version, the ETag and the compressed body of a page.
func (p *page) finish(version string) {
	p.made, p.version = clock.Steady(), version
	sum := sha256.Sum256(p.body)
	p.tag = `"` + hex.EncodeToString(sum[:12]) + `"`
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(p.body) // writing to a buffer never fails
	_ = z.Close()
	p.zipped = b.Bytes()
}
