package game

import (
	"strings"

	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
)

// talkTime is how the time of a line is written.
const talkTime = "15:04"

// newTalkScreen is all that was said, the newest last, to scroll through.
func (ch *chat) newTalkScreen() *kit.Reader {
	ch.talk.heard = newestLine(ch.t.View)
	r := kit.NewReader(ch.t.env, "What was said", ch.t.composeTalk)
	r.FromEnd = true
	return r
}

func (t *Screen) composeTalk(width int) []kit.TextLine {
	var lines []kit.TextLine
	for _, s := range scene.Chat(t.View) {
		for i, text := range kit.Wrap(s.String(), width-len(talkTime)-6) {
			clock := strings.Repeat(" ", len(talkTime))
			if i == 0 {
				clock = s.At.UTC().Format(talkTime)
			}
			lines = append(lines, kit.TextLine{Text: clock + " " + text})
		}
	}
	if len(lines) == 0 {
		lines = append(lines, kit.TextLine{Text: "Nothing was said yet."})
	}
	if t.View.Gallery != nil {
		lines = append(lines, kit.TextLine{}, kit.TextLine{Text: "(In brackets: what those who look on say to each other.)"})
	}
	return lines
}
