package parts

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// DB is the database that all parts of a store share.
type DB struct {
	Backend
	Dialect
	Name  string       // name of the database in error messages
	Read  Queryer      // runs statements that only read, outside of transactions
	Clock *clock.Clock // nil means the system's clock

	// Deleted is called when an account has been deleted, and Rewrote when stored events of
	// a table were rewritten. Both may be nil.
	Deleted func(ctx context.Context) error
	Rewrote func(id table.ID)
	// Notify is called after each change that other processes must learn of. Its argument
	// is the topic of the change. The function may be nil.
	Notify func(topic string)

	mu sync.Mutex
	// anonymous holds the anonymous ID of each account that was deleted since the program
	// started.
	anonymous map[player.ID]player.ID
}

// The topics of [DB.Notify].
const (
	TopicAudit = "audit" // the audit log or the bot accounts changed
	TopicKeys  = "keys"  // a key was removed from its account, or an account was deleted
	TopicNews  = "news"  // an item of [News] was stored
)

// tell calls Notify if err is nil, or if err says that the change may have been stored. It
// returns err.
func (s *DB) tell(topic string, err error) error {
	if s.Notify != nil && (err == nil || errors.Is(err, table.ErrUnsure)) {
		s.Notify(topic)
	}
	return err
}

// Backend runs transactions.
type Backend interface {
	// Update calls the function `do` in a transaction, and returns nil when the changes are
	// durable. The function may return an error as its first result (refused) only if it has
	// changed nothing; Update then returns this error. If the function returns an error as
	// its second result (failed), the transaction is rolled back. Update may call the
	// function several times.
	Update(ctx context.Context, do func(tx *Tx) (refused, failed error)) error
	// Offer asks the backend to call the function `do` in a transaction at some later time. If
	// the database is busy, the function may never be called.
	Offer(do func(tx *Tx) (refused, failed error))
	// Trouble turns an error of the database into an error that may be shown to people.
	Trouble(err error) error
}

// Dialect contains the SQL that differs between databases.
type Dialect struct {
	// PrivateTerms is an SQL condition about e, the opening event of a table. It is true if
	// the table is private.
	PrivateTerms string
	// SameName is an SQL condition that is true if the column called name equals a
	// parameter, ignoring case. It contains the verb %s for the parameter.
	SameName string
	// EventTables lists the SQL tables that hold the events of tables.
	EventTables []string
	// Rewritten is an SQL statement to execute after the store has rewritten events of a
	// table. The statement's parameter is the number of the table. Rewritten may be empty.
	Rewritten string
}

// Queryer runs statements. The types DB, Conn and Tx of package database/sql are Queryers.
type Queryer interface {
	ExecContext(ctx context.Context, text string, values ...any) (sql.Result, error)
	QueryContext(ctx context.Context, text string, values ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, text string, values ...any) *sql.Row
}

// Tx runs statements in an open transaction.
type Tx struct {
	Context context.Context
	Queryer Queryer
	// Run identifies this process among the processes that share the database. It is empty
	// if no other process can share it.
	Run string
}

// Exec executes a statement.
func (tx *Tx) Exec(text string, values ...any) error {
	_, err := tx.Queryer.ExecContext(tx.Context, text, values...)
	return err
}

// Row returns the first row of a query.
func (tx *Tx) Row(text string, values ...any) *sql.Row {
	return tx.Queryer.QueryRowContext(tx.Context, text, values...)
}

// insert executes an INSERT statement with a RETURNING clause, and returns the number that
// the statement yields.
func (tx *Tx) insert(text string, values ...any) (number int64, err error) {
	err = tx.Row(text, values...).Scan(&number)
	return number, err
}

// Parts contains those parts of a store that are the same for SQLite and PostgreSQL.
type Parts struct {
	*DB
	Accounts *Accounts
	Keyring  *Keyring
	Settings *Settings
	Evenings *Evenings
	Audit    *Audit
	Quotas   *Quotas
}

// New returns the parts that the stores for SQLite and PostgreSQL have in common.
func New(db *DB) *Parts {
	db.anonymous = map[player.ID]player.ID{}
	return &Parts{
		DB: db, Accounts: &Accounts{DB: db, exports: make(chan struct{}, 1)}, Keyring: &Keyring{DB: db},
		Settings: &Settings{db}, Evenings: &Evenings{db}, Audit: &Audit{db}, Quotas: &Quotas{db},
	}
}
