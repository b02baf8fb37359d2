package distill

import (
	"slices"
	"strings"
	"testing"

	"wisdom/pipeline/llm/fake"
)

// A note that withdrew a rule counted as one that backs it, since both speak of the same matter.
func TestOppositeNotesNeverBackOneLine(t *testing.T) {
	t.Parallel()
	const order, ban = "Always water the seedlings in the evening.", "Never water the seedlings in the evening."
	said := func(text string, n int) []string { return slices.Repeat([]string{text}, n) }
	for name, test := range map[string]struct {
		notes  []string // a day each
		line   string
		backed int // lessons behind the entry; 0 for none
		told   string
	}{
		"withdrawn later":         {append(said(order, 3), ban), order, 0, "says the opposite of what a note says"},
		"withdrawn, and so again": {append(append(said(ban, 1), said(order, 2)...), ban, order), order, 3, ""},
		"the ban is newer":        {append(said(order, 3), said(ban, 3)...), ban, 3, ""},
		"all forbid it":           {said(ban, 4), order, 0, "says the opposite"},
		"all want it":             {said(order, 4), ban, 0, "says the opposite"},
		"a ban stays a ban":       {said(ban, 4), ban, 4, ""},
		"one older says otherwise": {
			append([]string{ban}, said(order, 4)...), order, 4, "",
		},
	} {
		m := &scripted{Reader: fake.Reader{"seedlings": {Name: "Seedlings", Line: test.line}}}
		got := practised(t, m, dated(test.notes...))
		theme := themeOf(t, got, len(test.notes)-1)
		backed := 0
		for _, w := range theme.Wordings {
			backed = len(w.Lessons)
		}
		if backed != test.backed || (backed == 0) != (theme.Cause == Superseded) {
			t.Errorf("%s: backed by %d, %s: %s", name, backed, theme.Cause, theme.Detail)
		}
		if words := m.steps("word"); test.told != "" && !strings.Contains(words[len(words)-1].Prompt, test.told) {
			t.Errorf("%s: worded again without %q", name, test.told)
		}
	}
	// An approved entry gets no new lesson that says the opposite.
	waters := fake.Reader{"seedlings": {Name: "Seedlings", Line: order}}
	first := practised(t, &scripted{Reader: waters}, dated(said(order, 3)...))
	m := &scripted{Reader: waters}
	got := practised(t, m, dated(append(said(order, 3), ban)...), kept(first))
	if theme := themeOf(t, got, 3); len(theme.Wordings[0].Lessons) != 3 {
		t.Errorf("kept: %+v", theme)
	}
}

// A verb that may forbid something forbids nothing where it only tells when.
func TestForbids(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Water the seedlings before the fans stop.":          false,
		"Water the seedlings, before the fans stop, always.": false,
		"If it rains, stop watering the seedlings.":          true,
		"Stop watering the seedlings in the evening.":        true,
		"Do not water the seedlings in the evening.":         true,
		"Never forget to water the seedlings.":               false,
		"Gieße die Setzlinge abends nicht.":                  true,
		"Never let the seedlings go unwatered until noon.":   false,
	} {
		if forbids(text) != want {
			t.Errorf("%q", text)
		}
	}
}

// An order that says what to do, and never what else, went for the opposite of the same order without the ban.
func TestBanIsOfWhatItNames(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"Delete files with trash, never with rm.", "Always use trash for deleting files."},
		{"Delete files with trash, never with rm.", "Use trash instead of rm when you delete files."},
		{
			"Use a process manager for every service, never a background process.",
			"Always use a process manager for every service.",
		},
		{"Use Postgres for the archive, not SQLite.", "Always use Postgres for the archive."},
		{"Don't wait for the next heartbeat.", "Execute immediately on the next heartbeat rather than waiting."},
		{"Never store the keys in the drawer; hang the keys on the board.", "Always hang the keys on the board."},
		{"Do not rename, move or delete old photos.", "Do not delete, rename or move old photos."},
		{
			"Nimm für Angebote immer die Vorlage, nie ein leeres Blatt.",
			"Nimm für Angebote die Vorlage statt ein leeres Blatt.",
		},
		{
			"Gieße die Orchideen mit Regenwasser, nicht mit Leitungswasser.",
			"Gieße die Orchideen immer mit Regenwasser.",
		},
		{"Guarda las facturas en el archivo, nunca en el correo.", "Guarda siempre las facturas en el archivo."},
		{
			"Range les factures dans le classeur, jamais dans le tiroir.",
			"Range toujours les factures dans le classeur au lieu du tiroir.",
		},
		{"Conserva le ricevute nel registro, mai nella cartella.", "Conserva sempre le ricevute nel registro."},
		{"Храни чеки в папке, а не в ящике.", "Всегда храни чеки в папке."},
		{"Trzymaj faktury w segregatorze, nigdy w szufladzie.", "Zawsze trzymaj faktury w segregatorze."},
		{"发票放进文件夹，不要放进抽屉。", "发票一定要放进文件夹。"},
		{"領収書は必ずフォルダに入れる、引き出しには入れない。", "領収書は必ずフォルダに入れること。"},
	} {
		if reverses(pair[0], pair[1]) || reverses(pair[1], pair[0]) {
			t.Errorf("%q and %q are opposed", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"Delete files with trash, never with rm.", "Always use rm to delete files."},
		{"Delete files with trash, never with rm.", "Never delete files with trash."},
		{"Use trash instead of rm when you delete files.", "Never use trash to delete files."},
		{"Use rm instead of trash for old files.", "Delete old files with trash, never with rm."},
		{"Never use rm, use trash for old files.", "Always use rm for old files."},
		{
			"Always restart the worker after a config change.",
			"Never restart the worker after a config change; it reloads by itself.",
		},
		{
			"Seedlings must never be watered in the evening, it brings mould.",
			"Always water the seedlings in the evening.",
		},
		{"Gieße die Setzlinge abends nicht.", "Gieße die Setzlinge immer abends."},
		{
			"Gieße die Orchideen mit Regenwasser, nicht mit Leitungswasser.",
			"Gieße die Orchideen immer mit Leitungswasser.",
		},
		{"Guarda las facturas en el archivo, nunca en el correo.", "Guarda siempre las facturas en el correo."},
		{"Riega siempre las plantas por la noche.", "No riegues nunca las plantas por la noche."},
		{"Range toujours les factures dans le tiroir.", "Ne range jamais les factures dans le tiroir."},
		{"Butta sempre le ricevute nel cestino.", "Non buttare mai le ricevute nel cestino."},
		{"Всегда храни чеки в ящике.", "Никогда не храни чеки в ящике."},
		{"Zawsze trzymaj faktury w szufladzie.", "Nigdy nie trzymaj faktur w szufladzie."},
		{"发票一定要放进抽屉。", "不要把发票放进抽屉。"},
		{"サーバーの古いログを必ず消すこと。", "サーバーの古いログを消さないこと。"},
		{"서버의 오래된 로그를 반드시 지운다.", "서버의 오래된 로그를 지우지 않는다."},
	} {
		if !reverses(pair[0], pair[1]) || !reverses(pair[1], pair[0]) {
			t.Errorf("%q and %q are not opposed", pair[0], pair[1])
		}
	}
}
