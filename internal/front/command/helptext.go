package command

import (
	"strconv"

	"quadrille/internal/player"
)

// Each of these is the help text of the command that it is named after.
var seekHelp = `Takes a seat at a waiting table with this game, clock and options, or opens
one. The game starts automatically when all seats are taken. With ssh -t the
table opens on the screen. Without a terminal, the command waits for the start,
and then prints the table and your seat, like "12 white". The seek ends when you
disconnect.

  CLOCK             like 5+10 (the default), 5d10 or none; see help new
  rated             a rated game; needs an SSH key
  teams             a game of two teams
  OPTION=VALUE      an option of the game or table; run "help new" to list them;
                    bots=1 to bots=` + strconv.Itoa(player.MaxBotLevel) + ` is the level of the bots
  --bots TIME       when bots fill the empty seats: 30s (the default), at most
                    10m, never, or 0 for immediately. Seeks with other times
                    meet: the earliest time counts, and no bots come while a
                    player who chose never is at the table
  --json            print the table and your seat as a JSON object`

const moveHelp = `ACTION is in plain notation (m7-k7, b5-a5=Q, army:gold, resign, draw:claim) or
in the notation of the game. When the action is stored, the command prints the
same line as the watch command.

With one of these flags, you can run the command again if you got no answer: the
action is not played twice.
  --after K   the number of the last action that you saw, 0 if there is none; an
              action for another position is refused, and an action that was
              already played is printed again
  --id ID     a unique ID for this action: letters, digits and . _ : -`

const gamesHelp = `Prints finished games, newest first: table, end date, game, players,
result, and after a rated game the new ratings.
  WORD              a game, a result, a date, or a part of a player's name
  --player NAME     a player with that name had a seat at the end
  --game GAME       only games of that kind
  --result RESULT   won, drawn, abandoned, or a termination such as checkmate
  --since DATE      ended on that day or later: 2026-11-21, 2026-11 or 2026
  --until DATE      ended on that day, month or year, or earlier
  --before N        ended before the game of table N, for the next page
  --limit N         the number of games, up to 100
  --json            one JSON object per line, with more details`

const exportHelp = `Writes your finished games as a tar archive to the output: each game in plain
notation, in the other formats of the game, and in JSON. To get all data about
your account, run "account export".
  ssh HOST export > games.tar
To write only some of the games, give conditions:
  --player NAME     a player with that name also had a seat
  --game GAME       only games of that kind
  --result RESULT   won, drawn, abandoned, or a termination such as checkmate
  --since DATE      ended on that day or later: 2026-11-21, 2026-11 or 2026
  --until DATE      ended on that day, month or year, or earlier`

const playHelp = `With ssh -t the table opens on the screen. Without a terminal, the command takes
the seat and prints the table's number and your seats, like "12 white". In a
correspondence game you are then ready. In any other game, say that you are
ready on a screen, in plain mode or through the JSON API; see also "seek".

  N                    the number of the table; "tables" lists the numbers
  SEAT                 the name of a seat, like white; by default the first open
                       one, or the seat that you have`

const analysisHelp = `Prints the turning points of the game, then a line for each move: number, seat,
move, evaluation and expected score. The strongest bot judges the moves:
?! inaccuracy, ? mistake, ?? blunder. If the move played was not the best, the
line also shows the best move. Evaluations are in pawns, for the side that
moved; won and lost mean a forced result. The expected score is the share of the
available points that the side can expect, from 0% to 100%.

With --json, prints one object per line as soon as a move is analysed, with
evaluations in hundredths of a pawn. Interrupt the command to stop the analysis.
A recent analysis is printed immediately.`
