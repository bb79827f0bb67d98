package parts

import (
	"context"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/service/notify"
)

// Reports stores reports to the moderators. It is a [notify.ReportStore].
type Reports struct{ *DB }

// Reports returns the part of the store that stores reports.
func (s *Parts) Reports() Reports { return Reports{s.DB} }

// AddReport stores a report and returns its number.
func (r Reports) AddReport(ctx context.Context, one notify.Report) (number int64, err error) {
	err = r.Update(ctx, func(tx *Tx) (refused, failed error) {
		number, err = tx.insert(
			`INSERT INTO reports (at, author, about, reason, table_id, closed, closer, outcome)
				VALUES ($1, $2, $3, $4, $5, 0, '', '') RETURNING n`,
			one.At.UnixMicro(),
			string(one.By),
			string(one.About),
			one.Reason,
			int64(one.Table),
		)
		if err != nil {
			return nil, err
		}
		for i, l := range one.Lines {
			if err := tx.Exec(`INSERT INTO report_lines (report, seq, at, author, channel, text) VALUES ($1, $2, $3, $4, $5, $6)`,
				number, i, l.At.UnixMicro(), string(l.By), string(l.Channel), l.Text); err != nil {
				return nil, err
			}
		}
		return nil, tx.publish(news.Reports, nil)
	})
	return number, r.tell(TopicNews, err)
}

// CloseReport records that a moderator has closed a report; see [notify.ReportStore].
func (r Reports) CloseReport(ctx context.Context, one notify.Report) error {
	return r.tell(TopicNews, r.Update(ctx, func(tx *Tx) (refused, failed error) {
		var open bool
		if err := tx.Row(`SELECT EXISTS (SELECT 1 FROM reports WHERE n = $1 AND closed = 0)`, one.Number).Scan(&open); err != nil {
			return nil, err
		}
		if !open {
			return notify.AlreadyClosed(one.Number), nil
		}
		if err := tx.Exec(`UPDATE reports SET closed = $1, closer = $2, outcome = $3 WHERE n = $4`,
			one.Closed.UnixMicro(), string(one.ClosedBy), one.Outcome, one.Number); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Reports, nil)
	}))
}

// DropReports deletes the reports that were closed before a time.
func (r Reports) DropReports(ctx context.Context, closedBefore time.Time) error {
	return r.deleteFrom(ctx, `reports WHERE closed BETWEEN 1 AND $1`, closedBefore.UnixMicro())
}

// Reports returns all reports with their chat lines, the oldest first.
func (r Reports) Reports(ctx context.Context) (list []notify.Report, err error) {
	lines, err := r.lines(ctx)
	if err != nil {
		return nil, err
	}
	list, err = all(r.query(ctx, `SELECT n, at, author, about, reason, table_id, closed, closer, outcome FROM reports ORDER BY n`),
		func(one *notify.Report) []any {
			return []any{
				&one.Number,
				micros{&one.At},
				&one.By, &one.About, &one.Reason, &one.Table,
				micros{&one.Closed},
				&one.ClosedBy,
				&one.Outcome,
			}
		})
	for i := range list {
		list[i].Lines = lines[list[i].Number]
		if list[i].Closed.UnixMicro() == 0 {
			list[i].Closed = time.Time{}
		}
	}
	return list, err
}

// lines returns the chat lines of all reports, by the number of the report.
func (r Reports) lines(ctx context.Context) (map[int64][]notify.Line, error) {
	var report int64
	var l notify.Line
	lines := map[int64][]notify.Line{}
	err := r.query(ctx, `SELECT report, at, author, channel, text FROM report_lines ORDER BY report, seq`).
		each([]any{&report, micros{&l.At}, &l.By, &l.Channel, &l.Text}, func() error {
			lines[report] = append(lines[report], l)
			return nil
		})
	return lines, err
}

// deletedReports lists the statements that delete the reports about an account, and remove
// the account from other reports; see [Accounts.Delete].
var deletedReports = []string{
	`DELETE FROM reports WHERE about = $1`,
	`DELETE FROM report_lines WHERE author = $1`,
	`UPDATE reports SET author = $2, reason = '' WHERE author = $1`,
	`UPDATE reports SET closer = $2 WHERE closer = $1`,
}

var _ notify.ReportStore = Reports{}
