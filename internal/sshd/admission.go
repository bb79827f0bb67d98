package sshd

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/command"
	"quadrille/internal/commandline"
)

// ousted is what somebody is told who is shown out.
type ousted struct{ why string }

func (o ousted) Error() string { return o.why }

// addressOf is where somebody comes from.
func addressOf(a net.Addr) netip.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// admission says why the person may not come in, nil if he may.
func (v *visit) admission() error {
	return v.server.house.Admit(v.who.ID, v.who.key, addressOf(v.RemoteAddr()))
}

// enter is admission for good: what changes in the house from now on shows him out.
// Whoever is outside has his say there, whatever changes.
func (v *visit) enter() error {
	if err := v.admission(); err != nil {
		return err
	}
	v.outside.Store(false)
	err := v.admission() // it may have changed before he was in
	v.outside.Store(err != nil)
	return err
}

// waitOutside is for who is no member where only members come in: he may say who
// he is and take up an invitation, no more.
func (v *visit) waitOutside() int {
	switch {
	case v.who.key == "":
		return v.turnOut(outsider, club.ErrMembersOnly.Error()+", with a key (ssh-keygen -t ed25519 makes one)")
	case v.line.exec:
		words, err := commandline.Words(v.line.command)
		if err != nil {
			return v.refuse(err.Error())
		}
		if !command.Outside(words[0]) {
			return v.turnOut(outsider, club.ErrMembersOnly.Error())
		}
		return v.obey(v.line.command)
	case !v.hasScreen():
		return v.turnOut(outsider, club.ErrMembersOnly.Error())
	}
	return v.show(nil)
}

// join takes up an invitation; codes are not guessed.
func (v *visit) join(ctx context.Context, code string) (club.Role, error) {
	if err := v.mayGuess(); err != nil {
		return club.Guest, err
	}
	role, err := v.server.house.Join(ctx, code, v.who.ID, func(name string) error { return v.server.directory.ClaimInvited(ctx, v.who.ID, name) })
	switch {
	case errors.Is(err, club.ErrNoPass):
		v.guessed()
	case err == nil:
		v.outside.Store(false)
	}
	return role, err
}

// recheck shows out all who may not be here any more.
func (s *Server) recheck() {
	s.register.sift(s.limits.Load().Ending, func(v *visit) error {
		err := v.admission()
		if errors.Is(err, club.ErrMembersOnly) && v.outside.Load() {
			return nil
		}
		return err
	})
}

// sift ends the connections of all sessions that there is something against.
func (r *register) sift(after time.Duration, against func(v *visit) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, visits := range r.sessions {
		for v := range visits {
			if why := against(v); why != nil && v.conn.ending == nil {
				v.conn.bond.end(ousted{why.Error()})
				v.conn.closeLater(after, "showing out")
			}
		}
	}
}
