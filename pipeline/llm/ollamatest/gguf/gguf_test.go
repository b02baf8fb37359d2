package gguf

import (
	"bytes"
	"math"
	"testing"
)

func TestHalf(t *testing.T) {
	for _, test := range []struct {
		name string
		give float32
		want uint16
	}{
		{"zero", 0, 0},
		{"one", 1, 0x3c00},
		{"minus two", -2, 0xc000},
		{"a third, rounded down", 1.0 / 3, 0x3555},
		{"two thirds, rounded up", 2.0 / 3, 0x3955},
		{"rounded up into the next exponent", 1.9999, 0x4000},
		{"the largest", 65504, 0x7bff},
		{"too large", 1e6, 0x7bff},
		{"rounded up to what is too large", 65535, 0x7bff},
		{"too small", 1e-6, 0},
		{"too small and negative", -1e-6, 0x8000},
		{"infinite", float32(math.Inf(1)), 0x7bff},
	} {
		if got := half(test.give); got != test.want {
			t.Errorf("%s: half(%g) = %#04x, want %#04x", test.name, test.give, got, test.want)
		}
	}
}

// TestAligned guards invariant 2.
func TestAligned(t *testing.T) {
	file := File{
		Metadata: []Entry{{"general.name", "x"}},
		Tensors: []Tensor{
			{Name: "vector", Shape: []uint64{3}, Data: []float32{1, 2, 3}},
			{Name: "matrix", Shape: []uint64{2, 2}, Data: []float32{1, 1, 1, 1}},
		},
	}
	b, err := file.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	const ones = "\x00\x3c\x00\x3c\x00\x3c\x00\x3c"
	at := bytes.Index(b, []byte(ones))
	if at < 0 || at%alignment != 0 || len(b)%alignment != 0 {
		t.Errorf("the matrix begins at %d of %d bytes", at, len(b))
	}
	if vector := bytes.Index(b, []byte("\x00\x00\x80\x3f\x00\x00\x00\x40")); vector != at-alignment {
		t.Errorf("the vector begins at %d, the matrix at %d", vector, at)
	}
}

func TestEntries(t *testing.T) {
	file := File{Metadata: []Entry{
		{"a", uint32(7)},
		{"b", float32(1)},
		{"c", true},
		{"d", "text"},
		{"e", []string{"x"}},
		{"f", []int32{-1}},
	}}
	b, err := file.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	const length = "\x01\x00\x00\x00\x00\x00\x00\x00"
	want := "GGUF\x03\x00\x00\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" + "\x06\x00\x00\x00\x00\x00\x00\x00" +
		length + "a\x04\x00\x00\x00\x07\x00\x00\x00" +
		length + "b\x06\x00\x00\x00\x00\x00\x80\x3f" +
		length + "c\x07\x00\x00\x00\x01" +
		length + "d\x08\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00text" +
		length + "e\x09\x00\x00\x00\x08\x00\x00\x00" + length + length + "x" +
		length + "f\x09\x00\x00\x00\x05\x00\x00\x00" + length + "\xff\xff\xff\xff"
	if got := string(bytes.TrimRight(b, "\x00")); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestRefused(t *testing.T) {
	for name, file := range map[string]File{
		"a type of no metadata":      {Metadata: []Entry{{"general.name", 1.5}}},
		"more numbers than it holds": {Tensors: []Tensor{{Name: "x", Shape: []uint64{2}, Data: make([]float32, 3)}}},
	} {
		if _, err := file.Bytes(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
