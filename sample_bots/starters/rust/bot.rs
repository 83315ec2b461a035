//! A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose().
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// What the bot knows about this game. Add whatever else your bot needs.
#[derive(Default)]
struct Table {
    state: u64,
    points: HashMap<String, i32>, // what cards cost; cards without an entry cost nothing
    trick: Vec<String>,           // the cards of this trick, in the order played
}

impl Table {
    /// Returns a number from 0 to 1. Use no other random numbers: the same game must lead to the same answers.
    fn chance(&mut self) -> f64 {
        self.state = self
            .state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.state >> 32) as f64 / 4294967296.0
    }

    fn hear(&mut self, verb: &str, words: &[&str]) {
        match verb {
            // points QS=13 2H=1 ...
            "points" => {
                self.points = words
                    .iter()
                    .filter_map(|word| word.split_once('='))
                    .map(|(card, cost)| (card.to_string(), cost.parse().unwrap_or(0)))
                    .collect();
            }
            // trick NUMBER lead=SEAT
            "trick" => self.trick.clear(),
            // play SEAT CARD
            "play" => self.trick.push(words[1].to_string()),
            _ => {} // ignore unknown lines: the protocol may grow
        }
    }
}

/// Returns any n of the words. All of them are legal. This is the function to change.
fn choose<'a>(kind: &str, n: usize, words: &[&'a str], table: &mut Table) -> Vec<&'a str> {
    if kind != "play" && kind != "pass" {
        return words[..n].to_vec(); // other questions: the first words are always safe
    }
    let mut weighed = Vec::new();
    for card in words {
        let rank = "X23456789TJQKA".find(&card[..1]).unwrap_or(0) as f64;
        let points = table.points.get(*card).copied().unwrap_or(0) as f64;
        weighed.push((rank + 4.0 * points + table.chance(), *card));
    }
    weighed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let cannot_follow = !table.trick.is_empty() && words[0][1..] != table.trick[0][1..];
    if kind == "pass" || cannot_follow {
        weighed.reverse();
    }
    weighed[..n].iter().map(|(_, card)| *card).collect()
}

fn main() -> io::Result<()> {
    let mut table = Table::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let all: Vec<&str> = line.split_whitespace().collect();
        if all.is_empty() {
            continue;
        }
        let (verb, words) = (all[0], &all[1..]);
        match verb {
            "hello" => println!("ready"),
            // Forget everything: answers may depend only on this game.
            "game" => {
                let seed = words.iter().find_map(|word| word.strip_prefix("botseed="));
                table = Table::default();
                table.state = seed.and_then(|text| text.parse().ok()).unwrap_or(0);
            }
            // ask ID KIND N MOVE BANK : WORD ...
            "ask" => {
                let colon = words.iter().position(|word| *word == ":").expect("words");
                let n = words[2].parse().expect("a number");
                let chosen = choose(words[1], n, &words[colon + 1..], &mut table);
                println!("{} {}", words[0], chosen.join(" "));
            }
            "quit" => break,
            _ => table.hear(verb, words),
        }
        io::stdout().flush()?;
    }
    Ok(())
}
