#!/usr/bin/env python3
"""Reads the events of `arena run --json`, `arena duel --json` or `arena watch --json`, and says how the league goes."""
import collections
import json
import sys

wins = collections.Counter()
faults = collections.Counter()
rows = []
for line in open(sys.argv[1], encoding="utf-8"):
    event = json.loads(line)
    match event["event"]:
        case "started":
            print(f"Stage {event['stage']}: {len(event['bots'])} bots, {event['games']} games at most.")
        case "game":
            wins.update(seat["bot"] for seat in event["seats"] if seat["place"] == 1)
        case "fault":
            faults[event["bot"]] += 1
        case "leader":
            print(f"{event['bot']} leads with {event['elo']:.0f} Elo.")
        case "standings":
            rows = event["rows"]
        case "duel":
            print(event["sentences"][0])
        case "finished":
            print(f"{event['done']} games are recorded in {event['folder']}.")
        case "stopped" | "error":
            print(f"The run has not finished: {event.get('why') or event['message']}.")
for row in rows:
    print(f"{row['rank'] or '-':>3}  {row['bot']:20} {row['elo']:5.0f} Elo, {wins[row['bot']]} games won, {faults[row['bot']]} faults")
