// Package gguf writes model files in GGUF, version 3, the format that Ollama and
// llama.cpp read. What comes in are metadata and tensors; what goes out are the
// bytes of a file.
//
// Invariants:
//
//  1. Equal files give equal bytes.
//  2. Every tensor begins at a multiple of 32 bytes after the header.
package gguf

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// File is a model file.
type File struct {
	Metadata []Entry
	Tensors  []Tensor
}

// Entry is one metadata entry. Value is a uint32, float32, bool, string,
// []string or []int32.
type Entry struct {
	Key   string
	Value any
}

// Tensor is a matrix or a vector. Shape is in the order of the format: first the
// length of a row. A vector is stored with 32 bits a number, a matrix with 16.
type Tensor struct {
	Name  string
	Shape []uint64
	Data  []float32
}

// Numbers of the format, as llama.cpp's ggml/include/gguf.h lists them.
const (
	version   = 3
	alignment = 32

	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9

	float32s = 0
	float16s = 1
)

var little = binary.LittleEndian

// Bytes returns the bytes of the file.
func (f File) Bytes() ([]byte, error) {
	b := append([]byte("GGUF"), 0, 0, 0, 0)
	little.PutUint32(b[4:], version)
	b = little.AppendUint64(b, uint64(len(f.Tensors)))
	b = little.AppendUint64(b, uint64(len(f.Metadata)))
	for _, entry := range f.Metadata {
		var err error
		if b, err = appendEntry(b, entry); err != nil {
			return nil, err
		}
	}
	var offset uint64
	for _, tensor := range f.Tensors {
		if err := tensor.check(); err != nil {
			return nil, err
		}
		b = tensor.appendInfo(b, offset)
		offset = aligned(offset + tensor.size())
	}
	b = pad(b)
	for _, tensor := range f.Tensors {
		b = pad(tensor.appendData(b))
	}
	return b, nil
}

func appendEntry(b []byte, entry Entry) ([]byte, error) {
	b = appendString(b, entry.Key)
	switch value := entry.Value.(type) {
	case uint32:
		return little.AppendUint32(little.AppendUint32(b, typeUint32), value), nil
	case float32:
		return little.AppendUint32(little.AppendUint32(b, typeFloat32), math.Float32bits(value)), nil
	case bool:
		b = little.AppendUint32(b, typeBool)
		if value {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case string:
		return appendString(little.AppendUint32(b, typeString), value), nil
	case []string:
		b = appendArray(b, typeString, len(value))
		for _, text := range value {
			b = appendString(b, text)
		}
		return b, nil
	case []int32:
		b = appendArray(b, typeInt32, len(value))
		for _, number := range value {
			b = little.AppendUint32(b, uint32(number))
		}
		return b, nil
	}
	return nil, fmt.Errorf("%s: no metadata can be a %T", entry.Key, entry.Value)
}

func appendString(b []byte, text string) []byte {
	return append(little.AppendUint64(b, uint64(len(text))), text...)
}

func appendArray(b []byte, kind uint32, length int) []byte {
	b = little.AppendUint32(b, typeArray)
	b = little.AppendUint32(b, kind)
	return little.AppendUint64(b, uint64(length))
}

func (t Tensor) check() error {
	cells := uint64(1)
	for _, length := range t.Shape {
		cells *= length
	}
	if cells != uint64(len(t.Data)) {
		return fmt.Errorf("%s: a shape of %v needs %d numbers, not %d", t.Name, t.Shape, cells, len(t.Data))
	}
	return nil
}

func (t Tensor) matrix() bool { return len(t.Shape) > 1 }

func (t Tensor) size() uint64 {
	if t.matrix() {
		return uint64(len(t.Data)) * 2
	}
	return uint64(len(t.Data)) * 4
}

func (t Tensor) appendInfo(b []byte, offset uint64) []byte {
	b = appendString(b, t.Name)
	b = little.AppendUint32(b, uint32(len(t.Shape)))
	for _, length := range t.Shape {
		b = little.AppendUint64(b, length)
	}
	kind := uint32(float32s)
	if t.matrix() {
		kind = float16s
	}
	b = little.AppendUint32(b, kind)
	return little.AppendUint64(b, offset)
}

func (t Tensor) appendData(b []byte) []byte {
	b = slices.Grow(b, int(t.size())+alignment)
	for _, number := range t.Data {
		if t.matrix() {
			b = little.AppendUint16(b, half(number))
		} else {
			b = little.AppendUint32(b, math.Float32bits(number))
		}
	}
	return b
}

func aligned(length uint64) uint64 { return (length + alignment - 1) / alignment * alignment }

func pad(b []byte) []byte {
	return append(b, make([]byte, aligned(uint64(len(b)))-uint64(len(b)))...)
}

// half returns f as an IEEE 754 binary16: rounded to the nearest, ties away from
// zero. What is too large becomes the largest finite number, what is below the
// smallest normal one becomes zero.
func half(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits>>16) & 0x8000
	// Adding half of the last place kept carries into the exponent by itself.
	rounded := bits&0x7fffffff + 0x1000
	exponent := int32(rounded>>23) - 127 + 15
	switch {
	case exponent >= 31:
		return sign | 0x7bff
	case exponent <= 0:
		return sign
	}
	return sign | uint16(exponent)<<10 | uint16(rounded>>13)&0x3ff
}
