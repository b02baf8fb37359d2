package collect

// Spanish as the collector knows it; language says what each list is for.
var spanish = language{
	lessons: `lección|lecciones|lección aprendida|lecciones aprendidas|lecciones clave|aprendizaje|aprendizajes|
		aprendizajes clave|qué aprendí|qué aprendimos|qué hemos aprendido|qué he aprendido|qué me llevo|nos llevamos|
		me llevo|aprendí|aprendimos|aprendido hoy|lo aprendido|para recordar|a recordar|recordatorios para mí|
		reglas de oro|reglas aprendidas|buenas prácticas|errores que no repetir|errores a evitar|trampas|tropiezos|
		nunca más|no volver a|la próxima|reflexión|reflexiones|retrospectiva|patrones y aprendizajes|
		decisiones y aprendizajes|en resumen|moraleja del día|notas para mí|nota para mí|enseñanza|enseñanzas|
		cosas aprendidas|qué evitar|a evitar|lo que hay que evitar|hemos aprendido|lo que me llevo|conclusiones|
		de ahora en adelante|lo que aprendí|lo que aprendimos|aprendido|aprendí hoy|errores comunes|errores|
		para la próxima|la próxima vez|no repetir|moraleja|moralejas`,
	names:     `lección`,
	titles:    `lección|aprendizaje|regla`,
	taught:    `\blo que\b.*\b(?:apren|ensen)|\bque\b.*\b(?:aprend|me llevo|nos llevamos)|\berrores\b.*\b(?:repet|repit|evit|aprend|sale)`,
	decisions: `decisión|decisiones|decisiones tomadas|registro de decisiones|decidido|acuerdos|hemos decidido`,
	others: `estado|estado actual|por hacer|tareas|pendiente|pendientes|siguiente|siguientes pasos|próximos pasos|preguntas|
		preguntas abiertas|dudas|fuente|historial|cambios|registro|cronología|qué pasó|qué ocurrió|causa|causa raíz|
		antecedentes|contexto|impacto|síntomas|detalles|metadatos|ejemplo|ejemplos|índice de contenidos|plantilla|
		formato|cómo usar|cómo usar este fichero|cómo usar este archivo|cómo se usa|hecho|qué fue bien|qué salió bien|
		agenda|mañana|compras|cambios en este archivo|contenido`,
	mixed:   `qué salió mal|qué ha salido mal|qué fue mal|qué ha ido mal|lo que salió mal|qué falló|qué no funcionó`,
	retro:   `qué fue bien|qué salió mal|lo que salió bien|lo que salió mal`,
	indexes: `índice`,
	topics:  `equipo|contactos|fuentes|enlaces|referencias|personas|proyectos|herramientas`,
	about:   `cómo|dónde|escribe|anota|apunta|guarda|historial|cambios|formato`,
	keeping: `mantenimiento`,
	foreign: `pegado de|pegados de|pegada de|copiado de|copiados de|texto copiado|charla|conferencia|consejos|seminario|
		del curso|reenviado|copiado`,

	rules: `lección|lecciones|lección aprendida|lecciones aprendidas|aprendizaje|aprendizajes|aprendizaje clave|aprendido|
		aprendida|aprendí|aprendimos|hemos aprendido|hoy aprendí|he aprendido|regla|reglas|regla nueva|nueva regla|
		regla de oro|norma|nueva norma|patrón|prevención|guardarraíl|guardarrail|salvaguarda|buena práctica|recordar|
		recuerda|recordatorio para mí|nota para mí|nota mental|nota a mí mismo|nota a mí misma|para recordar|
		a recordar|moraleja|conclusión|la próxima|la próxima vez|próxima vez|para la próxima|de ahora en adelante|
		a partir de ahora|desde ahora|en adelante|en su lugar|qué hacer en su lugar|qué haremos|qué hacemos ahora|
		nunca más|no repetir|trampa|enseñanza|principio|pauta`,
	fields: `síntoma|síntomas|problema|incidencia|error|fallo|causa|causa raíz|causas|por qué|motivo|razón|arreglo|solución|
		soluciones|acción|acciones|impacto|efecto|consecuencias|coste|costo|fuente|fuentes|ref|referencia|enlace|fecha|
		cuándo|dónde|quién|estado|responsable|autor|ejemplo|ejemplos|contexto|antecedentes|gravedad|prioridad|área|
		categoría|tipo|etiquetas|detalle|detalles|qué pasó|qué ocurrió|qué sucedió|suceso|situación|resultado|
		relacionado|ver también|evidencia|confianza|resumen|actualización|siguiente paso|próximos pasos|pendiente|
		en curso|hecho|por hacer|bloqueado|a la espera|pendientes|duración`,
	incidents: `síntoma|síntomas|causa|causa raíz|problema|qué pasó|qué ocurrió|qué sucedió|error|fallo|impacto|incidencia|
		qué falló`,
	remedies: `solución|arreglo|remedio|corrección|qué haremos|cómo evitarlo`,
	dates:    `fecha`,
	warnings: `ojo|atención|importante|cuidado|aviso|no olvidar|advertencia|nota`,
	cases:    `si|cuando|caso|situación|qué pasa`,
	steps:    `entonces|qué hacer|qué se hace|hacer|respuesta|acción`,
	asking:   `decidir|por decidir|mirar|preguntar|pregunta|duda`,
	nothing: `ninguno|ninguna|ninguna todavía|nada|nada nuevo|nada hoy|sin novedades|vacío|por completar|completar|
		una frase con lo aprendido`,
	host: `escribe aquí|añade aquí|anota aquí|este fichero|este archivo|esta sección|formato:|plantilla:|ejemplo:|
		nada aprendido|una línea por lección`,

	norms:     `nunca jamás siempre debe deben debemos conviene evitar evita ningún ninguna`,
	normSigns: `^quien(?:es)? |\bhay que\b|\bantes de (?:que\b|\pL+(?:ar|er|ir)(?:l[aeo]s?|se)?\b)|\b(?:no )?basta con\b|\bno basta\b|\bno \pL+ sin\b|\btodas? \pL+ (?:se|lleva|va)\b|\btodo \pL+ (?:se|lleva|va)\b|\b(?:mejor|primero) \pL+(?:ar|er|ir)\b|\bya no\b|\ba partir de (?:ahora|hoy)\b|\bsolo (?:si|cuando|cuenta|con)\b|^no \pL+(?:ar|er|ir|es|as)\b|\bse (?:l[aeo]s? )?(?:dan?|van?|\pL{3,}(?:[^bi\s]an?|en?))\b`,
	advice: `máximo mínimo límite tarda tardan vale evita siempre nunca no antes después solo sólo cada sin salvo excepto
		si cuando debe deben primero es son está están puede porque mejor más menos todos todas`,
	adviceSigns: `\b(?:hay|tiene|tienen) que\b|\blos (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)\b`,
	copulas:     `es son está están`,

	done: `enviado enviada pagado pagada llegó llegaron hecho terminado entregado cobrado reservado instalado arreglado
		listo lista compré pagué llamé envié salió vendidos vendidas reservada pedida instalada reparado reparada
		cambiado cambiada firmado firmada comprado comprada recibido recibida mandado mandada`,
	past:      `fue fueron era estaba estaban tenía dijo llega llegan vino`,
	pastForms: `\pL{2,}(?:[^cn]ó|aron|ieron)`,
	notPast:   `aaron baron`,
	counted:   `\pL{3,}(?:ad|id)[oa]s?`, notParticiples: `lado lados cuidado cuidados resultado resultados estado estados pasado sábado sábados mercado mercados pescado helado cada nada todo demasiado vida medida medidas comida comidas salida salidas entrada entradas partida pedido pedidos contenido sentido partido recado grado grados`,
	fronted:  `\pL{3,}(?:ad|id)[oa]s? (?:\d|el |la |los |las )`,
	narrates: `\b(?:ahora mismo|de momento|por ahora)\b|\bqueda(?:n)? (?:\d|medi[oa]|un[oa]?|dos|tres|poc[oa]s?)\b|\b(?:he|ha|han|hemos) \pL+(?:ado|ido|cho|sto|rto)(?:$|[^\pL])`,
	forgot:   `\bolvid`,
	states:   `pendiente pendientes abierto abierta roto rota vacío vacía agotado agotada`,
	day: `todavía aún enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes
		martes miércoles jueves viernes`,
	since:    `desde de`,
	ago:      `ayer anteayer anoche hoy`,
	agoSigns: `\bla semana pasada\b`,
	today:    `hoy`,

	soonSigns: `(?:^|[^a] )mañana(?:$| [^p]|[.,])|\b(?:la semana que viene|la próxima semana|el próximo (?:lunes|martes|miércoles|jueves|viernes))\b`,
	errands:   `(?:hay|tengo|tenemos) que\b.*\b(?:mañana|hoy)\b|falta(?:n)? \pL+[aei]r\b|queda por\b|(?:\pL+ ){1,2}para el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)$`,
	whether:   `^(?:revisar|mirar|ver|comprobar|preguntar|averiguar|verificar) si `,

	articles:    `el la los las un una`,
	determiners: `al el la los las un una`,
	numerals:    `dos tres cuatro cinco seis siete ocho nueve diez`,
	light:       `hacer hace hacen hecho ir va van venir viene vienen`,
}
