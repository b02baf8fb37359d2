package text

import "testing"

// The threshold was chosen on these pairs.
func TestNearCopy(t *testing.T) {
	copies := [][2]string{
		{"Restore a backup before you trust it.", "Restore a backup before trusting it!"},
		{"Check the port before you quote it.", "Before you quote it, check the port."},
		{"Ask before anything leaves the house.", "Ask before anything leaves the house"},
		{"Read the whole error before touching anything.", "Read the whole error first, before touching anything."},
		{"Never paste a token into a chat.", "Never paste tokens into the chat."},
		{"Put a timeout on every call over the wire.", "Put a timeout on every call that goes over the wire."},
		{"Write it down before you answer.", "Write down before answering."},
		{"Jede Zusage braucht zwei Tage Luft.", "Jede Zusage braucht zwei Tage Luft!"},
		{"Vor dem Versand die Adresse prüfen.", "Die Adresse vor dem Versand prüfen."},
		{"Revisa la factura antes de enviarla.", "Antes de enviarla, revisa la factura."},
		{"付钱之前先核对总价", "付钱之前，先核对总价。"},
		{"**Pin** the image by digest", "Pin the image by its digest"},
	}
	apart := [][2]string{
		{"Restore a backup before you trust it.", "Restore a service before you announce it."},
		{"Always restart after a config change.", "Never restart after a config change."},
		{"Check the port before you quote it.", "Check the price before you quote it."},
		{"Read the log before a restart.", "Read the mail before a reply."},
		{"Ask before you send.", "Ask before you delete."},
		{"Put a timeout on every call.", "Put a limit on every retry."},
		{"Pin the image by digest.", "Pin the client to the server's version."},
		{"Vor dem Versand die Adresse prüfen.", "Vor dem Versand die Rechnung schreiben."},
		{"Revisa la factura antes de enviarla.", "Revisa el pedido antes de confirmarlo."},
		{"付钱之前先核对总价", "出门之前先核对时间"},
		{"Keep secrets out of notes.", "Keep photos out of the chat."},
		{"", "Ask before you send."},
		{"Wait 5 minutes after a reboot.", "Wait 30 minutes after a reboot."},
		{"Put the white bin out on the evening before.", "Put the green bin out on the evening before."},
	}
	for _, pair := range copies {
		if !Of(pair[0]).NearCopy(Of(pair[1])) {
			t.Errorf("%q and %q say the same", pair[0], pair[1])
		}
	}
	for _, pair := range apart {
		if Of(pair[0]).NearCopy(Of(pair[1])) {
			t.Errorf("%q and %q do not say the same", pair[0], pair[1])
		}
	}
}
