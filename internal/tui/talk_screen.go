package tui

import "strings"

// talkTime is how the time of a line is written.
const talkTime = "15:04"

// newTalkScreen is all that was said, the newest last, to scroll through.
func (t *tableScreen) newTalkScreen() *reader {
	t.talk.heard = newestLine(t.view)
	r := newReader(t.env, "What was said", t.composeTalk)
	r.fromEnd = true
	return r
}

func (t *tableScreen) composeTalk(width int) []helpLine {
	var lines []helpLine
	for _, s := range said(t.view) {
		for i, text := range wrap(s.text(), width-len(talkTime)-6) {
			clock := strings.Repeat(" ", len(talkTime))
			if i == 0 {
				clock = s.At.UTC().Format(talkTime)
			}
			lines = append(lines, helpLine{text: clock + " " + text})
		}
	}
	if len(lines) == 0 {
		lines = append(lines, helpLine{text: "Nothing was said yet."})
	}
	if t.view.Gallery != nil {
		lines = append(lines, helpLine{}, helpLine{text: "(In brackets: what those who look on say to each other.)"})
	}
	return lines
}
