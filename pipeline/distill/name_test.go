package distill

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/text"
)

// rules are orders with the names that are made of their words.
var rules = []struct{ rule, name string }{
	{"Restart the server right away.", "Server."},
	{"Restart servers right away.", "Restart servers."},
	{"Test every backup once a month.", "Backup."},
	{"Restore the weekly backup before trusting it.", "Weekly backup."},
	{"Try every change on the staging copy before it goes live.", "Staging copy."},
	{"Never paste a token into a chat.", "Token."},
	{"Back off at the first rate limit of a server.", "Rate limit."},
	{"Ask first before deleting photos.", "Ask before deleting photos."},
	{"Never delete photos without asking.", "Photos."}, // "Never delete photos" would say more
	{"Never leave with open windows.", "Open windows."},
	{"Never guess.", "Never guess."},
	{"Never write to the oven's registers.", "Oven's registers."},
	{"Never push to main", "Main."},
	{"Vor dem Versand das Paket wiegen.", "Paket wiegen."},
	{"发送邮件之前先确认收件人。", "确认收件人。"},
	{"Check invoices twice before paying them.", "Check invoices."},
	{"After deploys, restart workers quickly.", "Restart workers."},
	{"Before a deploy, run the tests.", "Tests."},
	{"Close the door at night.", "Door."}, // a stop word in Dutch
	{"Never delete photos from the archive.", "Photos."},
	{"Wait until tests pass on main.", "Wait until tests pass."},
	{"Keep strictly private notes out of reports.", "Keep private notes."},
	{"Look before you leap.", "Look before you leap."},
	{"Answer customers within their own time zone, always.", "Answer customers."},
	{"When it is unclear, ask.", "Ask."},
	{"Read the state back from the device.", "State."},
	{"Starte den Server sofort neu.", "Server."},
	{"Immer zuerst Protokolle lesen.", "Protokolle lesen."},
	{"Nie Passwörter unverschlüsselt speichern.", "Passwörter."},
	{"Nie eine Sicherung ohne Prüfung überschreiben.", "Sicherung."},
	{"Rechnungen sofort per Post senden.", "Rechnungen per Post senden."},
	{"Siempre leer la factura antes de firmar.", "Factura."},
	{"Reinicia el servidor enseguida.", "Servidor."},
	{"Nunca borres fotos sin preguntar.", "Fotos."},
	{"Pregunta primero antes de borrar fotos.", "Pregunta antes de borrar."},
	{"Redémarre le serveur immédiatement.", "Serveur."},
	{"Ne supprime jamais de photos sans demander.", "Photos."},
	{"Vérifie toujours chaque facture avant paiement.", "Facture."},
	{"Сразу перезапускай серверы после обновления.", "Перезапускай серверы."},
	{"Никогда не удаляй фотографии без спроса.", "Фотографии."},
	{"Controlla sempre ogni fattura subito.", "Fattura."},
	{"Riavvia i server subito.", "Riavvia i server."},
	{"Sprawdzaj faktury najpierw ręcznie.", "Sprawdzaj faktury."},
	{"先备份，再动手，不要着急。", "先备份。"},
	{"部署前先检查日志。", "部署前先检查日志。"},
	{"永远不要把令牌贴进聊天。", "令牌贴进聊天。"},
	{"没有恢复过的备份不算备份。", "备份不算备份。"},
	{"デプロイの前に必ずログを読む。", "デプロイ。"},
}

// The bug that an entry was called "Server right away": a name says what the order is about, and ends with neither an
// adverb nor a word that only holds sentences together.
func TestNamesSayWhatTheOrderIsAbout(t *testing.T) {
	for _, test := range rules {
		name := nameFor(test.rule)
		assert.Equal(t, test.name, name, test.rule)
		fields := strings.Fields(name)
		last := bare(fields[len(fields)-1])
		assert.True(t, isContent(last, text.Language(test.rule)) || strings.ContainsFunc(last, text.IsCJK),
			"%s ends with %q", name, last)
		assert.LessOrEqual(t, len(fields), longestMade, name)
		assert.Equal(t, name, nameGiven("", test.rule))
	}
	assert.Equal(t, "Stop.", nameFor("When it is unclear, stop."), "without a word of content")
	assert.Empty(t, NameFor("of the and"))
	assert.Equal(t, "Backup.", NameFor("**Restore** a backup before you use it"))
}

// A label names its order, unless the order is cut off from it.
func TestALabelIsAName(t *testing.T) {
	for text, want := range map[string]string{
		"**Mail:** Never send without a yes.":                "Mail.",
		"**Harbour gate at night:** Close the gate at noon.": "",
		"**Restore a backup before trusting it.** It lied.":  "Backup.",
	} {
		first := ordersOf(0, text)[0]
		assert.Equal(t, want, nameOf(recurrence{order: &first}), text)
	}
}

// A model's name stays if it says what its line is about.
func TestAModelsBadNameIsReplaced(t *testing.T) {
	const line = "Restart the server as soon as it answers nothing."
	for given, want := range map[string]string{
		"Dead servers":               "Dead servers.",
		"**“Dead servers”**":         "Dead servers.",
		"Server right away":          "Server.",
		"Restart first":              "Restart first.",
		"Right away":                 "Server.",
		"Not the":                    "Server.",
		"Use `systemctl`":            "Server.",
		"Restart it when it is dead": "Server.",
		"":                           "Server.",
	} {
		assert.Equal(t, want, nameGiven(given, line), given)
	}
	assert.Equal(t, "报错信息。", nameGiven("报错信息", "动手之前先读完整的报错信息。"))
}
