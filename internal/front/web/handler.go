package web

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/share"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

//go:embed static templates
var files embed.FS

// functions contains the functions that templates can call.
var functions = template.FuncMap{
	"before": func(n int) int { return max(0, n-1) },
	// after returns the number of the next move. It returns 0 if that is the last move,
	// because the page shows the last move by default.
	"after": func(n, end int) int {
		if n+1 >= end {
			return 0
		}
		return n + 1
	},
	"games": func(base string, games []gameBody) map[string]any {
		return map[string]any{"Base": base, "Games": games}
	},
}

// templates returns a template for each page, by name, which it parses once. Each template includes page.html and
// image.html.
var templates = sync.OnceValue(func() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, name := range []string{"index", "table", "games", "ladder", "evening"} {
		t := template.New("page.html").Funcs(functions)
		all[name] = template.Must(t.ParseFS(files, "templates/page.html", "templates/image.html", "templates/"+name+".html"))
	}
	return all
})

// security holds the security headers of every response. Browsers must load nothing from
// other servers and execute only the script of this site.
var security = map[string]string{
	"Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// errNotFound is the error for pages that do not exist, and for pages that strangers may not
// see.
var errNotFound = errors.New("not found")

// handler serves the pages both under the base path and without it, because some proxies
// remove the base path.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, one := range []struct {
		path  string
		build func(*http.Request) (*page, error)
		query []string // the query parameters that the page reads
	}{
		{"/{$}", s.index, nil},
		{"/table/{id}", s.tablePage, []string{"move", "seat"}},
		{"/table/{id}/board.svg", s.boardImage, []string{"move", "seat", "theme", "size"}},
		{"/games", s.games, []string{"before"}},
		{"/ladder", s.ladder, nil},
		{"/evening", s.evening, nil},
		{"/feed.atom", s.atomFeed, nil},
		{"/feed.json", s.jsonFeed, nil},
		{"/static/{name}", static, nil},
	} {
		mux.HandleFunc("GET "+one.path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, one.build, one.query) })
	}
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("GET /updates", func(w http.ResponseWriter, r *http.Request) { s.stream(w, r, 0) })
	mux.HandleFunc("GET /table/{id}/updates", s.tableStream)
	mux.HandleFunc(nothing, func(w http.ResponseWriter, _ *http.Request) { s.fail(w, http.StatusNotFound) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.guard(mux, w, r) })
}

// nothing is the pattern of the paths that no other pattern matches. They have no page.
const nothing = "GET /"

// withoutBase removes the base path from a request. If there is a page at the unchanged path,
// it leaves the path unchanged, because the proxy may already have removed the base path.
func (s *Server) withoutBase(mux *http.ServeMux, r *http.Request) *http.Request {
	if _, pattern := mux.Handler(r); pattern != nothing {
		return r
	}
	rest, ok := strings.CutPrefix(r.URL.Path, s.base)
	if !ok || rest != "" && rest[0] != '/' {
		return r
	}
	u := *r.URL
	u.Path, u.RawPath = "/"+strings.TrimPrefix(rest, "/"), ""
	r = r.Clone(r.Context())
	r.URL = &u
	return r
}

// guard sets the headers of every response, limits requests, and recovers from panics.
func (s *Server) guard(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	defer func() {
		if fault := recover(); fault != nil {
			s.Logger.Error(
				"cannot render a page",
				slog.String("path", r.URL.Path),
				slog.String("error", fmt.Sprint(fault)),
				slog.String("stack", string(debug.Stack())),
			)
			panic(http.ErrAbortHandler)
		}
	}()
	for name, value := range security {
		w.Header().Set(name, value)
	}
	if !s.Index {
		w.Header().Set("X-Robots-Tag", "noindex, nofollow")
	}
	// Without this check, the mux would redirect a path with /../ and lose the base path.
	clean := path.Clean(r.URL.Path) == r.URL.Path || path.Clean(r.URL.Path)+"/" == r.URL.Path
	r = s.withoutBase(mux, r)
	own := r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/static/") || r.URL.Path == "/robots.txt"
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		s.fail(w, http.StatusMethodNotAllowed)
	case !clean, len(r.URL.RawQuery) > 200:
		s.fail(w, http.StatusNotFound)
	case !s.clients.allow(s.clients.addressOf(r), clock.Steady()):
		w.Header().Set("Retry-After", "5")
		s.fail(w, http.StatusTooManyRequests)
	case s.closed() && !own:
		s.fail(w, http.StatusNotFound)
	default:
		mux.ServeHTTP(w, r)
	}
}

// closed reports whether strangers may see only the name of the club.
func (s *Server) closed() bool {
	return s.Club.Settings.Entry() == club.MembersOnly && !s.MembersOnly
}

// pageTimeout limits the time for making a page.
const pageTimeout = 20 * time.Second

// serve responds with a page, from the cache if possible. The cache key contains only the
// query parameters that the page reads, so that other query parameters cannot fill the
// cache.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, build func(*http.Request) (*page, error), query []string) {
	given, known := r.URL.Query(), url.Values{}
	for _, name := range query {
		if given.Has(name) {
			known.Set(name, given.Get(name))
		}
	}
	began, v := clock.Steady(), given.Get("v")
	p, err := s.cache.get(r.Context(), &wanted{
		key: fmt.Sprint(s.closed(), " ", r.URL.Path, "?", known.Encode()), v: v, from: s.clients.addressOf(r), version: s.versionOf(r),
		make: func() (*page, error) {
			ctx, cancel := context.WithTimeout(s.work, pageTimeout)
			defer cancel()
			return build(r.WithContext(ctx))
		},
	})
	switch {
	case errors.Is(err, errNotFound), errors.Is(err, table.ErrNoTable):
		lobby.HideDuration(r.Context(), began)
		s.fail(w, http.StatusNotFound)
		return
	case r.Context().Err() != nil: // the client has disconnected
		return
	case refusal.Of(err) == share.Crowded:
		w.Header().Set("Retry-After", "5")
		s.fail(w, http.StatusServiceUnavailable)
		return
	case err != nil:
		if s.work.Err() == nil {
			s.Logger.Warn("cannot render a page", "path", r.URL.Path, "error", err.Error())
		}
		s.fail(w, http.StatusServiceUnavailable)
		return
	}
	head := w.Header()
	head.Set("Content-Type", p.kind)
	head.Set("ETag", p.tag)
	head.Set("Vary", "Accept-Encoding")
	head.Set("Cache-Control", "no-cache")
	if p.fixed != "" && p.fixed == v {
		head.Set("Cache-Control", "public, max-age=86400, immutable")
	}
	if strings.Contains(r.Header.Get("If-None-Match"), p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := p.body
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		head.Set("Content-Encoding", "gzip")
		body = p.zipped
	}
	head.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

// versionOf returns a function that returns the version of what a page shows: of one table if
// the page is about a table, of nothing for a static file, and of the whole lobby otherwise.
func (s *Server) versionOf(r *http.Request) func() string {
	if r.PathValue("name") != "" {
		return func() string { return "" }
	}
	if id, ok := tableID(r); ok {
		return func() string {
			return fmt.Sprint(s.Lobby.Deletions(), s.Lobby.View().Evening != nil, s.live.state(id))
		}
	}
	return func() string { return fmt.Sprint(s.Lobby.Deletions(), " ", s.live.version.Load()) }
}

// fail responds with an HTTP status and no details.
func (s *Server) fail(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, http.StatusText(status))
}

// static returns the style sheet, the script or the icon.
func static(r *http.Request) (*page, error) {
	name := r.PathValue("name")
	kind := map[string]string{
		"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8",
		"icon.svg": "image/svg+xml",
	}[name]
	if kind == "" {
		return nil, errNotFound
	}
	body, err := files.ReadFile("static/" + name)
	return &page{kind: kind, body: body}, err
}

func (s *Server) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	disallow := "/"
	if s.Index {
		disallow = ""
	}
	_, _ = fmt.Fprintf(w, "User-agent: *\nDisallow: %s\n", disallow)
}

func (s *Server) tableStream(w http.ResponseWriter, r *http.Request) {
	id, ok := tableID(r)
	if !ok {
		s.fail(w, http.StatusNotFound)
		return
	}
	if s.Lobby.Line("", id) == nil {
		s.fail(w, http.StatusNotFound)
		return
	}
	s.stream(w, r, id)
}

func tableID(r *http.Request) (table.ID, bool) {
	n, ok := parseNumber(r.PathValue("id"), math.MaxInt64)
	return table.ID(n), ok && n > 0
}

// parseNumber parses a number from 0 to a maximum. It refuses other spellings of a number,
// such as 01.
func parseNumber(text string, most int64) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n >= 0 && n <= most && strconv.FormatInt(n, 10) == text
}

// data holds the values for the template of any page.
type data struct {
	Club, Base, Title, SSH string
	Closed                 bool // whether only the name of the club is shown
	Evening                bool // whether an evening is running
	Live                   string
	Body                   any
}

// html renders a page from a template.
func (s *Server) html(name, title, live string, body any) (*page, error) {
	d := data{Base: s.base, Title: title, SSH: s.SSH, Live: live, Body: body, Closed: s.closed()}
	d.Club, _ = s.Club.Settings.Get(club.SetName)
	if d.Club == "" {
		d.Club = "Quadrille"
	}
	if !d.Closed {
		d.Evening = s.Lobby.View().Evening != nil
	}
	var b bytes.Buffer
	err := templates()[name].Execute(&b, d)
	return &page{kind: "text/html; charset=utf-8", body: b.Bytes()}, err
}

// publicView returns the view of a requested table. It fails if strangers may not watch the
// table.
func (s *Server) publicView(r *http.Request) (*table.View, error) {
	id, ok := tableID(r)
	if !ok {
		return nil, errNotFound
	}
	return s.viewOf(r.Context(), id)
}

// viewOf returns a table as strangers see it, or an error if they may not see it.
func (s *Server) viewOf(ctx context.Context, id table.ID) (*table.View, error) {
	// read this before the view, so that a view with the name of an account deleted meanwhile is not cached
	deletions := s.Lobby.Deletions()
	if v := s.finished.get(id, deletions); v != nil {
		return v, nil
	}
	t, err := s.Lobby.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	v := t.Seen("")
	if v.Phase == table.Finished {
		s.finished.put(v, deletions)
	}
	return v, nil
}

// recent caches the views of finished games for a short time, because reading their events
// costs more than rendering a page.
type recent struct {
	mu        sync.Mutex
	views     map[table.ID]kept
	deletions uint64 // the result of Lobby.Deletions when the views were read
}

type kept struct {
	view *table.View
	at   time.Time
}

const (
	viewKept = time.Minute
	maxViews = 64
)

// get returns a cached view, or nil. The parameter `deletions` is the current result of
// [lobby.Lobby.Deletions].
func (c *recent) get(id table.ID, deletions uint64) *table.View {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deletions != deletions {
		c.views, c.deletions = nil, deletions
	}
	if k, ok := c.views[id]; ok && clock.Steady().Sub(k.at) < viewKept {
		return k.view
	}
	return nil
}

// put caches a view, unless an account was deleted while the view was read. The parameter
// `deletions` is the number that [lobby.Lobby.Deletions] returned before the view was read.
func (c *recent) put(v *table.View, deletions uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deletions != deletions {
		return
	}
	if c.views == nil || len(c.views) >= maxViews {
		c.views = map[table.ID]kept{}
	}
	c.views[v.ID] = kept{v, clock.Steady()}
}

// summaries returns the tables in a phase, except those that strangers may not watch.
func (s *Server) summaries(phase table.Phase) (list []*view.Summary) {
	for _, t := range s.Lobby.View().Tables {
		if t.Phase == phase {
			list = append(list, t)
		}
	}
	return list
}
