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

// hostKey reads the host key from the data directory, or creates one if there is none.
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

// HostKeyPath returns the path of the host key of a data directory.
func HostKeyPath(dir string) string { return filepath.Join(dir, hostKeyName) }

// MakeHostKey creates the host key of a data directory and returns its path. If the directory
// already contains a host key, MakeHostKey returns an error.
func MakeHostKey(dir string) (path string, err error) {
	path = filepath.Join(dir, hostKeyName)
	_, err = makeHostKey(path)
	return path, err
}

// HostKeyOf returns the fingerprint of the host key in a data directory. If there is no key,
// it returns fs.ErrNotExist and creates none.
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
		return nil, fmt.Errorf("host key %s is not a private key (%w): restore it from a backup", path, err)
	}
	return key.(gossh.AlgorithmSigner), nil // every type that ParsePrivateKey returns implements AlgorithmSigner
}

func readHostKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("host key %s is not a file: restore it from a backup", path)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("host key %s is readable by others (mode %04o): run chmod 600 %s", path, info.Mode().Perm(), path)
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	return bytes, nil
}

// makeHostKey generates a host key and writes it atomically. A partly written key would have
// to be replaced, and clients warn about a changed host key.
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
	if err := writeAtomically(path, bytes); err != nil {
		return nil, fmt.Errorf("making a host key: %w", err)
	}
	return bytes, nil
}

func writeAtomically(path string, bytes []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), hostKeyName+".*") // no other user can read the file, because CreateTemp uses mode 0600
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
	// Use Link and not Rename: if another process has created a key in the meantime, Link
	// fails, but Rename would replace that key.
	if err = os.Link(file.Name(), path); err != nil {
		return err
	}
	return os.Remove(file.Name())
}
