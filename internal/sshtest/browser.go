package sshtest

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Browser is a page in a headless Chromium, controlled by the DevTools protocol.
type Browser struct {
	t       testing.TB
	to      io.Writer
	pipe    *os.File // Chromium's output; needed to set read deadlines
	from    *bufio.Reader
	session string
	last    int
	Errors  []string // uncaught exceptions, and resources that the browser refused to load
}

// Chromium is the path of the program in Debian's package chromium.
const Chromium = "/usr/bin/chromium"

// OpenBrowser starts Chromium. It skips the test if the program is not installed.
func OpenBrowser(t testing.TB, width, height int) *Browser {
	t.Helper()
	if _, err := os.Stat(Chromium); err != nil {
		t.Skip("no chromium on this machine: install Debian's package chromium to test pages in a browser")
	}
	browserIn, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, browserOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(Chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
		fmt.Sprintf("--window-size=%d,%d", width, height), "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{browserIn, browserOut}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = browserIn.Close(), browserOut.Close()
	b := &Browser{t: t, to: to, pipe: from, from: bufio.NewReader(from)}
	t.Cleanup(func() {
		b.session = ""
		_ = b.send("Browser.close", nil)
		killer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		killer.Stop()
		_, _ = to.Close(), from.Close()
	})
	target := b.call("Target.createTarget", map[string]any{"url": "about:blank"})
	b.session = b.call("Target.attachToTarget", map[string]any{"targetId": target["targetId"], "flatten": true})["sessionId"].(string)
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.call(domain+".enable", nil)
	}
	return b
}

func (b *Browser) send(method string, params map[string]any) error {
	b.last++
	message := map[string]any{"id": b.last, "method": method, "params": params}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	line, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(line, 0))
	}
	return err
}

// call runs a method of the DevTools protocol in the browser, and returns the method's result.
func (b *Browser) call(method string, params map[string]any) map[string]any {
	b.t.Helper()
	if err := b.send(method, params); err != nil {
		b.t.Fatal(err)
	}
	_ = b.pipe.SetReadDeadline(time.Now().Add(time.Minute)) // so that the test fails if the browser hangs
	for {
		line, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var message struct {
			ID            int
			Method        string
			Params        json.RawMessage
			Result, Error map[string]any
		}
		if err := json.Unmarshal(line[:len(line)-1], &message); err != nil {
			b.t.Fatal(err)
		}
		switch {
		case message.Method == "Runtime.exceptionThrown", message.Method == "Log.entryAdded":
			b.Errors = append(b.Errors, string(message.Params))
		case message.ID == b.last && message.Error != nil:
			b.t.Fatalf("%s: %v", method, message.Error)
		case message.ID == b.last:
			return message.Result
		}
	}
}

// Open loads a page.
func (b *Browser) Open(address string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": address})
	b.Await("document.readyState === 'complete' && location.href !== 'about:blank'")
}

// Eval returns the value of a JavaScript expression.
func (b *Browser) Eval(expression string) any {
	b.t.Helper()
	result := b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true})
	if fault := result["exceptionDetails"]; fault != nil {
		b.t.Fatalf("%s: %v", expression, fault)
	}
	return result["result"].(map[string]any)["value"]
}

// Await waits until a JavaScript expression is true, and returns how long that took.
func (b *Browser) Await(expression string) time.Duration {
	b.t.Helper()
	begun := time.Now()
	check := fmt.Sprintf(
		`new Promise((done) => { const ask = () => { (%s) ? done(true) : setTimeout(ask, 10); };
			ask(); setTimeout(() => done(false), 20000); })`,
		expression,
	)
	if b.Eval(check) != true {
		b.t.Fatalf("the expression was not true within 20 seconds: %s\n%v", expression, b.Eval("document.body.innerText"))
	}
	return time.Since(begun)
}

// Press presses and releases a key such as ArrowLeft.
func (b *Browser) Press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key})
	}
}

// Resize sets the size of the page in pixels, and its colour scheme: light or dark.
func (b *Browser) Resize(width, height int, scheme string) {
	b.t.Helper()
	b.call(
		"Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
	)
	b.call(
		"Emulation.setEmulatedMedia",
		map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}},
	)
}

// Screenshot returns a picture of the visible part of the page as PNG.
func (b *Browser) Screenshot() []byte {
	b.t.Helper()
	text, _ := b.call("Page.captureScreenshot", map[string]any{"format": "png"})["data"].(string)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		b.t.Fatal(err)
	}
	return data
}

// Described returns the roles and names that a screen reader announces, such as "heading Moves".
func (b *Browser) Described() (list []string) {
	b.t.Helper()
	nodes, _ := b.call("Accessibility.getFullAXTree", nil)["nodes"].([]any)
	for _, node := range nodes {
		values, _ := node.(map[string]any)
		role, _ := values["role"].(map[string]any)
		name, _ := values["name"].(map[string]any)
		if values["ignored"] != true {
			list = append(list, strings.TrimSpace(fmt.Sprint(role["value"], " ", name["value"])))
		}
	}
	return list
}
