package server

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/front/command"
	"quadrille/internal/present"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
)

// disconnectReason is an error whose text tells a client why the server ends its session.
type disconnectReason struct{ text string }

func (r disconnectReason) Error() string { return r.text }

// addressOf returns the IP address in the address of a TCP connection. For any other kind of
// connection it returns the zero Addr.
func addressOf(a net.Addr) netip.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

func (v *session) checkAdmission() error {
	return v.server.services.Club.Admit(v.identity.ID, v.identity.key, addressOf(v.ssh.RemoteAddr()))
}

// admit marks the session as admitted, or returns an error if the club does not admit its
// player. In a members-only club, recheck ends the admitted sessions of people who are not
// members, but not their other sessions, in which they may still accept an invitation.
func (v *session) admit() error {
	if err := v.checkAdmission(); err != nil {
		return err
	}
	v.notAdmitted.Store(false)
	err := v.checkAdmission() // check again, because recheck skips this session until the line above has run
	v.notAdmitted.Store(err != nil)
	return err
}

// routeNotAdmitted runs a session of a client who is not a member of a members-only club.
// Such a client may accept an invitation and run a few harmless commands.
func (v *session) routeNotAdmitted() int {
	switch {
	case v.identity.key == "":
		return v.refuseAndCount(refusedNotMember, club.MembersAlone.Refuse().Error()+". "+
			cmp.Or(v.refusedKey(), "You need an SSH key: ssh-keygen -t ed25519"))
	case v.channel.exec:
		words, err := command.Words(v.channel.command)
		if err != nil {
			return v.refuse(err.Error())
		}
		if !command.WithoutEntry(words[0]) {
			return v.refuseAndCount(refusedNotMember, club.MembersAlone.Refuse().Error())
		}
		return v.runCommand(v.channel.command)
	case !v.hasScreen():
		return v.refuseAndCount(refusedNotMember, club.MembersAlone.Refuse().Error())
	}
	return v.runScreen(nil)
}

// routeBanned runs a session of a banned client. With a key, such a client may export and delete
// their data, but nothing else.
func (v *session) routeBanned(ban error) int {
	if v.identity.key == "" {
		return v.refuseAndCount(refusedBanned, ban.Error())
	}
	sentence := ban.Error() + ". You can only run: ssh HOST account export, account delete NAME, export, privacy, whoami"
	if !v.channel.exec {
		return v.refuseAndCount(refusedBanned, sentence)
	}
	words, err := command.Words(v.channel.command)
	if err != nil {
		return v.refuse(err.Error())
	}
	if !command.WithBan(words) {
		return v.refuseAndCount(refusedBanned, sentence)
	}
	if wait := v.server.commands.BannedCommand(v.identity.ID, clock.Steady()); wait > 0 {
		return v.refuseCommandRate("Too many commands", wait)
	}
	v.banned.Store(true)
	writeLine(v.ssh.Stderr(), present.Addressed(sentence, v.sshCommand()))
	return v.runCommand(v.channel.command)
}

// join accepts an invitation for the session's player. If the code is wrong, join counts it
// against the client's address.
func (v *session) join(ctx context.Context, code string) (role club.Role, err error) {
	claim := func(name string) error { return v.server.directory.ClaimInvited(ctx, v.identity.ID, name) }
	limited := v.tryCode(ctx, func() (wrong bool) {
		role, err = v.server.services.Club.Invitations.Join(ctx, code, v.identity.ID, claim)
		return refusal.Of(err) == club.NoInvitation
	})
	if limited != nil {
		return club.Guest, limited
	}
	if err == nil {
		v.notAdmitted.Store(false)
	}
	return role, err
}

// recheck ends the sessions of players whom the club no longer admits.
func (s *Server) recheck() {
	s.registry.endSessions(s.limits.Load().DisconnectTimeout, func(v *session) error {
		err := v.checkAdmission()
		switch {
		case err == nil,
			refusal.Of(err) == club.MembersAlone && v.notAdmitted.Load(),
			v.banned.Load() && sessionRefusalFor(err) == refusedBanned:
			return nil
		}
		return err
	})
}

// RecheckKeys ends the sessions whose key no longer belongs to their account, and the
// sessions of deleted accounts. Call it when another process may have removed keys or
// deleted accounts.
func (s *Server) RecheckKeys(ctx context.Context) error {
	for _, v := range s.registry.keyed() {
		holder, err := s.services.Keyring.Holder(ctx, v.key)
		if err != nil {
			return err
		}
		if holder != v.ID {
			s.EndKey(v.key)
			continue
		}
		_, named, err := s.directory.Lookup(ctx, v.ID)
		if err != nil {
			return err
		}
		if v.named && !named {
			s.EndAccount(v.ID)
		}
	}
	return nil
}

// keyed returns the players of the sessions of accounts, without guests. Their field `named`
// is also set if the account got its name during the session.
func (r *registry) keyed() (list []identity) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, sessions := range r.sessions {
		if id.Guest() {
			continue
		}
		for v := range sessions {
			who := v.identity
			who.named = v.named
			list = append(list, who)
		}
	}
	return list
}

// endSessions ends the sessions for which the function `check` returns an error, and closes
// their connections after the given delay.
func (r *registry) endSessions(after time.Duration, check func(v *session) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, sessions := range r.sessions {
		for v := range sessions {
			if err := check(v); err != nil && v.conn.ended == nil {
				v.conn.registration.endSessions(disconnectReason{err.Error()})
				v.conn.closeLater(after, "admission revoked")
			}
		}
	}
}
