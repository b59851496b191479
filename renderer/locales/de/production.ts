import type { Translation } from '../../../shared/words/words.ts';
import type { production as english } from '../en/production.ts';

export const production: Translation<typeof english> = {
  amount: '{amount} {currency}',
  stances: 'Was Shops zu synthetischen Stimmen sagen',
  title: { local: 'Produktion', board: 'Versand' },
  view: { label: 'Ansicht der Produktion', queue: 'Versand', costs: 'Kosten' },
  looking: 'Es wird berechnet, was wann gesendet wird …',
  about: {
    finished: '{lines, plural, one {# Zeile vertont} other {# Zeilen vertont}}: Jede Zeile ist aktuell.',
    runningLocally: 'Wird auf diesem Computer vertont.',
    ordered: '{lines, plural, one {# Zeile in Auftrag} other {# Zeilen in Auftrag}}',
    planLocal: 'Wird auf diesem Computer vertont, ohne Kosten.',
    plan: 'Was gesendet würde und wann. Noch ist nichts unterwegs.',
  },
  actions: {
    export: 'Exportieren …',
    review: 'Takes prüfen',
    retry: '{lines, plural, one {# fehlgeschlagene Zeile wiederholen} other {# fehlgeschlagene Zeilen wiederholen}}',
    stop: 'Abbrechen',
    cancel:
      '{lines, plural, =0 {Durchlauf stornieren} one {# ungesendete Zeile stornieren} other {# ungesendete Zeilen stornieren}}',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    render: 'Vertonen',
    renderLines: '{lines, plural, one {# Zeile vertonen} other {# Zeilen vertonen}}',
    script: 'Zum Skript',
    raiseCap: 'Obergrenze erhöhen',
  },
  extent: { label: 'Was vertont wird', script: 'Ganzes Skript', chapter: 'Dieses Kapitel' },
  canceled:
    '{lines, plural, =0 {Durchlauf storniert: Jede Zeile war schon gesendet.} one {# ungesendete Zeile storniert.} other {# ungesendete Zeilen storniert.}}',
  remarks: {
    reused:
      '{lines, plural, one {# Zeile schon aktuell: Für sie wird nichts gesendet} other {# Zeilen schon aktuell: Für sie wird nichts gesendet}}',
    inFlight: '{lines, plural, one {# Zeile beim Dienst} other {# Zeilen beim Dienst}}',
    inDoubt: '{lines, plural, one {# Zeile} other {# Zeilen}} ungeklärt: Entscheiden Sie rechts',
    lost: '{lines, plural, one {# Zeile} other {# Zeilen}} verloren: Entscheiden Sie rechts',
    blocked:
      '{lines, plural, one {# Zeile kann so, wie sie dasteht, nicht vertont werden} other {# Zeilen können so, wie sie dastehen, nicht vertont werden}}',
    overCap:
      '{lines, plural, one {# Zeile ausgelassen: Sie ginge über die Obergrenze ({which})} other {# Zeilen ausgelassen: Sie gingen über die Obergrenze ({which})}}',
    warnings:
      '{dialogs, plural, one {# Dialog klingt vorgelesen vielleicht anders als erwartet} other {# Dialoge klingen vorgelesen vielleicht anders als erwartet}}',
  },
  replaceApproved:
    '{lines, plural, one {# Zeile vertonen, deren freigegebener Take veraltet ist} other {# Zeilen vertonen, deren freigegebene Takes veraltet sind}}',
  renderMissing: {
    hint: 'Sie wurden vertont, aber ihre Audiodatei fehlt oder ist beschädigt. Wenn Sie die Dateien noch haben, legen Sie sie stattdessen zurück.',
    ask: '{lines, plural, one {Auch # Zeile mit fehlendem Audio vertonen und erneut bezahlen} other {Auch # Zeilen mit fehlendem Audio vertonen und erneut bezahlen}}',
    chosen:
      '{lines, plural, one {# Zeile mit fehlendem Audio wird neu vertont und erneut bezahlt} other {# Zeilen mit fehlendem Audio werden neu vertont und erneut bezahlt}}',
  },
  noLines: {
    title: 'Noch keine Zeilen',
    detail: 'Schreiben oder importieren Sie ein Skript: Jeder Absatz wird eine Zeile, die vertont werden kann.',
  },
  nothing: {
    title: 'Nichts zu vertonen',
    fresh: 'Jede Zeile ist aktuell. Hören Sie die Takes an oder exportieren Sie sie.',
    overCap: 'Die Obergrenze für Zeichen lässt nichts mehr zu: Erhöhen Sie sie rechts.',
    inFlight:
      'Was übrig ist, hat der Dienst. Wo das Audio nicht abgeholt werden konnte, fragt „Fehlgeschlagene wiederholen“ es ohne Kosten erneut an.',
    missingAudio:
      'Einige Zeilen wurden vertont, aber ihr Audio fehlt. Legen Sie die Dateien zurück oder vertonen Sie sie neu.',
    waiting:
      'Was übrig ist, wartet auf Sie: Zeilen, die so nicht vertont werden können, oder eine Entscheidung über Ungeklärtes oder Verlorenes.',
  },
  figures: {
    lines: '{lines, plural, one {Zeile} other {Zeilen}}',
    characters: 'Zeichen',
    ofCharacters: 'von {characters, number} Zeichen',
    batches: '{batches, plural, one {Stapel} other {Stapel}}',
    batchesInFlight: '{batches, plural, one {Stapel} other {Stapel}}, {inFlight, number} unterwegs',
    untilLast: 'bis der letzte abgeht',
    allDone: 'alles fertig',
    finished: 'beendet',
    refused: 'abgewiesen',
    extraTakes: 'weitere Takes',
    price: 'Preis',
    room: 'Zeichen bis zur Obergrenze',
    estimate: 'geschätzte Dauer',
  },
  progress: {
    label: 'Fortschritt',
    rendered: '{rendered, number} von {lines, plural, one {# Zeile} other {# Zeilen}} vertont',
    failed: '{lines, number} fehlgeschlagen',
    paused: 'Angehalten',
    stopping: 'Wird beendet …',
    estimating: 'Restdauer wird geschätzt …',
    left: 'noch {time}',
  },
  estimate: { seconds: 'etwa {seconds} s', minutes: 'etwa {minutes} min', hours: 'etwa {hours} h {minutes} min' },
  notices: {
    paused:
      'Angehalten: {lines, plural, one {# Zeile wartet} other {# Zeilen warten}}. Schon gesendete Zeilen kommen noch zurück; weiter gesendet wird erst, wenn Sie fortsetzen.',
    stopping: 'Storniert: Es wird auf schon gesendete Zeilen gewartet.',
    waiting: '{why} Weiter um {time}.',
    stopped: 'Der Durchlauf endete vorzeitig. {why}',
    capped:
      '{why} {lines, plural, one {# Zeile ist ausgelassen} other {# Zeilen sind ausgelassen}}: {which}. Erhöhen Sie die Obergrenze und setzen Sie den Durchlauf fort.',
  },
  wait: {
    budget: 'Das Kontingent dieser Minute ist aufgebraucht.',
    'rate-limited': 'Der Dienst bittet um Geduld (429): Nichts ist verloren, die Zeilen gehen erneut hinaus.',
    unreachable: 'Der Dienst antwortet gerade nicht. Was er hat, wird erneut abgefragt.',
    doubt: 'Der Dienst gab keine klare Antwort, deshalb wartet der nächste Stapel ein wenig.',
    because: '{why} {message}',
  },
  board: {
    run: 'Stapel des Durchlaufs',
    plan: 'Stapel, die abgehen würden',
    columns: {
      batch: 'Stapel',
      leaves: 'Ab',
      lines: 'Zeilen',
      characters: 'Zeichen',
      progress: 'Fortschritt',
      state: 'Status',
      back: 'Zurück',
    },
    webhook: 'Webhook: {outcome}',
    replyLost: 'keine Antwort',
    notComing: 'kommt nicht',
    failed: '{lines, number} fehlgeschlagen',
    state: {
      queued: 'wartet',
      'waits-for-budget': 'wartet auf Kontingent',
      sending: 'wird gesendet',
      pending: 'angenommen',
      'in-progress': 'in Arbeit',
      done: 'fertig',
      failed: 'fehlgeschlagen',
      'in-doubt': 'ungeklärt',
      lost: 'verloren',
      'sent-again': 'erneut gesendet',
      refused: 'abgewiesen',
      cancelled: 'storniert',
    },
    cells: {
      done: '{lines} fertig',
      inFlight: '{lines} unterwegs',
      failed: '{lines} fehlgeschlagen',
      inDoubt: '{lines} ungeklärt',
      lost: '{lines} verloren',
      waiting: '{lines} wartend',
      canceled: '{lines} storniert',
    },
  },
  webhook: {
    summary: 'Webhook: {choice}',
    label: 'Webhook dieses Durchlaufs',
    off: 'für diesen Durchlauf aus',
    none: 'keiner',
    unnamed: 'eine eigene Adresse',
    choose: {
      none: 'Keiner',
      own: 'Der Webhook der Verbindung',
      off: 'Für diesen Durchlauf aus',
      thisRun: 'Für diesen Durchlauf',
      other: 'Ein anderer für diesen Durchlauf',
    },
    address: 'Adresse des Webhooks',
    addressPlaceholder: 'https://…',
    addressFault: 'Eine vollständige Adresse mit http oder https',
    explained:
      'Der Dienst ruft diese Adresse auf, wenn eine Zeile und wenn ein Stapel fertig ist. Lectern selbst braucht das nicht: Es fragt die Ergebnisse selbst ab.',
  },
  confirm: {
    title: '{lines, plural, one {# Zeile vertonen?} other {# Zeilen vertonen?}}',
    size: '{characters, number} Zeichen in {batches, plural, one {# Stapel} other {# Stapeln}}.',
    sizeAndPrice: '{characters, number} Zeichen in {batches, plural, one {# Stapel} other {# Stapeln}}, für {price}.',
    above: 'Das ist mehr als die {price}, ab denen Sie gefragt werden möchten.',
    replaced:
      '{lines, plural, one {# Zeile hat einen freigegebenen Take, der veraltet ist: Der neue tritt an seine Stelle.} other {# Zeilen haben freigegebene Takes, die veraltet sind: Die neuen treten an ihre Stelle.}} Die alten Takes bleiben erhalten.',
    room: 'Danach bleiben {characters, number} Zeichen bis zur Obergrenze.',
    cancel: 'Abbrechen',
    render: 'Vertonen',
    renderFor: 'Für {price} vertonen',
  },
  minute: {
    title: 'Diese Minute',
    unlimited: 'unbegrenzt',
    characters: 'Zeichen',
    charactersUsed: 'In dieser Minute verbrauchte Zeichen',
    requests: 'Anfragen',
    requestsUsed: 'In dieser Minute verbrauchte Anfragen',
  },
  plans: { title: 'In den Tarifen', atOnce: 'sofort', allSent: 'alles gesendet {time}', current: '(aktiv)' },
  doubts: {
    heading: { 'in-doubt': 'Ungeklärt', lost: 'Verloren', both: 'Ungeklärt oder verloren' },
    label: { 'in-doubt': 'Stapel {batch}, ungeklärt', lost: 'Stapel {batch}, verloren' },
    text: {
      'in-doubt':
        '<b>Stapel {batch}</b>, {which} ({characters, number} Zeichen), wurde um {time} gesendet, und es kam keine klare Antwort. Vielleicht wurde er angenommen. Ihn erneut zu senden kann doppelt berechnet werden.',
      lost: '<b>Stapel {batch}</b>, {which} ({characters, number} Zeichen), wurde um {time} gesendet und angenommen, aber {lines, plural, one {# Zeile davon kommt nicht zurück. Sie erneut zu senden wird erneut berechnet.} other {# Zeilen davon kommen nicht zurück. Sie erneut zu senden wird erneut berechnet.}}',
    },
    sendAgain: 'Erneut senden',
    leaveOut: 'Auslassen',
    leftOut:
      '{which}: {lines, plural, one {# Zeile ausgelassen; sie wird vertont, sobald Sie es veranlassen.} other {# Zeilen ausgelassen; sie werden vertont, sobald Sie es veranlassen.}}',
  },
  failures: {
    title: 'Fehlgeschlagen · {lines, number}',
    more: '{lines, plural, one {und # weitere Zeile} other {und # weitere Zeilen}}',
  },
  ledger: {
    title: 'Verbrauch',
    thisRun: 'Dieser Durchlauf',
    characters: '{characters, number} Zeichen',
    retakes: 'Neuvertonungen',
    inDoubt: 'Ungeklärt',
    lost: 'Verloren',
    auditions: 'Vorhören',
    total: 'Gesamt',
    all: 'Alle Kosten',
  },
  caps: {
    characters: {
      label: 'Obergrenze',
      hint: 'So viele Zeichen darf dieses Projekt insgesamt senden. Ein Durchlauf hält an, bevor er darüber hinausginge.',
      none: 'keine Obergrenze',
    },
    money: {
      label: 'Höchstkosten in {currency}',
      hint: 'Ein Durchlauf hält an, bevor das Projekt nach dem Preis der Verbindung mehr kosten würde.',
      otherCurrency:
        'Die Obergrenze ist in {limit}, die Verbindung rechnet aber in {currency}. Es wird nichts gesendet, bis Sie sie neu festlegen.',
      none: 'keine Obergrenze',
    },
    confirm: {
      label: 'Vorher fragen ab, in {currency}',
      hint: 'Ein Durchlauf, der mehr kosten würde, muss erst bestätigt werden.',
      none: 'nie',
    },
  },
  webhooks: {
    title: 'Webhooks · {answered, number} von {batches, number} beantwortet',
    batch: 'Stapel {batch}',
    more: 'und {batches, number} davor',
  },
  log: {
    title: 'Protokoll',
    entry: {
      started:
        'Durchlauf begonnen{counted, select, yes { ({lines, plural, one {# Zeile} other {# Zeilen}})} other {}}.',
      'batch-sent':
        '{known, select, yes {Stapel {batch}} other {Ein Stapel}} gesendet{counted, select, yes { ({lines, plural, one {# Zeile} other {# Zeilen}})} other {}}.',
      'batch-accepted':
        '{known, select, yes {Stapel {batch}} other {Ein Stapel}} angenommen{counted, select, yes { ({lines, plural, one {# Zeile} other {# Zeilen}})} other {}}.',
      'batch-in-doubt':
        '{known, select, yes {Stapel {batch}} other {Ein Stapel}} ungeklärt{counted, select, yes { ({lines, plural, one {# Zeile} other {# Zeilen}})} other {}}: {explained, select, yes {{message}} other {Es kam keine Antwort.}}',
      'sent-again':
        '{known, select, yes {Stapel {batch}} other {Ein Stapel}} wird erneut gesendet{counted, select, yes { ({lines, plural, one {# Zeile} other {# Zeilen}})} other {}}, wie in der Verbindung eingestellt: Das kann doppelt berechnet werden.',
      'lines-lost':
        '{lines, plural, one {# Zeile aus {known, select, yes {Stapel {batch}} other {einem früheren Stapel}} ist verloren.} other {# Zeilen aus {known, select, yes {Stapel {batch}} other {einem früheren Stapel}} sind verloren.}}{explained, select, yes { {message}} other {}}',
      'lines-unfinished':
        '{lines, plural, one {# Zeile aus {known, select, yes {Stapel {batch}} other {einem früheren Stapel}} bleibt beim Dienst.} other {# Zeilen aus {known, select, yes {Stapel {batch}} other {einem früheren Stapel}} bleiben beim Dienst.}}{explained, select, yes { {message}} other {}}',
      'line-failed':
        '{line} fehlgeschlagen: {explained, select, yes {{message}} other {Der Dienst nannte keinen Grund.}}',
      'unnamed-failed':
        'Eine Zeile ist fehlgeschlagen: {explained, select, yes {{message}} other {Der Dienst nannte keinen Grund.}}',
      waiting: '{explained, select, yes {{message}} other {Wartet.}}',
      stopped: 'Abgebrochen: {explained, select, yes {{message}} other {Der Durchlauf konnte nicht weitergehen.}}',
      paused: 'Angehalten: Es wird nichts mehr gesendet.',
      resumed: 'Fortgesetzt.',
      finished: 'Durchlauf beendet.',
      cancelled: 'Ungesendete Zeilen storniert.',
    },
  },
  costs: {
    title: 'Kosten',
    about: 'Was der Dienst für dieses Projekt berechnet hat oder vielleicht berechnet hat.',
    none: {
      title: 'Noch keine Kosten',
      detail:
        'Was jede Zeile, jede Rolle, jedes Kapitel und jeder Durchlauf kostet, steht hier, sobald Zeilen gesendet wurden.',
      plan: 'Kosten eines Durchlaufs ansehen',
    },
    groupBy: 'Summieren nach',
    by: { line: 'Zeilen', role: 'Rollen', chapter: 'Kapitel', run: 'Durchläufe' },
    report: {
      line: 'Kosten nach Zeilen',
      role: 'Kosten nach Rollen',
      chapter: 'Kosten nach Kapiteln',
      run: 'Kosten nach Durchläufen',
    },
    excel: 'Für Excel',
    excelHint: 'Beginnt die Datei mit einer Bytereihenfolge-Marke, ohne die Excel sie nicht als UTF-8 erkennt',
    save: 'Als CSV speichern …',
    saved: {
      line: 'Die Kosten nach Zeilen liegen in {path}.',
      role: 'Die Kosten nach Rollen liegen in {path}.',
      chapter: 'Die Kosten nach Kapiteln liegen in {path}.',
      run: 'Die Kosten nach Durchläufen liegen in {path}.',
    },
    total: {
      characters: 'Zeichen',
      cost: 'Kosten',
      retakes: 'Neuvertonungen',
      failed: 'fehlgeschlagen',
      inDoubt: 'ungeklärt',
      lost: 'verloren',
      auditions: 'Vorhören',
    },
    unpriced:
      '{characters, number} Zeichen wurden gesendet, als die Verbindung keinen Preis hatte: Sie sind in den Kosten nicht enthalten.',
    name: { line: 'Zeile', role: 'Rolle', chapter: 'Kapitel', run: 'Durchlauf' },
    began: 'Beginn',
    words: 'Text',
    columns: {
      characters: 'Zeichen',
      rendered: 'Vertont',
      underWay: 'Beim Dienst',
      failed: 'Fehler',
      inDoubt: 'Ungeklärt',
      lost: 'Verloren',
      auditions: 'Vorhören',
      retakes: 'Neu vertont',
      amounts: 'Kosten',
    },
    nameless: {
      line: 'Nicht im Skript',
      chapter: 'Nicht im Skript',
      role: 'Keine Rolle',
      run: 'Vorhören',
    },
  },
};
