import type { Translation } from '../../../shared/words/words.ts';
import type { inspector as english } from '../en/inspector.ts';

export const inspector: Translation<typeof english> = {
  none: {
    heading: 'Keine Zeile ausgewählt',
    detail:
      'Setzen Sie die Einfügemarke in eine Zeile, um ihre Stimme, ihre Einstellungen und ihre Takes zu sehen. Regieanweisungen werden nicht gesprochen.',
  },
  heading:
    '{kind, select, dialog {Zeile {line} · Dialog · {characters, number} Zeichen} role {Zeile {line} · {role} · {characters, number} Zeichen} other {Zeile {line} · {characters, number} Zeichen}}',
  takesHeading: 'Takes',
  whyStaleHeading: 'Warum veraltet',
  voiceHeading: 'Stimme und Sprechweise',
  webhookHeading: 'Webhook · {state}',
  request: { heading: 'Genaue Anfrage', copy: 'Kopieren' },

  actions: {
    audition: 'Vorhören',
    stop: 'Stopp',
    render: 'Diese Zeile vertonen',
    renderAgain: 'Neu vertonen',
    ordered: 'Zeile {line} ist unterwegs.',
    whyNot: {
      problem: 'So, wie sie dasteht, kann sie nicht vertont werden.',
      fresh: 'Sie ist vertont, wie sie dasteht. Lehnen Sie ihren Take ab, um einen anderen zu erhalten.',
      kept: 'Für sie wurde ein Take beibehalten. Lehnen Sie ihn ab, um einen anderen zu erhalten.',
      'in-flight': 'Sie ist schon beim Dienst.',
      'in-doubt': 'Sie wurde gesendet, und es kam keine Antwort: Entscheiden Sie in der Produktion, was geschieht.',
      lost: 'Der Dienst hat sie angenommen und hat sie nicht mehr: Entscheiden Sie in der Produktion, ob sie erneut gesendet wird.',
    },
    confirm: {
      missing: {
        label: 'Neu vertonen',
        detail:
          'Diese Zeile wurde vertont, aber ihre Audiodatei fehlt oder ist beschädigt. Sie neu zu vertonen kostet erneut.',
      },
      approved: {
        label: 'Freigegebenen Take ersetzen',
        detail: 'Ein Take dieser Zeile ist freigegeben. Er bleibt, aber exportiert wird dann der neue.',
      },
      render: 'Trotzdem vertonen',
      cancel: 'Abbrechen',
    },
  },

  takes: {
    none: 'Noch keine. Vertonen Sie diese Zeile, um einen zu erhalten.',
    name: 'Take {take}',
    play: 'Take {take} abspielen',
    pause: 'Take {take} anhalten',
    seed: 'Startwert {seed}',
    menu: {
      play: 'Abspielen',
      approve: 'Freigeben',
      reject: 'Ablehnen',
      undecide: 'Urteil zurücknehmen',
      pick: 'Verwenden',
      keep: 'Für den heutigen Text beibehalten',
    },
    pick: 'Take {take} verwenden',
    pickHint: 'Take {take} verwenden. Die Zeile wird mit ihm exportiert.',
    keep: 'Take {take} für den heutigen Text beibehalten',
    keepHint: 'Take {take} für den heutigen Text beibehalten. Die Zeile wird mit ihm exportiert und nicht neu vertont.',
    decide: {
      approved: { label: 'Take {take} freigeben', hint: 'Freigeben', undo: 'Urteil „freigegeben“ zurücknehmen' },
      rejected: { label: 'Take {take} ablehnen', hint: 'Ablehnen', undo: 'Urteil „abgelehnt“ zurücknehmen' },
    },
    tag: {
      picked: 'verwendet',
      kept: 'beibehalten',
      approved: 'freigegeben',
      rejected: 'abgelehnt',
      missing: 'Datei fehlt',
      damaged: 'Datei beschädigt',
    },
  },

  voice: {
    label: 'Stimme von {role}',
    choose: 'Stimme auswählen',
    noService: 'kein Dienst verbunden',
    noServiceInList: 'Es ist kein Dienst verbunden.',
    noMatch: 'Keine Stimme dieses Namens.',
    unlisted: 'nicht in der Liste des Dienstes',
    traits: '{voice}: {traits}',
    cast: '{voice} spricht {role}.',
    castWithEffect: '{voice} spricht {role}: {effect}',
  },
  turnPrefix: {
    label: 'Sprecherkennung von {role}',
    hint: 'Was die Redebeiträge von {role} im gesendeten Text kennzeichnet',
    manyRows: 'Sie muss in einer Textzeile stehen.',
    collides: 'Sie ist nicht von „{prefix}“ zu unterscheiden.',
    set: 'Die Redebeiträge von {role} sind mit „{prefix}“ gekennzeichnet.',
    setWithEffect: 'Die Redebeiträge von {role} sind mit „{prefix}“ gekennzeichnet: {effect}',
  },
  effect: {
    stale: '{lines, plural, one {# Zeile ist jetzt veraltet.} other {# Zeilen sind jetzt veraltet.}}',
    fresh: '{lines, plural, one {# Zeile hat ihre Takes zurück.} other {# Zeilen haben ihre Takes zurück.}}',
    none: 'keine Zeile ist veraltet.',
  },

  origin: { role: 'Besetzung', project: 'Projekt' },
  parameter: {
    reset: '{parameter} dieser Zeile zurücksetzen',
    resetHint: 'Nur diese Zeile. Klicken zum Zurücksetzen.',
    changed: '{parameter}: {value}, nur für diese Zeile.',
    isReset: '{parameter}: wieder nach der Besetzung.',
  },
  pause: {
    label: 'Pause davor',
    hint: 'Stille vor dieser Zeile, in Sekunden. Sie gilt für das Durchhören und für Exporte.',
    reason: {
      part: 'im Absatz',
      turn: 'andere Rolle',
      paragraph: 'Absatz',
      heading: 'nach Überschrift',
      chapter: 'Kapitel',
      mark: 'Marke im Skript',
      none: 'erste Zeile',
    },
    reset: 'Wieder die übliche Pause vor dieser Zeile',
    resetHint: 'Nur vor dieser Zeile. Klicken Sie für die übliche Pause.',
    changed: 'Die Pause vor Zeile {line} dauert {seconds, number} s.',
    isReset: 'Vor Zeile {line} steht wieder die übliche Pause.',
  },
  differing: {
    voice: 'Stimme',
    ofSecondVoice: '{parameter} der zweiten Stimme',
    turn_prefix: 'Sprecherkennung',
    turn_prefix_2: 'zweite Sprecherkennung',
    style: 'Sprechweise',
    markup: 'Auszeichnungen im Text',
    output_format: 'Ausgabeformat',
    voice_engine: 'Engine der Stimme',
  },

  notice: {
    failed: 'Fehlgeschlagen: {why}',
    'three-roles':
      '{roles} sprechen in einem Absatz, und eine Zeile hat höchstens zwei Rollen. Setzen Sie eine Leerzeile dazwischen.',
    'too-long':
      'Sie hat {characters, number} Zeichen, und ein Auftrag fasst {limit, number}. Kürzen Sie sie oder setzen Sie eine Leerzeile hinein.',
    'no-voice':
      '{count, plural, one {{roles} hat noch keine Stimme. Wählen Sie unten eine aus.} other {{roles} haben noch keine Stimme. Wählen Sie unten eine aus.}}',
    'nothing-to-speak': 'In ihr gibt es nichts zu sprechen.',
    'pronunciation-too-long':
      'Ausspracheregel {rule} („{from}“) macht sie länger als {limit, number} Zeichen. Ändern Sie diese Regel oder die Regeln davor, die sie wiederholt.',
    'roles-differ':
      '{roles} unterscheiden sich in: {parameters}. Ein Dialog hat jede Einstellung nur einmal, und es gilt die der ersten Rolle.',
    'prefix-in-text':
      'Der Text von {role} enthält „{prefix}“: Der Dienst könnte es für den Beginn eines Redebeitrags halten. Ändern Sie den Text oder die Sprecherkennung.',
    'prefixes-overlap': 'Die Sprecherkennungen {prefixes} sind nicht zu unterscheiden. Ändern Sie eine davon.',
    quoted: '„{prefix}“',
  },
  direction: {
    asks: {
      whispering: 'flüsternd',
      soft: 'leise',
      shouting: 'laut rufend',
      angry: 'zornig',
      sad: 'traurig',
      cheerful: 'heiter',
      excited: 'aufgeregt',
      afraid: 'ängstlich',
      slow: 'langsamer',
      fast: 'schneller',
      emphasis: 'mit Betonung',
      spelling: 'Buchstabe für Buchstabe',
    },
    done: '„{words}“: wird {asks} gesprochen.',
    voice: '„{words}“: Diese Stimme kann nicht {asks} sprechen. Die Anweisung selbst wird nie vorgelesen.',
    dialog:
      '„{words}“: Zwei Rollen teilen sich diese Zeile, deshalb bewirkt sie nichts. Geben Sie dem Redebeitrag einen eigenen Absatz.',
    within:
      '„{words}“: Sie steht hinter den ersten Worten und bewirkt deshalb nichts. Beginnen Sie einen Absatz mit ihr.',
    twice: '„{words}“: Eine Anweisung davor verlangt etwas anderes.',
  },
  sounds: {
    done: '„{words}“: wird als /{ipa}/ gesprochen.',
    voice: '„{words}“: Diese Stimme kann die Laute /{ipa}/ nicht sprechen. Sie sagt „{said}“.',
  },
  readAloud: 'Wird vorgelesen als „{text}“',
  whyStale: {
    text: 'Seit Take {take} hat sich der Text geändert:',
    others: 'Seit Take {take} geändert: {differing}.',
    othersToo: 'Ebenfalls geändert: {differing}.',
    undo: 'Machen Sie die Änderung rückgängig, um Take {take} ohne Kosten zurückzuhaben.',
    setBack: 'Setzen Sie es zurück, um Take {take} ohne Kosten zurückzuhaben.',
  },
};
