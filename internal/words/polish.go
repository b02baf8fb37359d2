package words

import (
	"bufio"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/stempel"
)

// packedPolish is the table of Stempel, the stemmer of Lucene, in a twelfth of its bytes.
// TestPolish -update writes it.
//
//go:embed polish.bin
var packedPolish string

// polish is the stemmer for Polish, which Snowball has none for.
func polish() func(string) string {
	table := sync.OnceValue(loadPolish)
	return func(word string) string {
		runes := []rune(word)
		return string(stempel.Diff(runes, commands(table(), runes)))
	}
}

// trie finds the command for a word, from its last letter on. A command is pairs of letters, an action and how much
// or what, as stempel.Diff takes them.
type trie struct {
	commands [][]rune
	rows     [][]cell
}

// cell is what a letter leads to: a command and a row, each by its number, from 1 on; 0 for none.
type cell struct{ letter, command, row uint16 }

// loadPolish reads the table: for each trie its commands, how many cells its rows have, and of all cells the letters,
// the commands and the rows. Lists follow how many they are.
func loadPolish() (tries []trie) {
	in := bufio.NewReader(flate.NewReader(strings.NewReader(packedPolish)))
	number := func() uint64 {
		n, err := binary.ReadUvarint(in)
		if err != nil {
			panic(fmt.Sprintf("words: the built-in table of Polish stems: %v", err))
		}
		return n
	}
	for range number() {
		t := trie{make([][]rune, number()), nil}
		for i := range t.commands {
			t.commands[i] = make([]rune, number())
			for j := range t.commands[i] {
				t.commands[i][j] = rune(number())
			}
		}
		ends, end := make([]uint64, number()), uint64(0)
		for i := range ends {
			end += number()
			ends[i] = end
		}
		cells := make([]cell, end)
		for _, part := range []func(*cell) *uint16{
			func(c *cell) *uint16 { return &c.letter },
			func(c *cell) *uint16 { return &c.command },
			func(c *cell) *uint16 { return &c.row },
		} {
			for i := range cells {
				*part(&cells[i]) = uint16(number())
			}
		}
		begin := uint64(0)
		for _, end := range ends {
			t.rows, begin = append(t.rows, cells[begin:end]), end
		}
		tries = append(tries, t)
	}
	return tries
}

// command is that of the longest ending of a word that has one, nil for none.
func (t *trie) command(word []rune) (found []rune) {
	row := t.rows[0]
	for _, letter := range slices.Backward(word) {
		i := slices.IndexFunc(row, func(c cell) bool { return rune(c.letter) == letter })
		if i < 0 {
			break
		}
		if c := row[i].command; c > 0 {
			found = t.commands[c-1]
		}
		if row[i].row == 0 {
			break
		}
		row = t.rows[row[i].row-1]
	}
	return found
}

// commands are what the tries say of a word, one after the other, until one says nothing or what cannot follow. One
// that begins behind some letters leaves these, and what the one before it takes, out of the word for the next.
func commands(tries []trie, word []rune) (all []rune) {
	rest, last, taken := word, ' ', 0
	for _, t := range tries {
		next := t.command(word)
		if len(next) < 2 || (last == '-' || last == 'D') && last == next[0] {
			break
		}
		takes := taking(next)
		if next[0] == '-' {
			if taken+takes > len(rest) {
				break
			}
			rest = rest[:len(rest)-taken-takes]
		}
		all, last, taken = append(all, next...), next[len(next)-2], takes
		if len(rest) > 0 {
			word = rest
		}
	}
	return all
}

// taking is how many letters a command goes past: "-c" three, "Db" takes two away, "Rx" puts another for one.
func taking(command []rune) (n int) {
	for i := 0; i+1 < len(command); i += 2 {
		switch command[i] {
		case '-', 'D':
			n += int(command[i+1]-'a') + 1
		case 'R':
			n++
		}
	}
	return n
}
