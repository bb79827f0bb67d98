package bot

import "time"

// pacer makes whoever works rest so often that it works no more than a share of
// its time, in slices that nobody notices. The zero value never rests.
type pacer struct {
	duty  float64
	since time.Time
}

func (p *pacer) begin() {
	if p.duty > 0 {
		p.since = time.Now()
	}
}

// rest sleeps for as long as the work since the last rest has to be made up for.
func (p *pacer) rest() {
	if p.duty <= 0 || p.duty >= 1 {
		return
	}
	worked := time.Since(p.since)
	time.Sleep(time.Duration(float64(worked) * (1/p.duty - 1)))
	p.since = time.Now()
}
