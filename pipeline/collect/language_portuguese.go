package collect

// Portuguese as the collector knows it; language says what each list is for.
var portuguese = language{
	lessons: `lição|lições|lição aprendida|lições aprendidas|lição do dia|lições do dia|aprendizado|aprendizados|
		aprendizagem|aprendizagens|aprendido|aprendi hoje|o que aprendi|o que aprendemos|o que levo|o que fica|
		para lembrar|a lembrar|erros|erros comuns|erros a evitar|erros que não repetir|não repetir|nunca mais|
		na próxima|da próxima vez|próxima vez|para a próxima|regras de ouro|regras aprendidas|boas práticas|armadilhas|
		pegadinhas|reflexão|reflexões|retrospectiva|conclusões|conclusão|moral da história|daqui em diante|
		a partir de agora|notas para mim|padrões e aprendizados|decisões e aprendizados|ensinamentos|ensinamento|
		coisas aprendidas|o que evitar`,
	names:     `lição`,
	titles:    `lição|regra|aprendizado`,
	taught:    `\bo que\b.*\b(?:aprend|levo|levamos|ensinou)|\berros?\b.*\b(?:repet|repit|evit|aprend)`,
	decisions: `decisão|decisões|decisões tomadas|decidido|registro de decisões|acordado`,
	others: `estado|situação|status|a fazer|por fazer|tarefas|pendente|pendentes|pendências|próximo|próximos passos|
		perguntas|dúvidas|questões em aberto|fonte|histórico|alterações|mudanças|registro|registo|cronologia|
		o que aconteceu|causa|causa raiz|contexto|impacto|sintomas|detalhes|exemplo|exemplos|sumário|modelo|formato|
		como usar|como usar este arquivo|como usar este ficheiro|feito|o que correu bem|o que deu certo|amanhã|agenda|
		compras`,
	mixed:   `o que correu mal|o que deu errado|o que falhou|o que não funcionou`,
	retro:   `o que correu bem|o que correu mal`,
	indexes: `índice`,
	topics:  `equipe|equipa|contatos|contactos|fontes|ligações|links|referências|pessoas|projetos|ferramentas`,
	about:   `como|onde|escreva|anote|guarde|histórico|alterações|formato`,
	foreign: `colado de|copiado de|colado|encaminhado|conselhos|dicas de|palestra|seminário|do curso`,

	rules: `lição|lições|lição aprendida|lições aprendidas|aprendizado|aprendizados|aprendizagem|aprendido|aprendi|
		aprendemos|aprendi hoje|regra|regras|nova regra|regra nova|regra de ouro|norma|padrão|prevenção|salvaguarda|
		boa prática|lembrar|lembrete para mim|lembre-se|nota para mim|nota mental|para lembrar|moral|moral da história|
		conclusão|na próxima|da próxima vez|próxima vez|para a próxima|daqui em diante|a partir de agora|doravante|
		de agora em diante|em vez disso|o que fazemos agora|nunca mais|não repetir|armadilha|princípio|orientação`,
	fields: `sintoma|sintomas|problema|incidente|erro|falha|causa|causa raiz|causas|por quê|por que|porquê|motivo|razão|
		correção|solução|ação|ações|impacto|efeito|custo|fonte|fontes|ref|referência|ligação|data|quando|onde|quem|
		estado|situação|status|responsável|autor|exemplo|exemplos|contexto|gravidade|prioridade|área|categoria|tipo|
		etiquetas|detalhe|detalhes|o que aconteceu|ocorrência|resultado|relacionado|ver também|evidência|resumo|
		atualização|próximo passo|próximos passos|pendente|em andamento|em curso|feito|a fazer|bloqueado`,
	incidents: `sintoma|sintomas|causa|causa raiz|problema|incidente|erro|falha|o que aconteceu|impacto`,
	remedies:  `solução|correção|conserto|remédio|como evitar`,
	dates:     `data`,
	warnings:  `atenção|importante|cuidado|aviso|não esquecer|nota`,
	cases:     `se|quando|caso|situação`,
	steps:     `então|o que fazer|fazer`,
	asking:    `decidir|a decidir|pergunta|dúvida`,
	nothing:   `nenhum|nenhuma|nenhuma ainda|nada|nada de novo|nada hoje|vazio|a preencher`,
	host:      `escreva aqui|adicione aqui|este arquivo|este ficheiro|esta seção|formato:|modelo:|exemplo:|uma linha por lição`,

	norms:     `nunca jamais sempre deve devem devemos convém evitar evite nenhum nenhuma`,
	normSigns: `^quem |\be (?:preciso|necessario)\b|\btem(?:os)? (?:de|que)\b|\bha que\b|\bantes d[eoa]s?\b|\b(?:nao )?basta\b|\bnao \pL+ sem\b|\bsem \pL+(?:ar|er|ir)\b|\bmelhor \pL+(?:ar|er|ir)\b|\bprimeiro \pL+(?:ar|er|ir|[ea])\b|\bja nao\b|\ba partir de (?:agora|hoje)\b|\bso (?:se|quando|depois)\b|^nao \pL+(?:ar|er|ir|e|a)\b|\btodo \pL+ (?:se|leva|tem)\b|\btoda \pL+ (?:se|leva|tem)\b`,
	advice: `sempre nunca não antes depois cada sem se quando deve devem primeiro é são pode porque melhor mais menos todo
		todos`,

	done:      `enviado enviada pago paga chegou chegaram feito terminado entregue comprei paguei liguei`,
	past:      `foi foram era estava tinha`,
	pastForms: `\pL{3,}(?:ou|aram|iram)`,
	notPast:   `verrou genou bijou caillou estou`,
	counted:   `\pL{3,}(?:ad|id)[oa]s?`, notParticiples: `lado lados cuidado resultado estado passado sábado mercado cada nada todo vida medida medidas comida saída entrada pedido pedidos conteúdo sentido grado`,
	fronted:  `\pL{3,}(?:ad|id)[oa]s? (?:\d|o |a |os |as )`,
	narrates: `\b(?:no momento|neste momento|por enquanto)\b|\brestam? \d`,
	forgot:   `\besquec`,
	day:      `ainda janeiro fevereiro março abril maio junho julho setembro outubro novembro dezembro`,
	since:    `desde de`,
	ago:      `ontem anteontem hoje`,
	today:    `hoje`,

	soon:    `amanhã`,
	errands: `(?:preciso|precisamos|temos que|tenho que)\b.*\bamanhã\b|falta \pL+[aei]r\b`,
	whether: `^(?:verificar|conferir|perguntar|ver) se `,

	articles: `o a os as`,
	light:    `fazer faz fazem ir vai vão vir vem`,
}
