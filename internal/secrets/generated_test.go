package secrets

import (
	"encoding/base64"
	"fmt"
	"html"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// madeOf are the characters of which the parts of a made value are, by the letters of testdata/kinds.txt.
var madeOf = func() map[byte]string {
	const small, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	large := strings.ToUpper(small)
	return map[byte]string{
		'a': small + large + digits, 'l': small, 'U': large, 'h': digits + "abcdef", 'H': digits + "ABCDEF",
		'd': digits, 'b': small + large + digits + "+/", 'u': small + large + digits + "_-", 'g': large + digits,
		't': large + "234567", 'n': "023456789acdefghjklmnpqrstuvwxyz", 's': "!?&%$#*",
	}
}()

var madeWords = strings.Fields("kestrel marigold sandpiper birchtree lantern harbour thistle heron pebble copper " +
	"walnut orchard meadow falcon juniper saddle velvet tunnel ginger window candle anchor bramble cricket dolphin ember")

var reMade = regexp.MustCompile(`\{([a-zA-Z])(\d*)\}`)

// made is a text with random values in place of its parts.
func made(random *rand.Rand, pattern string) string {
	word := func() string { return madeWords[random.Intn(len(madeWords))] }
	return reMade.ReplaceAllStringFunc(pattern, func(part string) string {
		switch part {
		case "{w}":
			return word()
		case "{W}":
			w := word()
			return strings.ToUpper(w[:1]) + w[1:]
		case "{k}":
			return base64.StdEncoding.EncodeToString([]byte(word() + strconv.Itoa(random.Intn(1000))))
		}
		length, err := strconv.Atoi(part[2 : len(part)-1])
		if err != nil {
			length = 1
		}
		text, from := make([]byte, length), madeOf[part[1]]
		for i := range text {
			text[i] = from[random.Intn(len(from))]
		}
		return string(text)
	})
}

// leaks reports whether a part of a secret that is long enough to tell it is still in a text.
func leaks(clean, secret string) bool {
	const told = 10 // bytes
	if len(secret) <= told {
		return strings.Contains(clean, secret)
	}
	for at := range len(secret) - told + 1 {
		if strings.Contains(clean, secret[at:at+told]) {
			return true
		}
	}
	return false
}

// TestKinds counts the kinds of lines of which no value among many random ones leaks.
func TestKinds(t *testing.T) { testKinds(t, 40) }

// TestLongKinds is TestKinds with ten times as many values.
func TestLongKinds(t *testing.T) { testKinds(t, 400) }

func testKinds(t *testing.T, values int) {
	t.Parallel()
	const least = 105
	kinds, tight := linesOfFile(t, "testdata/kinds.txt")["lines"], 0
	for _, kind := range kinds {
		random := rand.New(rand.NewSource(41))
		leaked, example := 0, ""
		for range values {
			line := made(random, kind)
			clean, _ := Redact(reMarked.ReplaceAllString(line, "$1"))
			for _, m := range reMarked.FindAllStringSubmatch(line, -1) {
				if leaks(clean, m[1]) {
					leaked, example = leaked+1, line
					break
				}
			}
		}
		if leaked == 0 {
			tight++
			continue
		}
		t.Logf("%d of %d leak: %s\n\t%q", leaked, values, kind, example)
	}
	t.Logf("%d of %d kinds have no leak", tight, len(kinds))
	assert.GreaterOrEqual(t, tight, least, "kinds without a leak")
}

// TestForms counts in how many of the forms in which people write secrets no kind of them leaks.
func TestForms(t *testing.T) {
	t.Parallel()
	const least = 3370
	sections, tight, random := linesOfFile(t, "testdata/kinds.txt"), 0, rand.New(rand.NewSource(41))
	for _, form := range sections["forms"] {
		leaked := 0
		for _, kind := range sections["kinds"] {
			text, secrets := written(form, kind, random)
			if clean, _ := Redact(text); leaks(clean, secrets[0]) || leaks(clean, secrets[1]) {
				leaked++
				t.Logf("leaks: %q", text)
				continue
			}
			tight++
		}
		t.Logf("%d of %d kinds leak in %q", leaked, len(sections["kinds"]), form)
	}
	t.Logf("%d of %d do not leak", tight, len(sections["forms"])*len(sections["kinds"]))
	assert.GreaterOrEqual(t, tight, least, "forms that do not leak")
}

// written is a form with a random value of a kind, and the secrets in it: the value, and what stands for it.
func written(form, kind string, random *rand.Rand) (text string, secrets [2]string) {
	row := strings.Split(kind, " | ")
	label, variable, value := row[0], row[1], made(random, row[2])
	lower, half := strings.ToLower(variable), len(value)/2
	words := strings.Split(lower, "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	camel := strings.Join(words, "")
	code := base64.StdEncoding.EncodeToString([]byte(value))
	text = strings.NewReplacer(
		"{label}", label, "{V}", variable, "{v}", lower, "{k}", strings.ReplaceAll(lower, "_", "-"),
		"{c}", strings.ToLower(camel[:1])+camel[1:], "{h}", strings.Join(words, "-"),
		"{1}", value[:half], "{2}", value[half:], "{64}", code,
		"{&}", fmt.Sprintf("%s&#%d;%s", html.EscapeString(value[:3]), value[3], html.EscapeString(value[4:])),
		"{}", value,
	).Replace(form)
	secret := value
	if !strings.Contains(text, value) && strings.Contains(form, "{1}") {
		secret = value[half:]
		return text, [2]string{secret, value[:half]}
	}
	if strings.Contains(form, "{64}") {
		return text, [2]string{code, code}
	}
	return text, [2]string{secret, value}
}
