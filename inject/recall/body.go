package recall

import (
	"encoding/binary"
	"errors"
)

// The passages of a content are stored together, in one value: a row for each would take
// a third of the time of a first index. A passage is a byte of flags, numbers as
// varints, and strings with their lengths in front; what it has in common with the
// passage before it is not repeated.

const (
	flagRedacted = 1 << iota
	flagSameContext
	flagCode
	flagSameDate
)

// errBody says that a stored value is not what appendBody writes.
var errBody = errors.New("the index holds passages that cannot be read")

// appendBody adds passages to b as they are stored. The text is stored of what is not
// whole lines of the file as they are; of the rest the file is read again.
func appendBody(b []byte, passages []passage, withTexts bool) []byte {
	var before passage
	for i := range passages {
		p := &passages[i]
		flags := byte(0)
		if p.redacted {
			flags |= flagRedacted
		}
		if p.code {
			flags |= flagCode
		}
		same := i > 0 && p.language == before.language && p.heading == before.heading && p.lead == before.lead
		if same {
			flags |= flagSameContext
		}
		if p.date == before.date {
			flags |= flagSameDate
		}
		b = append(b, flags)
		for _, n := range []uint64{uint64(p.first), uint64(p.last - p.first), uint64(p.tokens)} {
			b = binary.AppendUvarint(b, n)
		}
		b = binary.LittleEndian.AppendUint64(b, p.sum)
		if p.date != before.date {
			b = appendString(b, p.date)
		}
		if !same {
			b = appendString(appendString(appendString(b, p.language), p.heading), p.lead)
		}
		text := ""
		if p.redacted || withTexts {
			text = p.text
		}
		b = appendString(b, text)
		before = *p
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// bodyReader reads what appendBody wrote. Once something is amiss it returns nothing but
// zeros.
type bodyReader struct {
	rest  string
	amiss bool
}

// readBody is the opposite of appendBody.
func readBody(b []byte) ([]passage, error) {
	r := bodyReader{rest: string(b)}
	var all []passage
	var before passage
	for r.rest != "" && !r.amiss {
		flags := r.take(1)
		if r.amiss {
			break
		}
		p := passage{redacted: flags[0]&flagRedacted != 0, code: flags[0]&flagCode != 0}
		p.first = r.number()
		p.last = p.first + r.number()
		p.tokens = r.number()
		if sum := r.take(8); !r.amiss {
			p.sum = binary.LittleEndian.Uint64([]byte(sum))
		}
		if p.date = before.date; flags[0]&flagSameDate == 0 {
			p.date = r.text()
		}
		if flags[0]&flagSameContext != 0 {
			p.language, p.heading, p.lead = before.language, before.heading, before.lead
		} else {
			p.language, p.heading, p.lead = r.text(), r.text(), r.text()
		}
		p.text = r.text()
		all = append(all, p)
		before = p
	}
	if r.amiss {
		return nil, errBody
	}
	return all, nil
}

func (r *bodyReader) take(n int) string {
	if n > len(r.rest) || r.amiss {
		r.amiss = true
		return ""
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *bodyReader) number() int {
	n, size := binary.Uvarint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	if size <= 0 || n > largestFile {
		r.amiss = true
		return 0
	}
	r.take(size)
	return int(n)
}

func (r *bodyReader) text() string { return r.take(r.number()) }
