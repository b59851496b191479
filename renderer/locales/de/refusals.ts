import type { Translation } from '../../../shared/words/words.ts';
import type { refusals as english } from '../en/refusals.ts';

export const refusals: Translation<typeof english> = {
  place: {
    moved: {
      title: 'Das Projekt wurde verschoben oder kopiert',
      detail:
        'Bestätigen Sie über der Ansicht, dass es hierher gehört: Bis dahin wird nichts gesendet, damit keine Kopie doppelt sendet.',
    },
  },
  seed: {
    pinned: {
      title: 'Der Startwert dieser Zeile ist festgelegt',
      detail:
        'Mit demselben Startwert klänge sie gleich. Nehmen Sie den Startwert im Inspektor weg und vertonen Sie sie dann neu.',
    },
  },
  line: {
    'three-roles': {
      title: 'Hier sprechen mehr als zwei Rollen',
      detail:
        'Eine Zeile hat höchstens zwei Stimmen. Teilen Sie ihren Absatz mit einer Leerzeile und versuchen Sie es erneut.',
    },
    'too-long': {
      title: 'Das ist zu lang, um auf einmal gesprochen zu werden',
      detail: 'Teilen Sie den Absatz mit einer Leerzeile und versuchen Sie es erneut.',
    },
    'no-voice': {
      title: 'Eine Rolle hat keine Stimme',
      detail:
        'Wählen Sie rechts im Inspektor eine Stimme für die Rolle, die hier spricht, und versuchen Sie es erneut.',
    },
    'nothing-to-speak': {
      title: 'Hier gibt es nichts zu sprechen',
      detail: 'Hier steht eine Regieanweisung oder nur Satzzeichen. Schreiben Sie, was zu hören sein soll.',
    },
    'pronunciation-too-long': {
      title: 'Die Ausspracheregeln machen diese Zeile zu lang',
      detail:
        'Eine Regel ergänzt immer wieder, was eine andere eingesetzt hat. Ändern oder löschen Sie eine davon unter Besetzung, Aussprache.',
    },
    blocked: {
      title: 'Die Zeile kann so, wie sie dasteht, nicht vertont werden',
      detail: 'Der Inspektor rechts sagt, was nicht stimmt.',
    },
  },
  audition: {
    'three-roles': {
      title: 'Hier sprechen mehr als zwei Rollen',
      detail:
        'Eine Zeile hat höchstens zwei Stimmen. Teilen Sie ihren Absatz mit einer Leerzeile und versuchen Sie es erneut.',
    },
    'too-long': {
      title: 'Das ist zu lang, um auf einmal gesprochen zu werden',
      detail: 'Teilen Sie den Absatz mit einer Leerzeile und versuchen Sie es erneut.',
    },
    'no-voice': {
      title: 'Eine Rolle hat keine Stimme',
      detail:
        'Wählen Sie rechts im Inspektor eine Stimme für die Rolle, die hier spricht, und versuchen Sie es erneut.',
    },
    'nothing-to-speak': {
      title: 'Hier gibt es nichts zu sprechen',
      detail: 'Hier steht eine Regieanweisung oder nur Satzzeichen. Schreiben Sie, was zu hören sein soll.',
    },
    'pronunciation-too-long': {
      title: 'Die Ausspracheregeln machen diese Zeile zu lang',
      detail:
        'Eine Regel ergänzt immer wieder, was eine andere eingesetzt hat. Ändern oder löschen Sie eine davon unter Besetzung, Aussprache.',
    },
  },
  characterCap: {
    reached: {
      title: 'Die Obergrenze ist erreicht',
      detail:
        'Für dieses Projekt wird nichts mehr gesendet. Erhöhen oder entfernen Sie die Obergrenze rechts in der Produktion.',
    },
  },
  price: {
    unconfirmed: {
      title: 'Das würde mehr kosten, als Sie ungefragt ausgeben möchten',
      detail: 'Gehen Sie zur Produktion, sehen Sie sich die Kosten an und bestätigen Sie sie dort.',
    },
  },
  folderId: {
    unknown: {
      title: 'Der Ordner muss erneut ausgewählt werden',
      detail: 'Wählen Sie, wohin die Dateien sollen, und exportieren Sie dann.',
    },
  },
  rules: {
    'too-many': {
      title: 'Das sind zu viele Ausspracheregeln',
      detail: 'Ein Projekt fasst bis zu {rules, number}. Löschen Sie einige oder importieren Sie eine kürzere Tabelle.',
    },
  },
  target: {
    unusable: {
      title: 'Für dieses Ziel kann nicht exportiert werden',
      detail:
        'In den Buchdaten fehlt die Angabe, nach der die Dateien benannt werden. Ergänzen Sie sie und exportieren Sie erneut.',
    },
  },
  presetName: {
    taken: {
      title: 'Eine andere Vorlage hat diesen Namen',
      detail: 'Groß- und Kleinbuchstaben gelten hier als gleich. Geben Sie dieser einen anderen Namen.',
    },
  },
  turnPrefix: {
    empty: {
      title: 'Eine Sprecherkennung darf nicht leer sein',
      detail: 'Schreiben Sie, was vor den Redebeiträgen dieser Rolle steht, oder setzen Sie sie zurück.',
    },
    'row-break': {
      title: 'Eine Sprecherkennung steht in einer Textzeile',
      detail: 'Lassen Sie den Zeilenumbruch weg.',
    },
    'too-long': {
      title: 'Die Sprecherkennung ist zu lang',
      detail: 'Sie wird mit jedem Redebeitrag gesendet und hat höchstens {prefix} Zeichen.',
    },
    collides: {
      title: 'Eine andere Rolle hat diese Sprecherkennung',
      detail:
        'Sie ist gleich der einer anderen Rolle oder ein Teil davon: Der Dienst könnte die beiden nicht unterscheiden.',
    },
  },
  roleName: {
    empty: {
      title: 'Eine Rolle braucht einen Namen',
      detail: 'Schreiben Sie, was im Skript vor dem Doppelpunkt steht.',
    },
    'too-long': {
      title: 'Der Name ist zu lang',
      detail: 'Der Name einer Rolle hat höchstens {name} Zeichen.',
    },
    'not-a-mark': {
      title: 'Das Skript könnte das nicht als Rolle lesen',
      detail:
        'In einem Skript steht eine Rolle in Großbuchstaben, und ihr Name enthält keinen Doppelpunkt. Schreiben Sie ihn so.',
    },
    exists: {
      title: 'Eine andere Rolle hat diesen Namen',
      detail:
        'Wählen Sie einen anderen Namen oder führen Sie die beiden zusammen: Dann spricht eine Stimme die Zeilen beider.',
    },
    narrator: {
      title: 'Der Erzähler behält seinen Namen',
      detail: 'Er spricht alles, wovor keine Rolle steht. Geben Sie stattdessen Zeilen im Skript eine Rolle.',
    },
    speaks: {
      title: 'Diese Rolle hat Zeilen',
      detail: 'Nur eine Rolle ohne Zeilen lässt sich entfernen. Führen Sie sie stattdessen mit einer anderen zusammen.',
    },
  },
  voice: {
    engine: {
      title: 'Diese Stimme kann nicht besetzt werden',
      detail: 'Sie gehört zu einer Engine, die Stapel nicht annehmen. Wählen Sie eine Stimme der Engine für Stapel.',
    },
  },
  consent: {
    'in-future': {
      title: 'Dieser Tag liegt in der Zukunft',
      detail: 'Geben Sie den Tag ein, an dem die Einwilligung erteilt wurde.',
    },
  },
  trim: {
    'bad-trim': {
      title: 'Vom Take bliebe zu wenig übrig',
      detail: 'Nach dem Trimmen bleiben mindestens {seconds} s.',
    },
  },
  gain: {
    'bad-gain': {
      title: 'Diese Verstärkung ist nicht möglich',
      detail: 'Möglich sind {minGain} bis {maxGain} dB.',
    },
  },
  cover: {
    format: {
      title: 'Das ist kein Bild für ein Cover',
      detail: 'Wählen Sie eine unbeschädigte PNG- oder JPEG-Datei.',
    },
    'too-large': {
      title: 'Das Bild ist zu groß',
      detail: 'Ein Cover hat höchstens 10 MB. Wählen Sie eine kleinere Datei.',
    },
    'too-small': { title: 'Das Bild ist zu klein', detail: 'Jede Seite braucht mindestens 64 Pixel.' },
    'too-many-pixels': {
      title: 'Das Bild hat zu viele Pixel',
      detail: 'Jede Seite hat höchstens 6.000 Pixel. Verkleinern Sie es und wählen Sie es erneut aus.',
    },
  },
  note: {
    'long-note': { title: 'Die Notiz ist zu lang', detail: 'Eine Notiz hat höchstens {note} Zeichen.' },
  },
  take: {
    'other-line': {
      title: 'Der Take gehört zu einer anderen Zeile',
      detail: 'Wählen Sie einen Take dieser Zeile.',
    },
    'other-key': {
      title: 'Der Take entstand mit anderem Text oder anderen Einstellungen',
      detail: 'Behalten Sie ihn so bei oder vertonen Sie die Zeile neu.',
    },
    'no-key': {
      title: 'Die Zeile kann so, wie sie dasteht, nicht vertont werden',
      detail:
        'Deshalb kann kein Take für sie stehen. Berichtigen Sie zuerst die Zeile: Der Inspektor sagt, was nicht stimmt.',
    },
    unplayable: {
      title: 'Das Audio dieses Takes kann nicht verwendet werden',
      detail: 'Seine Datei fehlt oder ist beschädigt. Legen Sie die Datei zurück oder vertonen Sie die Zeile neu.',
    },
  },
  template: { unusable: { title: 'Das Namensmuster kann nicht verwendet werden' } },
};
