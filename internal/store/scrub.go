package store

import (
	"context"
	"encoding/binary"
)

// scrubbed is how many pages are looked at in one transaction: nobody's move waits
// for more.
const scrubbed = 64

// scrub blanks what no row of the database stands in: pages that were divided or
// joined keep there what moved to others. A start after a crash begins it anew.
func (s *Store) scrub(ctx context.Context) error {
	for first := 1; ; first += scrubbed {
		last := false
		err := s.writer.submit(ctx, func(p *pen) (refused, failed error) {
			last, failed = p.scrubTrees(first)
			return nil, failed
		})
		if err != nil || last {
			return err
		}
	}
}

// scrubTrees scrubs the pages of tables and indices from one on. All others are
// blank since they came free.
func (p *pen) scrubTrees(first int) (last bool, err error) {
	var pages int
	if err := p.conn.QueryRowContext(context.Background(), `SELECT page_count FROM pragma_page_count`).Scan(&pages); err != nil {
		return false, err
	}
	for n := first; n < first+scrubbed; n++ {
		if n > pages {
			return true, nil
		}
		if err := p.scrubPage(n); err != nil {
			return false, err
		}
	}
	return false, nil
}

// scrubPage writes a page again if that is another then.
func (p *pen) scrubPage(n int) error {
	ctx := context.Background()
	var page []byte
	if err := p.conn.QueryRowContext(ctx, `SELECT data FROM sqlite_dbpage WHERE pgno = ?`, n).Scan(&page); err != nil || !clearTree(page, n) {
		return err
	}
	_, err := p.conn.ExecContext(ctx, `UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?`, page, n)
	return err
}

// The parts of a page. Source: https://www.sqlite.org/fileformat2.html, 1.6.
const (
	fileHeader = 100 // before that of the first page

	indexInner, tableInner = 2, 5
	indexLeaf, tableLeaf   = 10, 13
)

// clearTree blanks what is used by no row in page n of a table or an index: between
// the row of pointers and what they point to, and in holes. It leaves alone what is
// no such page, and what does not make sense.
func clearTree(page []byte, n int) (another bool) {
	at := 0
	if n == 1 {
		at = fileHeader
	}
	header := at + 8
	switch page[at] {
	case indexInner, tableInner:
		header += 4
	case indexLeaf, tableLeaf:
	default:
		return false
	}
	word := func(i int) int { return int(binary.BigEndian.Uint16(page[i:])) }
	from, to := header+2*word(at+3), word(at+5)
	if from > to || to > len(page) {
		return false
	}
	another = wiped(page[from:to])
	for hole := word(at + 1); hole >= to && hole+4 <= len(page); {
		next, size := word(hole), word(hole+2)
		if size < 4 || hole+size > len(page) {
			break
		}
		another = wiped(page[hole+4:hole+size]) || another
		if next <= hole {
			break
		}
		hole = next
	}
	return another
}

// wiped makes noughts of bytes, and reports whether there was anything else.
func wiped(bytes []byte) (another bool) {
	for i := range bytes {
		another = another || bytes[i] != 0
		bytes[i] = 0
	}
	return another
}
