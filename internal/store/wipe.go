package store

import (
	"context"
	"errors"
)

// blanked is how many pages are overwritten by one row.
const blanked = 256

// wiping overwrites what is deleted meanwhile, or replaced.
func (p *pen) wiping(do func() error) error {
	ctx := context.Background()
	if _, err := p.conn.ExecContext(ctx, `PRAGMA secure_delete = ON`); err != nil {
		return err
	}
	err := do()
	_, off := p.conn.ExecContext(ctx, `PRAGMA secure_delete = OFF`)
	return errors.Join(err, off)
}

// blank overwrites the pages of the file that are free: events that were moved
// stand in them still.
func (p *pen) blank() error {
	ctx := context.Background()
	var free, size int
	if err := p.conn.QueryRowContext(ctx, `SELECT freelist_count, page_size FROM pragma_freelist_count, pragma_page_size`).Scan(&free, &size); err != nil {
		return err
	}
	if _, err := p.conn.ExecContext(ctx, `CREATE TABLE blank (bytes BLOB) STRICT`); err != nil {
		return err
	}
	for ; free > 0; free -= blanked {
		if _, err := p.conn.ExecContext(ctx, `INSERT INTO blank VALUES (zeroblob(?))`, min(free, blanked)*size); err != nil {
			return err
		}
	}
	_, err := p.conn.ExecContext(ctx, `DROP TABLE blank`)
	return err
}
