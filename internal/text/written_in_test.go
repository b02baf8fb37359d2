package text

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lang"
)

// A text is told by its letters, its stop words or the words of its rules; names and terms of other languages in it do
// not count, and English is what is left.
func TestWrittenIn(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "en",
		"# Soul":                         "en",
		"# S\n\nMe.\n\n## Vibe\n\nCalm.": "en",
		"You keep the workshop of a bookbinder. Be brief, and say what you do not know.":             "en",
		"You book tables for 王小明 and her guests, and you know what they like to eat.":                "en",
		"Du führst das Auftragsbuch einer Buchbinderei. Sag, was du nicht weißt.":                    "de",
		"Tu tiens le carnet d'une reliure. Sois bref, et dis ce que tu ne sais pas.":                 "fr",
		"Llevas el cuaderno de una imprenta. Sé breve y di lo que no sabes.":                         "es",
		"Tieni il registro di una legatoria. Sii breve e di' quello che non sai.":                    "it",
		"Você cuida do caderno de uma gráfica. Seja breve e diga o que não sabe.":                    "pt",
		"Je houdt het boek van een drukkerij bij. Wees kort en zeg wat je niet weet.":                "nl",
		"Du för boken åt ett bokbinderi. Var kort och säg vad du inte vet.":                          "sv",
		"Prowadzisz zeszyt introligatorni. Mów krótko, a jeśli czegoś nie wiesz, to powiedz o tym.":  "pl",
		"Vedeš zakázky v knihařské dílně. Buď stručný, a když něco nevíš, tak to řekni, prosím.":     "en",
		"Ты ведёшь журнал переплётной мастерской. Говори коротко и о том, чего не знаешь, скажи.":    "ru",
		"你替一家装订作坊管账本。说话简短，不知道的就说不知道。用 GitHub 和 Telegram。":                                            "zh",
		"あなたは製本所の帳簿を預かる。短く話し、知らないことは知らないと言う。":                                                        "ja",
		"너는 제본소의 장부를 맡고 있다. 짧게 말하고, 모르면 모른다고 해라.":                                                    "ko",
		"Bạn giữ sổ của một xưởng đóng sách. Hãy nói ngắn gọn, và nói rõ điều bạn không biết.":       "vi",
		"Kamu mengurus buku pesanan penjilid. Selalu jawab singkat, jangan menebak, harus jujur.":    "id",
		"Kamu mengurus buku pesanan. Jangan mengirim apa pun tanpa izin, selalu bertanya lebih dulu": "id",
	} {
		assert.Equal(t, want, WrittenIn(text), text)
	}
}

// What WrittenIn answers is a language of the data.
func TestWrittenInKnownLanguages(t *testing.T) {
	codes := map[string]bool{}
	for _, l := range lang.All() {
		codes[l.Code] = true
	}
	for _, script := range scripts {
		assert.True(t, codes[script.code], script.code)
	}
	for _, language := range languages {
		text := strings.Join(slices.Collect(maps.Keys(load().of[languageOf(language.code)].stop)), " ")
		assert.True(t, codes[WrittenIn(text)], language.code)
	}
}
