package sshtest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"net"
	"sync"

	"golang.org/x/crypto/ssh"
)

// RawConn is an SSH connection on which the caller can send any packet, even a malformed
// one. Package golang.org/x/crypto/ssh does the handshake. RawConn records the handshake,
// derives the same keys as that package, and then sends packets in place of that package.
type RawConn struct {
	net.Conn
	from     *recorder
	out, in  sealing
	position int // number of bytes of recorder.received that Receive has decrypted
}

// sealing encrypts or decrypts the packets of one direction (RFC 5647).
type sealing struct {
	aead  cipher.AEAD
	nonce []byte
}

func newSealing(key, iv []byte) (s sealing, err error) {
	block, err := aes.NewCipher(key)
	if err == nil {
		s.aead, err = cipher.NewGCM(block)
	}
	s.nonce = iv
	return s, err
}

// RawKeyExchange exchanges keys on a connection. Afterwards the server expects the request for
// the authentication service as the next packet.
func RawKeyExchange(c net.Conn) (*RawConn, error) {
	r := &recorder{Conn: c, stopped: make(chan struct{}), unused: true}
	failed := make(chan error, 1)
	go func() {
		_, _, _, err := r.handshake()
		failed <- err
	}()
	select {
	case <-r.stopped:
		return r.takeOver()
	case err := <-failed:
		return nil, fmt.Errorf("key exchange: %w", err)
	}
}

// RawLogin exchanges keys on a connection and authenticates. The data that the server sends
// afterwards is dropped.
func RawLogin(c net.Conn, auth ...ssh.AuthMethod) (*RawConn, error) {
	return rawLogin(&recorder{Conn: c, unused: true}, auth...)
}

func rawLogin(r *recorder, auth ...ssh.AuthMethod) (*RawConn, error) {
	_, channels, requests, err := r.handshake(auth...)
	if err != nil {
		return nil, err
	}
	go ssh.DiscardRequests(requests)
	go func() {
		for c := range channels {
			_ = c.Reject(ssh.Prohibited, "")
		}
	}()
	return r.takeOver()
}

// Send encrypts packets and sends all of them in one write.
func (c *RawConn) Send(payloads ...[]byte) error {
	var stream []byte
	for _, payload := range payloads {
		stream = c.seal(stream, payload)
	}
	_, err := c.Write(stream)
	return err
}

// Receive returns the payload of the next packet of the server. The caller must call it from
// one goroutine, and must not use the payload after the next call.
func (c *RawConn) Receive() ([]byte, error) {
	length, err := c.next(4)
	if err != nil {
		return nil, err
	}
	size := int(binary.BigEndian.Uint32(length))
	length = bytes.Clone(length)
	sealed, err := c.next(size + c.in.aead.Overhead())
	if err != nil {
		return nil, err
	}
	plain, err := c.in.aead.Open(sealed[:0], c.in.nonce, sealed, length)
	if err != nil {
		return nil, err
	}
	c.in.count()
	return plain[1 : size-int(plain[0])], nil
}

// next returns the next n bytes that the server has sent.
func (c *RawConn) next(n int) ([]byte, error) {
	r := c.from
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.received)-c.position < n {
		if r.ended != nil {
			return nil, r.ended
		}
		r.more.Wait()
	}
	if c.position > 64<<10 { // forget what was decrypted
		r.received = append([]byte(nil), r.received[c.position:]...)
		c.position = 0
	}
	at := c.position
	c.position += n
	return r.received[at:c.position], nil
}

// seal appends an encrypted packet, with the least padding that the server accepts.
func (c *RawConn) seal(stream, payload []byte) []byte {
	return c.out.seal(stream, payload, 4)
}

func (s *sealing) seal(stream, payload []byte, padding int) []byte {
	plain := append([]byte{byte(padding)}, payload...)
	plain = append(plain, make([]byte, padding)...)
	length := binary.BigEndian.AppendUint32(nil, uint32(len(plain)))
	stream = append(stream, length...)
	stream = s.aead.Seal(stream, s.nonce, plain, length)
	s.count()
	return stream
}

// count advances the nonce to the next packet.
func (s *sealing) count() {
	binary.BigEndian.PutUint64(s.nonce[4:], binary.BigEndian.Uint64(s.nonce[4:])+1)
}

var errTakenOver = errors.New("sshtest: the caller has taken over this connection")

// recorder is a connection that records the data from which the encryption keys are derived.
type recorder struct {
	net.Conn
	stopped chan struct{} // if not nil, the recorder drops the ssh library's first encrypted packet and then closes `stopped`

	mu       sync.Mutex
	taken    bool      // whether takeOver was called; after that, golang.org/x/crypto/ssh can no longer write
	private  []byte    // the client's private key for the key exchange
	sent     [][]byte  // the client's version and its unencrypted packets
	sealed   uint64    // number of encrypted packets that the ssh library has sent
	received []byte    // data from the server, beginning with the server's version and its unencrypted packets
	more     sync.Cond // signalled when data arrives; its lock is mu
	ended    error     // why no more data arrives
	unused   bool      // whether to forget the data after the handshake
}

// Read records the data from the server. After takeOver was called, it does not pass the data
// on: the library can no longer answer the server, and would block if it received data.
func (r *recorder) Read(p []byte) (int, error) {
	for {
		n, err := r.Conn.Read(p)
		r.mu.Lock()
		taken := r.taken
		if !taken || !r.unused {
			r.received = append(r.received, p[:n]...)
		}
		if r.ended = err; r.more.L != nil {
			r.more.Broadcast()
		}
		r.mu.Unlock()
		if !taken || err != nil {
			return n, err
		}
	}
}

// Write records a packet. Each call gets one packet, because the library flushes after each
// packet.
func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	encrypted := len(r.sent) > 0 && message(r.sent[len(r.sent)-1]) == msgNewKeys
	switch {
	case r.taken:
		return 0, errTakenOver
	case encrypted && r.stopped != nil:
		r.taken = true
		close(r.stopped)
		return 0, errTakenOver
	case encrypted:
		r.sealed++
	default:
		r.sent = append(r.sent, bytes.Clone(p))
	}
	return r.Conn.Write(p)
}

// Close does nothing: the connection belongs to the caller.
func (r *recorder) Close() error { return nil }

// random is the source of random numbers for package ssh. It records the first value of 32
// bytes that the package reads: the client's private key for the key exchange.
type random struct{ *recorder }

func (r random) Read(p []byte) (int, error) {
	n, err := rand.Read(p)
	if r.mu.Lock(); len(p) == 32 && r.private == nil {
		r.private = bytes.Clone(p)
	}
	r.mu.Unlock()
	return n, err
}

func (r *recorder) handshake(auth ...ssh.AuthMethod) (ssh.Conn, <-chan ssh.NewChannel, <-chan *ssh.Request, error) {
	return ssh.NewClientConn(r, "", &ssh.ClientConfig{
		Config: ssh.Config{
			Rand: random{r}, KeyExchanges: []string{ssh.KeyExchangeCurve25519}, Ciphers: []string{ssh.CipherAES128GCM},
		},
		User: "anybody", Auth: auth,
		HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil },
	})
}

const msgNewKeys = 21

// message returns the message number of an unencrypted packet. It returns 0 for the line
// with the version.
func message(packet []byte) byte {
	if len(packet) < 6 || bytes.HasPrefix(packet, []byte("SSH-")) {
		return 0
	}
	return packet[5]
}

// payload splits a sequence of unencrypted packets. It returns the payload of the first
// packet, and the packets that follow.
func payload(packet []byte) (payload, rest []byte) {
	length := binary.BigEndian.Uint32(packet)
	return packet[5 : 4+length-uint32(packet[4])], packet[4+length:]
}

// takeOver derives the client's keys (RFC 4253, 7.2; RFC 8731) from the recorded handshake.
func (r *recorder) takeOver() (*RawConn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taken = true
	clientVersion := bytes.TrimRight(r.sent[0], "\r\n")
	clientInit, _ := payload(r.sent[1])
	serverVersion, rest, _ := bytes.Cut(r.received, []byte("\n"))
	serverInit, rest := payload(rest)
	reply, rest := payload(rest)
	if len(rest) > 0 { // a server that has sent nothing else yet
		_, rest = payload(rest) // NEWKEYS
	}
	var answer struct {
		HostKey, Public, Signature []byte `sshtype:"31"`
	}
	if err := ssh.Unmarshal(reply, &answer); err != nil {
		return nil, err
	}
	private, err := ecdh.X25519().NewPrivateKey(r.private)
	if err != nil {
		return nil, err
	}
	server, err := ecdh.X25519().NewPublicKey(answer.Public)
	if err != nil {
		return nil, err
	}
	secret, err := private.ECDH(server)
	if err != nil {
		return nil, err
	}
	shared := ssh.Marshal(struct{ K *big.Int }{new(big.Int).SetBytes(secret)})
	id := sha256.Sum256(append(ssh.Marshal(struct{ VC, VS, IC, IS, Host, QC, QS []byte }{
		clientVersion, bytes.TrimRight(serverVersion, "\r"), clientInit, serverInit, answer.HostKey, private.PublicKey().Bytes(),
		answer.Public,
	}), shared...))
	derive := func(letter byte) [32]byte {
		return sha256.Sum256(append(append(append(bytes.Clone(shared), id[:]...), letter), id[:]...))
	}
	outKey, outIV, inKey, inIV := derive('C'), derive('A'), derive('D'), derive('B')
	c := &RawConn{Conn: r.Conn, from: r}
	if c.out, err = newSealing(outKey[:16], outIV[:12]); err != nil {
		return nil, err
	}
	if c.in, err = newSealing(inKey[:16], inIV[:12]); err != nil {
		return nil, err
	}
	for range r.sealed {
		c.out.count()
	}
	r.more.L = &r.mu
	c.position = len(r.received) - len(rest)
	return c, nil
}
