package command

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"strconv"
	"strings"
	"time"

	"quadrille/assets"
	"quadrille/internal/draw/cast"
	"quadrille/internal/draw/picture"
	"quadrille/internal/service/share"
	"quadrille/internal/table"
)

// themesHelp is the help of the flag --theme.
var themesHelp = func() string {
	var names []string
	for _, t := range assets.Themes {
		names = append(names, t.Name)
	}
	return "  --theme THEME     " + strings.Join(names, ", ")
}()

var pictureHelp = `Writes a picture (PNG) of the board to the output:
  ssh HOST picture 12 > board.png
  --move M          after the first M moves; by default the newest position
  --size WxH        in pixels, from 120x120 to 2400x2400; by default 1200x1200
  --svg             an SVG image instead, for pages and print
` + themesHelp

var castHelp = `Writes the game as a terminal recording (asciicast v2) to the output:
  ssh HOST cast 12 > game.cast
  asciinema play game.cast
Chat is not part of it.
  --size WxH        terminal size, from 46x16 to 300x100; by default 120x40
  --speed X         speed, from 0.1 to 100; 1 is the speed of the game
` + themesHelp

var gifHelp = `Writes the game as an animated picture (GIF), a frame for each move:
  ssh HOST gif 12 > game.gif
  --size WxH        in pixels, from 120x120 to 900x900; by default 600x600
  --speed X         moves in a second, from 0.1 to 10; by default 1
` + themesHelp

// looks holds the values of the flags that control how a game is drawn.
type looks struct {
	theme, size string
	speed       float64
	move        int
	svg         bool
}

func (l *looks) add(c *call, size string) {
	c.StringVar(&l.theme, "theme", assets.Themes[0].Name, "")
	c.StringVar(&l.size, "size", size, "")
}

func (l *looks) chosenTheme() (*assets.Theme, error) {
	if t := assets.ThemeNamed(l.theme); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("there is no theme %q; run \"help picture\" to list the themes", l.theme)
}

// sizeWithin parses the flag --size. The size must lie between `least` and `most`.
func (l *looks) sizeWithin(least, most image.Point) (at image.Point, err error) {
	width, height, _ := strings.Cut(l.size, "x")
	var err1, err2 error
	at.X, err1 = strconv.Atoi(width)
	if at.Y, err2 = strconv.Atoi(height); err1 != nil || err2 != nil || !at.In(image.Rectangle{least, most.Add(image.Pt(1, 1))}) {
		return at, fmt.Errorf("--size must be WIDTHxHEIGHT, from %dx%d to %dx%d", least.X, least.Y, most.X, most.Y)
	}
	return at, nil
}

func (l *looks) checkSpeed(least, most float64) error {
	if !(l.speed >= least && l.speed <= most) { // the comparison is negated, so that NaN is refused too
		return fmt.Errorf("--speed must be a number from %g to %g", least, most)
	}
	return nil
}

// errTerminal is the error of a command that would print a file on a terminal.
var errTerminal = errors.New("this command prints a file; run it without -t, and add > FILE")

// makeFile calls f, which writes a file, as inQueue does. It returns an error if the output is
// a terminal.
func (r *request) makeFile(ctx context.Context, job share.Job, f func(ctx context.Context, out io.Writer) error) error {
	if r.Terminal {
		return errTerminal
	}
	return r.inQueue(ctx, job, r.File, f)
}

// inQueue calls f, which writes to `out`, when there is a slot. While the player waits, it
// prints their place in the queue. It returns an error if the player exceeds a limit of package
// share.
func (r *request) inQueue(ctx context.Context, job share.Job, out io.Writer, f func(ctx context.Context, out io.Writer) error) error {
	job.Account = r.Player.ID
	job.Place = func(place int) { _, _ = fmt.Fprintf(r.Err, "Your file is number %d in the queue.\n", place) }
	return r.Share.Do(ctx, job, out, f)
}

// pictureJob describes a picture or an animation. Making it takes four bytes a pixel for the
// image and one for the frame.
func pictureJob(frames int, size image.Point) share.Job {
	area := int64(size.X) * int64(size.Y)
	return share.Job{Pixels: int64(frames) * area, Memory: 5 * area}
}

// Drawing and encoding a cell of a terminal recording takes as long as castPixels pixels of an
// animation, and castBytes bytes of memory.
const castPixels, castBytes = 16, 200

// exportJob describes an archive of games. Its work is counted by its size.
var exportJob = share.Job{Pixels: 10_000_000, Memory: 2 << 20}

// shot returns the position that the flags select, and how to draw it.
func (r tableCommands) shot(c *call, word string, l *looks) (s picture.Shot, err error) {
	t, err := r.find(word)
	if err != nil {
		return s, err
	}
	s.View = t.Seen(r.Player.ID)
	s.At = len(s.View.Moves)
	if c.Changed("move") {
		if l.move < 0 || l.move > s.At {
			return s, fmt.Errorf("--move must be a number from 0 to %d", s.At)
		}
		s.At = l.move
	}
	s.Theme, err = l.chosenTheme()
	return s, err
}

func (r tableCommands) picture(c *call) {
	var l looks
	c.run = func(args []string) error {
		size, err := l.sizeWithin(image.Pt(120, 120), image.Pt(2400, 2400))
		if err != nil {
			return err
		}
		s, err := r.shot(c, args[0], &l)
		if err != nil {
			return err
		}
		return r.makeFile(r.ctx, pictureJob(1, size), func(ctx context.Context, out io.Writer) error {
			if l.svg {
				_, err := out.Write(s.SVG())
				return err
			}
			return s.PNG(ctx, out, size)
		})
	}
	l.add(c, "1200x1200")
	c.IntVar(&l.move, "move", 0, "")
	c.BoolVar(&l.svg, "svg", false, "")
}

func (r tableCommands) gif(c *call) {
	var l looks
	c.run = func(args []string) error {
		size, err := l.sizeWithin(image.Pt(120, 120), image.Pt(900, 900))
		if err == nil {
			err = l.checkSpeed(0.1, 10)
		}
		if err != nil {
			return err
		}
		s, err := r.shot(c, args[0], &l)
		if err != nil {
			return err
		}
		return r.makeFile(r.ctx, pictureJob(s.Frames(), size), func(ctx context.Context, out io.Writer) error {
			return s.GIF(ctx, out, size, time.Duration(float64(time.Second)/l.speed))
		})
	}
	l.add(c, "600x600")
	c.Float64Var(&l.speed, "speed", 1, "")
}

func (r tableCommands) cast(c *call) {
	var l looks
	c.run = func(args []string) error {
		size, err := l.sizeWithin(image.Pt(46, 16), image.Pt(300, 100))
		if err == nil {
			err = l.checkSpeed(0.1, 100)
		}
		if err != nil {
			return err
		}
		theme, err := l.chosenTheme()
		if err != nil {
			return err
		}
		t, err := r.find(args[0])
		if err != nil {
			return err
		}
		o := cast.Options{Width: size.X, Height: size.Y, Theme: theme, Speed: l.speed}
		v, area := t.View(), int64(size.X)*int64(size.Y)
		job := share.Job{Pixels: castPixels * area * int64(1+len(v.Moves)), Memory: castBytes * area}
		return r.makeFile(r.ctx, job, func(ctx context.Context, out io.Writer) error {
			return cast.Write(ctx, r.Lobby, v.ID, o, out)
		})
	}
	l.add(c, "120x40")
	c.Float64Var(&l.speed, "speed", 1, "")
}

func (r tableCommands) link(c *call) {
	c.run = func(args []string) error {
		t, err := r.find(args[0])
		if err != nil {
			return err
		}
		v := t.View()
		link := r.Share.Link(v.ID)
		switch {
		case link == "":
			return share.NoWebPage.Refuse()
		case v.Terms.Private != table.ForAll:
			return share.PrivateTable.Refuse()
		}
		_, err = fmt.Fprintln(r.Out, link)
		return err
	}
}

func (r archiveCommands) export(c *call) {
	search := addSearch(c)
	c.run = func([]string) error {
		q := table.Search{Player: r.Player.ID}
		if err := search(&q); err != nil {
			return err
		}
		return r.makeFile(r.ctx, exportJob, func(ctx context.Context, out io.Writer) error {
			return share.Export(ctx, r.Lobby, r.Player.ID, q, out)
		})
	}
}
