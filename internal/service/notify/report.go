package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/lock"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/reserve"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Limits of reports.
const (
	linesReported = 20 // maximum number of chat lines stored with a report
	whyCells      = 200
	reportBurst   = 3 // number of reports that an account may file without a pause; after that, one report every reportEvery
	reportEvery   = 10 * time.Minute
	openReports   = 500                 // maximum number of open reports; further reports are refused until moderators close some
	reportsKept   = 90 * 24 * time.Hour // time after which closed reports are deleted
)

// Channel says where a line of chat was written. Because its values are stored, they must
// never be changed.
type Channel string

// The channels of chat.
const (
	AtTable       Channel = ""
	Spectators    Channel = "spectators"
	InTeam        Channel = "team"    // the chat of the reporter's team
	DirectMessage Channel = "message" // a direct message between the reporter and the reported person
	InLobby       Channel = "lobby"
)

// Line is a line of chat that is stored with a report.
type Line struct {
	At      time.Time
	By      player.ID
	Channel Channel
	Text    string
}

// Report is a report that a player has filed with the moderators about another person.
type Report struct {
	Number    int64
	At        time.Time
	By, About player.ID
	Reason    string   // may be empty
	Table     table.ID // table at which the reporter was; 0 if they were at no table
	Lines     []Line   // last chat lines that the reporter could read, oldest first

	Closed   time.Time // time when a moderator closed the report; zero while it is open
	ClosedBy player.ID
	Outcome  string
}

// Open reports whether r is open, that is, whether no moderator has closed it.
func (r *Report) Open() bool { return r.Closed.IsZero() }

// AlreadyClosed returns the error for a report that a moderator has already closed.
func AlreadyClosed(number int64) error { return fmt.Errorf("report %d is already closed", number) }

// ReportStore stores reports. When a method returns nil, its changes are on disk.
type ReportStore interface {
	AddReport(ctx context.Context, r Report) (number int64, err error)
	// Reports returns all reports, oldest first, each with its lines of chat.
	Reports(ctx context.Context) ([]Report, error)
	// CloseReport records that a moderator has closed a report. It returns [AlreadyClosed] if
	// the report is not open.
	CloseReport(ctx context.Context, r Report) error
	// DropReports deletes the reports that were closed before the given time.
	DropReports(ctx context.Context, closedBefore time.Time) error
}

// ReportHelp says what commands and requests do that report somebody.
const ReportHelp = "report a player to the moderators"

// Reports stores reports and shows them to moderators. A moderator never sees a report about
// themselves.
type Reports struct {
	reloading lock.Mutex // held during Reload
	club      *club.Club
	store     ReportStore
	board     *Board
	called    func(ctx context.Context, name string) (player.Player, bool, error)
	// contact returns the messages between two accounts. It may be nil.
	contact func(ctx context.Context, by, about player.ID) []Line

	changes lock.Mutex // held while a report is checked against the limits and stored

	mu    sync.Mutex
	all   []Report
	paces *reserve.Buckets[player.ID]
}

// OpenReports reads the stored reports. The function `called` looks up an account by its name.
// The notice board shows moderators the number of open reports.
func OpenReports(
	ctx context.Context,
	theClub *club.Club,
	store ReportStore,
	board *Board,
	called func(context.Context, string) (player.Player, bool, error),
) (*Reports, error) {
	r := &Reports{
		club: theClub, store: store, board: board, called: called,
		paces: reserve.NewBuckets[player.ID](rate.Every(reportEvery), reportBurst),
	}
	if err := r.Reload(ctx); err != nil {
		return nil, err
	}
	board.AddSource(r.notices)
	return r, nil
}

// AddContact sets a function that returns the messages between two accounts. The method File
// adds the messages between the reporter and the reported person to the report. AddContact
// must be called before any report is filed.
func (r *Reports) AddContact(contact func(ctx context.Context, by, about player.ID) []Line) {
	r.contact = contact
}

// Run deletes reports that were closed long ago, once a day until ctx is done.
func (r *Reports) Run(ctx context.Context, logger *slog.Logger) {
	tick := time.NewTicker(24 * time.Hour)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := r.Reload(ctx); err != nil && ctx.Err() == nil {
				logger.Error("cannot delete old reports", "error", err.Error())
			}
		case <-ctx.Done():
			return
		}
	}
}

// Reload reads the reports again, and deletes those that were closed long ago. Call it after
// an account has been deleted.
func (r *Reports) Reload(ctx context.Context) error {
	r.reloading.Lock() // otherwise an older list could replace a newer one
	defer r.reloading.Unlock()
	err := r.store.DropReports(ctx, r.board.now().Add(-reportsKept))
	if err != nil {
		return err
	}
	all, err := r.store.Reports(ctx)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.all = all
	r.mu.Unlock()
	r.board.Changed()
	return nil
}

// notices returns a notice for moderators that says how many reports are open.
func (r *Reports) notices(who player.ID) []Notice {
	if r.club.Role(who) < club.Moderator {
		return nil
	}
	var open []Report
	for _, one := range r.visible(who) {
		if one.Open() {
			open = append(open, one)
		}
	}
	switch n := len(open); n {
	case 0:
		return nil
	case 1:
		return []Notice{
			{
				Kind:   ReportsWaiting,
				Number: open[0].Number,
				Text:   fmt.Sprintf("Report %d waits for a moderator: ssh HOST admin report %[1]d", open[0].Number),
			},
		}
	default:
		return []Notice{
			{
				Kind:   ReportsWaiting,
				Number: open[n-1].Number,
				Text:   fmt.Sprintf("%d reports wait for a moderator: ssh HOST admin reports", n),
			},
		}
	}
}

// visible returns the reports that a moderator may read. These are all reports except those
// about the moderator.
func (r *Reports) visible(who player.ID) []Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.all), func(one Report) bool { return one.About == who && who != "" })
}

// By returns the reports that an account has filed.
func (r *Reports) By(who player.ID) []Report {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.all), func(one Report) bool { return one.By != who })
}

// List returns the open reports for a moderator, oldest first. If `all` is set, it includes
// closed reports.
func (r *Reports) List(by player.ID, all bool) ([]Report, error) {
	if err := r.club.Roles.May(by, club.Moderator); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(r.visible(by), func(one Report) bool { return !all && !one.Open() }), nil
}

// Find returns the report with the given number. It returns an error unless the account `by`
// belongs to a moderator who may read the report.
func (r *Reports) Find(by player.ID, number int64) (Report, error) {
	list, err := r.List(by, true)
	if err != nil {
		return Report{}, err
	}
	i := slices.IndexFunc(list, func(one Report) bool { return one.Number == number })
	if i < 0 {
		return Report{}, fmt.Errorf("there is no report %d; run \"admin reports\" to list the open ones", number)
	}
	return list[i], nil
}

// Resolve closes a report and records the reason in the audit log.
func (r *Reports) Resolve(ctx context.Context, by player.ID, number int64, reason string) error {
	r.changes.Lock()
	defer r.changes.Unlock()
	one, err := r.Find(by, number)
	if err != nil {
		return err
	}
	if !one.Open() {
		return AlreadyClosed(number)
	}
	if strings.TrimSpace(reason) == "" {
		return club.NoReason.Refuse()
	}
	if one.Outcome, err = player.CleanLine(reason, whyCells); err != nil {
		return err
	}
	one.Closed, one.ClosedBy = r.board.now().UTC(), by
	if err := r.store.CloseReport(ctx, one); err != nil {
		return err
	}
	return errors.Join(
		r.club.Audit.Note(ctx, club.AuditEntry{By: by, Action: club.ReportClosed, Ref: number, Reason: one.Outcome}),
		r.Reload(ctx),
	)
}

// File stores a report about another person, and notifies the moderators. The parameter `seen`
// is the reporter's view of their current table; it is nil if they are at no table.
func (r *Reports) File(
	ctx context.Context,
	by player.Player,
	named bool,
	target player.Player,
	why string,
	seen *table.View,
) (Report, error) {
	if err := r.may(by, named, target); err != nil {
		return Report{}, err
	}
	one := Report{At: r.board.now().UTC(), By: by.ID, About: target.ID}
	if strings.TrimSpace(why) != "" {
		var err error
		if one.Reason, err = player.CleanLine(why, whyCells); err != nil {
			return Report{}, err
		}
	}
	if seen != nil {
		one.Table, one.Lines = seen.ID, lastLines(seen)
	}
	if r.contact != nil {
		one.Lines = append(one.Lines, r.contact(ctx, by.ID, target.ID)...)
		slices.SortStableFunc(one.Lines, func(a, b Line) int { return a.At.Compare(b.At) })
		one.Lines = one.Lines[max(0, len(one.Lines)-linesReported):]
	}
	r.changes.Lock()
	defer r.changes.Unlock()
	if err := r.spend(by.ID); err != nil {
		return Report{}, err
	}
	var err error
	if one.Number, err = r.store.AddReport(ctx, one); err != nil {
		return Report{}, err
	}
	// The audit entry does not name the reported person, because they may be allowed to read the
	// entry.
	return one, errors.Join(r.club.Audit.Note(ctx, club.AuditEntry{By: by.ID, Action: club.Reported, Ref: one.Number}), r.Reload(ctx))
}

// may checks whether a report is allowed. It returns an error if the reporter has no
// account, or if the target is the reporter, a bot or a deleted account.
func (r *Reports) may(by player.Player, named bool, target player.Player) error {
	switch {
	case by.ID.Guest() || !named:
		return &refusal.Error{Reason: NeedsAccount}
	case target.ID == by.ID:
		return &refusal.Error{Reason: Oneself}
	case target.ID.Bot() || target.ID.Deleted():
		return &refusal.Error{Reason: NoPerson}
	}
	return nil
}

// spend counts a report against the limits on reports. It returns an error if a limit is
// exceeded. The caller holds r.changes.
func (r *Reports) spend(by player.ID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	open := 0
	for i := range r.all {
		if r.all[i].Open() {
			open++
		}
	}
	if open >= openReports {
		return &refusal.Error{Reason: TooManyOpen}
	}
	if r.paces.Take(by, 1, r.board.now()) > 0 {
		return &refusal.Error{Reason: ManyReports, Subject: strconv.Itoa(reportBurst), Hint: strconv.Itoa(int(reportEvery / time.Minute))}
	}
	return nil
}

// lastLines returns the newest chat lines of a table, oldest first.
func lastLines(v *table.View) []Line {
	type numbered struct {
		Line
		number int
	}
	var all []numbered
	for _, l := range v.Chat {
		all = append(all, numbered{Line{l.At, l.By.ID, AtTable, l.Text}, l.Number})
	}
	for _, l := range v.SpectatorChat {
		all = append(all, numbered{Line{l.At, l.By.ID, Spectators, l.Text}, l.Number})
	}
	for _, l := range v.TeamChat {
		all = append(all, numbered{Line{l.At, l.By.ID, InTeam, l.Text}, l.Number})
	}
	slices.SortFunc(all, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	var lines []Line
	for _, l := range all[max(0, len(all)-linesReported):] {
		lines = append(lines, l.Line)
	}
	return lines
}

// People returns the players at a table, the players who were replaced, and everybody who
// wrote in its chat.
func People(v *table.View) (list []player.Player) {
	for i := range v.Seats {
		list = append(list, v.Seats[i].Player)
	}
	list = append(list, v.Replaced...)
	for _, l := range slices.Concat(v.Chat, v.SpectatorChat, v.TeamChat) {
		list = append(list, l.By)
	}
	return list
}

// SplitName splits words into the name of a person and the remaining words. Names may
// contain spaces; the longest matching name is used. A name is compared first with the names
// of the people in `present`, and then with those of all accounts.
func (r *Reports) SplitName(ctx context.Context, words string, present []player.Player) (target player.Player, why string, err error) {
	named := map[string]player.Player{} // the people in `present` by their folded names
	for _, p := range slices.Backward(present) {
		if p.ID != "" {
			named[player.Fold(p.Name)] = p
		}
	}
	list := strings.Fields(words)
	for n := min(len(list), player.MaxNameWords); n > 0; n-- {
		name, rest := strings.Join(list[:n], " "), strings.Join(list[n:], " ")
		if p, ok := named[player.Fold(name)]; ok {
			return p, rest, nil
		}
		p, ok, err := r.called(ctx, name)
		if err != nil || ok {
			return p, rest, err
		}
	}
	return player.Player{}, "", &refusal.Error{Reason: NoSuchPerson}
}

// Person returns the person with the given name: one of the people in `present`, or an account.
func (r *Reports) Person(ctx context.Context, name string, present []player.Player) (player.Player, error) {
	who, rest, err := r.SplitName(ctx, name, present)
	if err == nil && rest != "" {
		err = &refusal.Error{Reason: NoSuchPerson}
	}
	return who, err
}

// Thanks returns the confirmation that the report is stored.
func (r *Report) Thanks() string {
	if len(r.Lines) == 0 {
		return fmt.Sprintf("Report %d is stored; the moderators can read it.", r.Number)
	}
	return fmt.Sprintf("Report %d is stored, with the last lines of chat; the moderators can read it.", r.Number)
}
