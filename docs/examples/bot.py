#!/usr/bin/env python3
"""Plays one seat with random legal moves, over ssh.

    bot.py TABLE NAME ssh [-i KEY] [-p PORT] HOST

The words behind NAME are the command that reaches the server; the script adds
"api". Without them it uses its own standard input and output, as an engine for
quadrille match: program:"docs/examples/bot.py 1 Snake". See docs/api.md.
"""
import json
import random
import subprocess
import sys

if len(sys.argv) < 3 or not sys.argv[1].isdigit():
    sys.exit(__doc__)
table, name, ssh_command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
seq = 0  # the number of the last event


def play():
    """Play over one connection; return whether the game is over."""
    global seq
    requests, lines = sys.stdout, sys.stdin
    if ssh_command:
        ssh = subprocess.Popen(ssh_command + ["api"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        requests, lines = ssh.stdin, ssh.stdout

    def send(command, **fields):
        print(json.dumps({"v": 2, "id": command, "command": command, **fields}), file=requests, flush=True)

    send("hello", name=name)
    send("sit", table=table, after=seq, **{"with": ["legal"]})
    send("ready", table=table)
    for text in lines:
        line = json.loads(text)
        event = line.get("event")
        if "error" in line and line["id"] in ("hello", "sit"):
            sys.exit(line["error"]["message"])
        if event == "turn" and line["yours"]:
            # With a key, a repeated request is not played twice.
            send("move", table=table, ply=line["ply"], key=f"move-{line['seq']}", action=random.choice(line["legal"]))
        elif event not in (None, "turn", "invited", "notice"):
            seq = line["seq"]
        if event == "closed":
            if ssh_command:
                print(name, json.dumps(line["result"]))
            return True
    return not ssh_command


while not play():
    print(f"{name}: connection lost; resuming after event {seq}", file=sys.stderr)
