#!/usr/bin/env python3
"""Plays one seat with whatever legal action chance gives it, over plain ssh.

    bot.py TABLE NAME ssh [-i KEY] [-p PORT] HOST

All behind NAME is how to reach the server; api is added to it. With nothing there
it speaks on its own standard input and output, as quadrille match wants it:
program:"docs/examples/bot.py 1 Snake". See docs/api.md.
"""
import json
import random
import subprocess
import sys

if len(sys.argv) < 3 or not sys.argv[1].isdigit():
    sys.exit(__doc__)
table, name, reach = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
seq = 0  # the last event that was seen


def play():
    """One connection; tells whether the game is over."""
    global seq
    tell, hear = sys.stdout, sys.stdin
    if reach:
        ssh = subprocess.Popen(reach + ["api"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        tell, hear = ssh.stdin, ssh.stdout

    def ask(do, **fields):
        print(json.dumps({"v": 1, "id": do, "do": do, **fields}), file=tell, flush=True)

    ask("hello", name=name)
    ask("sit", table=table, after=seq, **{"with": ["legal"]})
    ask("ready", table=table)
    for text in hear:
        line = json.loads(text)
        event = line.get("event")
        if "error" in line and line["id"] in ("hello", "sit"):
            sys.exit(line["error"]["message"])
        if event == "turn" and line["yours"]:
            # A key of its own: repeated, it would be played once.
            ask("act", table=table, ply=line["ply"], key=f"act-{line['seq']}", action=random.choice(line["legal"]))
        elif event not in (None, "turn", "invited"):
            seq = line["seq"]
        if event == "closed":
            if reach:
                print(name, json.dumps(line["result"]))
            return True
    return not reach


while not play():
    print(f"{name}: the connection is lost; coming back to what follows event {seq}", file=sys.stderr)
