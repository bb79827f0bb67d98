package server

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// TestOnlyStrongAlgorithmsAreOffered checks that the server offers no weak algorithms. By
// default, golang.org/x/crypto would also offer diffie-hellman-group14-sha1 and hmac-sha1.
func TestOnlyStrongAlgorithmsAreOffered(t *testing.T) {
	d := startServer(t, Limits{})
	c, err := sshtest.Connect("", d.address)
	must(t, err)
	defer func() { _ = c.Close() }()
	_, err = c.Write([]byte("SSH-2.0-test\r\n"))
	must(t, err)
	from := bufio.NewReader(c)
	_, err = from.ReadString('\n')
	must(t, err)
	head := make([]byte, 5)
	_, err = io.ReadFull(from, head)
	must(t, err)
	packet := make([]byte, binary.BigEndian.Uint32(head)-1)
	_, err = io.ReadFull(from, packet)
	must(t, err)
	var offer struct {
		Cookie                         [16]byte `sshtype:"20"`
		Exchanges, HostKeys            []string
		Ciphers, CiphersBack           []string
		MACs, MACsBack                 []string
		Compressions, CompressionsBack []string
		Languages, LanguagesBack       []string
		Follows                        bool
		Reserved                       uint32
	}
	must(t, gossh.Unmarshal(packet[:len(packet)-int(head[4])], &offer))
	ciphers := []string{
		"chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr", "aes192-ctr", "aes128-ctr",
	}
	macs := []string{"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"}
	for _, row := range []struct {
		what      string
		got, want []string
	}{
		{"key exchanges", offer.Exchanges, []string{
			"mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org", "kex-strict-s-v00@openssh.com",
		}},
		{"host keys", offer.HostKeys, []string{"ssh-ed25519"}},
		{"ciphers", offer.Ciphers, ciphers},
		{"ciphers back", offer.CiphersBack, ciphers},
		{"MACs", offer.MACs, macs},
		{"MACs back", offer.MACsBack, macs},
		{"compressions", offer.Compressions, []string{"none"}},
	} {
		if !slices.Equal(row.got, row.want) {
			t.Errorf("%s: %q are offered, want %q", row.what, row.got, row.want)
		}
	}
}
