package fourplayer

import (
	"fmt"
	"strings"
)

// fen4 writes the position as FEN4, from the page about formats alone (F1-F10).
func (r *reference) fen4() string {
	var dead, kings, queens, points [4]string
	digit := map[bool]string{false: "0", true: "1"}
	for s := range 4 {
		dead[s] = digit[r.state[s] == "out"]
		points[s] = fmt.Sprint(r.points[s])
		king := spotOf(r.kings[s])
		for _, name := range refRows[s][:2] {
			rook := spotOf(name)
			away := max(king.x-rook.x, rook.x-king.x, king.y-rook.y, rook.y-king.y)
			if away == 3 {
				kings[s] = digit[r.castle[rook]]
			} else {
				queens[s] = digit[r.castle[rook]]
			}
		}
	}
	text := "RBYG"[r.turn:r.turn+1] + "-"
	for _, list := range [][4]string{dead, kings, queens, points} {
		text += strings.Join(list[:], ",") + "-"
	}
	return text + fmt.Sprint(r.quiet) + "-" + r.fen4Options() + r.fen4Board()
}

func (r *reference) fen4Options() string {
	var options []string
	for _, o := range [][2]string{{"resigned", "resignation"}, {"flagged", "flag"}, {"stalemated", "stalemate"}} {
		var list []string
		for s := range 4 {
			list = append(list, fmt.Sprint(r.left[s] == o[1]))
		}
		if all := strings.Join(list, ","); strings.Contains(all, "true") {
			options = append(options, "'"+o[0]+"':("+all+")")
		}
	}
	var passed [4]string
	for s := range 4 {
		for right := range r.rights[s] {
			passed[r.board[right.pawn].seat] = right.over.String() + ":" + right.pawn.String()
		}
	}
	if passed != [4]string{} {
		options = append(options, "'enPassant':('"+strings.Join(passed[:], "','")+"')")
	}
	if options == nil {
		return ""
	}
	return "{" + strings.Join(options, ",") + "}-"
}

func (r *reference) fen4Board() string {
	var rows []string
	for y := 14; y >= 1; y-- {
		var words []string
		empty := 0
		for x := 1; x <= 15; x++ {
			p, stands := r.board[spot{x, y}]
			if x <= 14 && !stands {
				empty++
				continue
			}
			if empty > 0 {
				words = append(words, fmt.Sprint(empty))
			}
			empty = 0
			if x > 14 {
				continue
			}
			word := "rbyg"[p.seat:p.seat+1] + string(p.kind)
			if !r.lives(p) {
				word = "d" + word
			}
			words = append(words, word)
		}
		rows = append(rows, strings.Join(words, ","))
	}
	return strings.Join(rows, "/")
}
