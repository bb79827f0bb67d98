package acceptance

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// packaged returns the files of the Debian package: the source of each path.
func packaged(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/hosting/nfpm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, found := range regexp.MustCompile(`- src: (\S+)\n\s+dst: (\S+)`).FindAllStringSubmatch(string(text), -1) {
		files[found[2]] = found[1]
	}
	return files
}

// TestPackageContainsItsDocuments checks that the package contains privacy.md and every file to
// which its documents link, and that all its files exist.
func TestPackageContainsItsDocuments(t *testing.T) {
	const docs = "/usr/share/doc/quadrille"
	files := packaged(t)
	if link := path.Join(docs, files[docs+"/docs"]); link != docs {
		t.Errorf("links to docs/ lead to %s", link)
	}
	delete(files, docs+"/docs")
	if files[docs+"/privacy.md"] == "" {
		t.Error("the package has no privacy.md")
	}
	links := regexp.MustCompile(`\]\(([^)#\s:]+)(?:#[^)]*)?\)`)
	documents := 0
	for at, source := range files {
		if strings.HasPrefix(source, "bin/") {
			continue
		}
		if _, err := os.Stat(filepath.Join("../..", source)); err != nil {
			t.Error(err)
		}
		if path.Ext(at) != ".md" {
			continue
		}
		documents++
		text, err := os.ReadFile(filepath.Join("../..", source))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range links.FindAllStringSubmatch(string(text), -1) {
			target := path.Join(path.Dir(at), strings.TrimPrefix(found[1], "docs/"))
			if files[target] == "" {
				t.Errorf("%s links to %s, which is not in the package", at, found[1])
			}
		}
	}
	if documents < 10 {
		t.Errorf("the package has %d documents", documents)
	}
}

// TestShallowCloneBuildsNoPackage checks that make deb refuses a shallow clone, whose version would
// be older than that of earlier packages.
func TestShallowCloneBuildsNoPackage(t *testing.T) {
	needs(t, "make", "git")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "--quiet", "--depth", "1", "file://"+root, clone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(clone, "Makefile"), makefile, 0o600); err != nil { // the committed one may be older
		t.Fatal(err)
	}
	out, err := exec.Command("make", "--dry-run", "-C", clone, "deb").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "git fetch --unshallow") {
		t.Errorf("make deb in a shallow clone: %v\n%s", err, out)
	}
	if out, err := exec.Command("make", "--dry-run", "-C", clone, "deb", "VERSION=1.2.3").CombinedOutput(); err != nil {
		t.Errorf("with a version: %v\n%s", err, out)
	}
}
