package collect

// Polish as the collector knows it; language says what each list is for.
var polish = language{
	lessons: `wniosek|wnioski|wnioski na przyszłość|lekcja|lekcje|lekcja na dziś|wyciągnięte wnioski|wyciągnięte lekcje|
		nauczki|nauczka|czego się nauczyłem|czego się nauczyłam|czego się nauczyliśmy|nauczyłem się|nauczyłam się|
		nauczyliśmy się|dziś się nauczyłem|zasady|złote zasady|błędy|częste błędy|błędy do uniknięcia|pułapki|
		nigdy więcej|nie powtarzać|następnym razem|na następny raz|na przyszłość|do zapamiętania|warto zapamiętać|
		zapamiętać|spostrzeżenia|refleksje|retrospektywa|od teraz|dobre praktyki|decyzje i wnioski|przestrogi|
		czego unikać|na co uważać`,
	titles:    `lekcja|wniosek|zasada|nauczka`,
	taught:    `\b(?:czego|ktorych)\b.*\b(?:naucz|uczy)|\bco\b.*\bwynios|\bbledy\b.*\b(?:powtarz|unika)`,
	decisions: `decyzja|decyzje|podjęte decyzje|postanowienia|ustalenia|ustalono`,
	others: `status|do zrobienia|zadania|następne kroki|kolejne kroki|dalsze kroki|pytania|otwarte pytania|źródło|historia|
		zmiany|dziennik|oś czasu|co się stało|przyczyna|przyczyna źródłowa|tło|kontekst|wpływ|skutki|objawy|szczegóły|
		przykład|przykłady|spis treści|szablon|format|jak używać|jak używać tego pliku|zrobione|co poszło dobrze|jutro|
		zakupy`,
	mixed:   `co poszło nie tak|co się nie udało|co nie zadziałało|co zawiodło`,
	indexes: `indeks|spis`,
	topics:  `zespół|kontakty|źródła|linki|odnośniki|osoby|projekty|narzędzia`,
	about:   `jak|gdzie|zapisz|zapisuj|notuj|historia|zmiany|format`,
	foreign: `wklejone|skopiowane|przepisane|przesłane dalej|porady|rady|z kursu|z wykładu`,

	rules: `wniosek|wnioski|lekcja|lekcje|nauczka|nauczki|zasada|zasady|nowa zasada|złota zasada|reguła|wzorzec|
		zapobieganie|prewencja|zabezpieczenie|dobra praktyka|pamiętaj|pamiętać|zapamiętać|zapamiętaj|do zapamiętania|
		nauczyłem się|nauczyłam się|nauczyliśmy się|morał|następnym razem|na przyszłość|od teraz|od dziś|odtąd|
		zamiast tego|nigdy więcej|pułapka|spostrzeżenie`,
	fields: `objaw|objawy|problem|incydent|błąd|awaria|przyczyna|przyczyny|przyczyna źródłowa|dlaczego|powód|poprawka|
		naprawa|rozwiązanie|działanie|działania|wpływ|skutek|skutki|koszt|źródło|źródła|odnośnik|data|kiedy|gdzie|kto|
		stan|status|właściciel|odpowiedzialny|autor|przykład|przykłady|kontekst|tło|waga|priorytet|obszar|kategoria|
		typ|tagi|szczegóły|co się stało|sytuacja|wynik|zobacz też|streszczenie|aktualizacja|następny krok|do zrobienia|
		zrobione|w toku|oczekuje`,
	incidents: `objaw|objawy|przyczyna|przyczyna źródłowa|problem|incydent|błąd|awaria|co się stało|skutek`,
	remedies:  `rozwiązanie|naprawa|poprawka|jak uniknąć`,
	dates:     `data`,
	warnings:  `uwaga|ważne|ostrożnie|nie zapomnieć|ostrzeżenie`,
	cases:     `jeśli|gdy|kiedy|sytuacja|przypadek`,
	steps:     `wtedy|co robić|co robimy`,
	asking:    `do ustalenia|ustalić|pytanie`,
	nothing:   `brak|na razie brak|nic|nic nowego|puste|do uzupełnienia`,
	host:      `dopisz tutaj|ten plik|ta sekcja|format:|szablon:|przykład:`,

	norms:     `nigdy zawsze trzeba należy musi muszą musimy powinien powinna powinno powinny unikać warto każdy każda każde`,
	normSigns: `^kto |\bzanim\b|\bprzed (?:kazd|\pL+(?:niem|ciem)\b)|\bnie \pL+ bez\b|\bbez \pL+(?:nia|cia)\b|\blepiej \pL+c\b|\bnajpierw\b|\bwystarczy\b|\bnie wystarczy\b|\bnie wolno\b|\bod (?:teraz|dzis|dzisiaj)\b|\btylko (?:po|gdy|jesli|wtedy)\b|^nie \pL+(?:c|j|aj)\b`,
	advice: `zawsze nigdy nie przed po każdy każda każde bez jeśli gdy kiedy trzeba należy musi powinien jest są może bo
		lepiej więcej mniej tylko najpierw`,

	done:      `wysłano wysłane wysłana zapłacono opłacona zrobione gotowe naprawione`,
	pastForms: `\pL{2,}(?:[aiy]ł[aoy]?|[aiy]li|ęł[ao]|ł[ea]m|liśmy|łyśmy)`,
	notPast: `mały mała cały cała biały biała stały stała dział dzial udział podział oddział materiał kanał sygnał siła piła
		żyła chwili miły miła jeżeli czyli`,
	participles:    `\pL{3,}(?:ano|ono|łem|łam|liśmy)`,
	notParticiples: `rano siano kolano wino`,
	narrates:       `\b(?:obecnie|na razie)\b|\bzostał[oay]? \d`,
	forgot:         `\bzapomnia`,
	day:            `jeszcze`,
	since:          `od`,
	ago:            `wczoraj przedwczoraj dziś dzisiaj`,
	today:          `dziś`,

	soon:    `jutro pojutrze`,
	errands: `(?:muszę|musimy|trzeba)\b.*\bjutro\b`,
	whether: `^(?:sprawdzić|zapytać|zobaczyć),? czy `,
}
