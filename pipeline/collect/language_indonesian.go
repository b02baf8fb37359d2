package collect

// Indonesian as the collector knows it; language says what each list is for.
var indonesian = language{
	lessons: `pelajaran|pelajaran hari ini|pelajaran yang dipetik|pelajaran penting|hikmah|yang dipelajari|
		yang saya pelajari|yang kami pelajari|apa yang saya pelajari|kesalahan|kesalahan umum|jebakan|jangan ulangi|
		jangan diulang|lain kali|untuk lain kali|mulai sekarang|ke depannya|perlu diingat|untuk diingat|aturan emas|
		kesimpulan|refleksi|catatan untuk diri sendiri`,
	titles:    `pelajaran`,
	taught:    `\bpelajari\b|\bdipelajari\b`,
	decisions: `keputusan`,
	others: `status|tugas|yang harus dilakukan|langkah berikutnya|langkah selanjutnya|pertanyaan|sumber|riwayat|perubahan|
		log|apa yang terjadi|penyebab|latar belakang|konteks|dampak|gejala|rincian|contoh|daftar isi|templat|
		cara pakai|selesai|besok`,
	mixed:   `apa yang salah|yang tidak berjalan`,
	indexes: `indeks`,
	about:   `cara|di mana|tulis|catat|riwayat`,
	foreign: `disalin|ditempel|saran dari|nasihat|seminar|kursus|kutipan`,

	rules: `pelajaran|pelajaran hari ini|aturan|aturan baru|pola|pencegahan|ingat|perlu diingat|kesimpulan|lain kali|
		mulai sekarang|ke depannya|sebagai gantinya|jangan ulangi|jebakan|prinsip`,
	fields: `gejala|masalah|insiden|kesalahan|penyebab|akar masalah|alasan|perbaikan|solusi|tindakan|dampak|akibat|sumber|
		tanggal|kapan|di mana|siapa|status|penanggung jawab|contoh|konteks|latar belakang|prioritas|rincian|hasil|
		ringkasan|tugas|selesai`,
	incidents: `gejala|masalah|insiden|kesalahan|penyebab|akar masalah|dampak`,
	remedies:  `perbaikan|solusi`,
	dates:     `tanggal`,
	warnings:  `perhatian|penting|awas|hati-hati|peringatan|catatan`,
	nothing:   `tidak ada|belum ada|kosong`,

	norms:     `selalu harus jangan wajib`,
	normSigns: `\btidak (?:boleh|pernah)\b|\bsebelum \pL+|\bhanya (?:jika|setelah|kalau)\b|\blebih baik\b|\bmulai sekarang\b|\bcukup \pL+`,

	narrates: `\b(?:sudah|telah)\b`,
}
