package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

const hostKeyName = "host_ed25519"

// hostKey is the server's own key: read from the data directory, or made there
// on first start.
func hostKey(dir string) (gossh.AlgorithmSigner, error) {
	path := filepath.Join(dir, hostKeyName)
	pemBytes, err := readHostKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		pemBytes, err = makeHostKey(path)
	}
	if err != nil {
		return nil, err
	}
	return parseHostKey(path, pemBytes)
}

// MakeHostKey makes the host key of a data directory that has none, and returns its path.
func MakeHostKey(dir string) (path string, err error) {
	path = filepath.Join(dir, hostKeyName)
	_, err = makeHostKey(path)
	return path, err
}

// HostKeyOf reads the host key of a data directory and makes none. It returns the
// fingerprint; the error is a sentence, or fs.ErrNotExist.
func HostKeyOf(dir string) (fingerprint string, err error) {
	path := filepath.Join(dir, hostKeyName)
	pemBytes, err := readHostKey(path)
	if err != nil {
		return "", err
	}
	key, err := parseHostKey(path, pemBytes)
	if err != nil {
		return "", err
	}
	return gossh.FingerprintSHA256(key.PublicKey()), nil
}

func parseHostKey(path string, pemBytes []byte) (gossh.AlgorithmSigner, error) {
	key, err := gossh.ParsePrivateKey(pemBytes)
	if err != nil {
		return nil, fmt.Errorf("host key %s is not a private key (%w); restore it from a backup, or move it away and run quadrille hostkey new", path, err)
	}
	return key.(gossh.AlgorithmSigner), nil // as the ssh package promises of all it parses
}

func readHostKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("host key %s is not a file; move it away, and restore the file from a backup", path)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("host key %s can be read by others (mode %04o): say chmod 600 %s", path, info.Mode().Perm(), path)
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	return bytes, nil
}

// makeHostKey writes a new key. It stands there whole or not at all: a torn key
// would tell every client of a man in the middle.
func makeHostKey(path string) ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a host key: %w", err)
	}
	block, err := gossh.MarshalPrivateKey(private, "quadrille")
	if err != nil {
		return nil, fmt.Errorf("making a host key: %w", err)
	}
	bytes := pem.EncodeToMemory(block)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making a host key: %w", err)
	}
	if err := writeWhole(path, bytes); err != nil {
		return nil, fmt.Errorf("making a host key: %w", err)
	}
	return bytes, nil
}

func writeWhole(path string, bytes []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), hostKeyName+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	_, err = file.Write(bytes)
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		return err
	}
	// Link, not rename: never over a key that another start has made meanwhile.
	if err = os.Link(file.Name(), path); err != nil {
		return err
	}
	return os.Remove(file.Name())
}
