// A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"
)

// Table is what the bot knows about this game. Add whatever else your bot needs.
type Table struct {
	chance *rand.Rand     // use no other random numbers: the same game must lead to the same answers
	points map[string]int // what cards cost; cards without an entry cost nothing
	trick  []string       // the cards of this trick, in the order played
}

func newTable(seed int64) *Table {
	return &Table{chance: rand.New(rand.NewSource(seed)), points: map[string]int{}}
}

func (table *Table) hear(verb string, words []string) {
	switch verb {
	case "points": // points QS=13 2H=1 ...
		table.points = map[string]int{}
		for _, word := range words {
			card, cost, _ := strings.Cut(word, "=")
			table.points[card], _ = strconv.Atoi(cost)
		}
	case "trick": // trick NUMBER lead=SEAT
		table.trick = nil
	case "play": // play SEAT CARD
		table.trick = append(table.trick, words[1])
	}
}

// choose returns any n of the words. All of them are legal. This is the function to change.
func choose(kind string, n int, words []string, table *Table) []string {
	if kind != "play" && kind != "pass" {
		return words[:n] // other questions: the first words are always safe
	}
	weight := map[string]float64{}
	for _, card := range words {
		rank := strings.IndexByte("X23456789TJQKA", card[0])
		weight[card] = float64(rank+4*table.points[card]) + table.chance.Float64()
	}
	cannotFollow := len(table.trick) > 0 && words[0][1] != table.trick[0][1]
	heavyFirst := kind == "pass" || cannotFollow
	sort.Slice(words, func(i, j int) bool {
		if heavyFirst {
			i, j = j, i
		}
		return weight[words[i]] < weight[words[j]]
	})
	return words[:n]
}

func main() {
	table := newTable(0)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		line := strings.Fields(input.Text())
		if len(line) == 0 {
			continue
		}
		verb, words := line[0], line[1:]
		switch verb {
		case "hello":
			fmt.Println("ready") // needs no flush: os.Stdout has no buffer
		case "game": // forget everything: answers may depend only on this game
			for _, word := range words {
				if key, value, _ := strings.Cut(word, "="); key == "botseed" {
					seed, _ := strconv.ParseInt(value, 10, 64)
					table = newTable(seed)
				}
			}
		case "ask": // ask ID KIND N MOVE BANK : WORD ...
			first := 0
			for words[first] != ":" {
				first++
			}
			n, _ := strconv.Atoi(words[2])
			fmt.Println(words[0], strings.Join(choose(words[1], n, words[first+1:], table), " "))
		case "quit":
			return
		default:
			table.hear(verb, words)
		}
	}
}
