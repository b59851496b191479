import type { Translation } from '../../../shared/words/words.ts';
import type { ui as english } from '../en/ui.ts';

export const ui: Translation<typeof english> = {
  close: 'Schließen',
  undo: 'Rückgängig',
  notUndone: 'Nicht rückgängig gemacht: „{step}“ {why}',
  commandWithStep: '{command}: {step}',
  defaults: 'Standard der Stimme',
  copied: 'Kopiert.',
  notCopied: 'Kopieren nicht möglich: Markieren Sie den Text und drücken Sie Strg C.',
  keyNames: {
    Ctrl: 'Strg',
    Shift: 'Umschalt',
    Space: 'Leertaste',
    Home: 'Pos1',
    End: 'Ende',
    PageUp: 'Bild ↑',
    PageDown: 'Bild ↓',
    Delete: 'Entf',
    Insert: 'Einfg',
  },
  wayOut: {
    retry: 'Erneut versuchen',
    settings: 'Einstellungen öffnen',
    'model-settings': 'Einstellungen öffnen',
    'use-local': 'Lokalen Dienst verwenden',
    'enter-key': 'Schlüssel eingeben …',
    'restore-backup': 'Letzte Sicherung wiederherstellen',
    'reset-settings': 'Standardeinstellungen verwenden',
    'adopt-connection': 'Diesen Dienst für das Projekt verwenden',
    'open-to-read': 'Nur zum Lesen öffnen',
    library: 'Bibliothek öffnen',
    logs: 'Protokoll anzeigen',
  },
  connectionAdopted: 'Die Zeilen des Projekts gehen ab jetzt an den verwendeten Dienst.',
  leaving: {
    unsaved:
      '{leaving, select, close {Einige Änderungen konnten nicht gespeichert werden: Beim Schließen des Projekts gehen sie verloren.} other {Einige Änderungen konnten nicht gespeichert werden: Beim Öffnen eines anderen Projekts gehen sie verloren.}}',
    lose: '{leaving, select, close {Schließen und verwerfen} other {Öffnen und verwerfen}}',
    running:
      '{leaving, select, close {Ein Durchlauf ist im Gange. Das Schließen des Projekts hält ihn an; Gesendetes wird abgeholt, wenn Sie dieses Projekt wieder öffnen.} other {Ein Durchlauf ist im Gange. Das Öffnen eines anderen Projekts hält ihn an; Gesendetes wird abgeholt, wenn Sie dieses Projekt wieder öffnen.}}',
    pause: '{leaving, select, close {Anhalten und schließen} other {Anhalten und öffnen}}',
  },
  takes: {
    decided:
      '{verdict, select, approved {Zeile {line} freigegeben.} rejected {Zeile {line} abgelehnt.} other {Zeile {line} hat kein Urteil.}}',
    retaken: 'Zeile {line} abgelehnt; sie wird mit einem anderen Startwert neu vertont.',
    alreadyDecided:
      '{verdict, select, approved {Sie sind schon freigegeben oder haben keinen Take.} rejected {Sie sind schon abgelehnt oder haben keinen Take.} other {Sie haben schon kein Urteil.}}',
    linesDecided:
      '{verdict, select, approved {{lines, plural, one {# Zeile freigegeben.} other {# Zeilen freigegeben.}}} rejected {{lines, plural, one {# Zeile abgelehnt.} other {# Zeilen abgelehnt.}}} other {{lines, plural, one {# Zeile hat kein Urteil.} other {# Zeilen haben kein Urteil.}}}}',
    tooMany: 'Wählen Sie höchstens {lines, number} Zeilen aus, um sie neu zu vertonen.',
    ordered:
      '{takes, plural, =1 {Ein weiterer Take von {lines, plural, one {# Zeile} other {# Zeilen}} ist unterwegs.} other {# Takes von {lines, plural, one {# Zeile} other {# Zeilen}} sind unterwegs.}}',
    linesRetaken:
      '{lines, plural, one {# Zeile abgelehnt; sie wird mit einem anderen Startwert neu vertont.} other {# Zeilen abgelehnt; sie werden mit anderen Startwerten neu vertont.}}',
    picked: 'Take {take} von Zeile {line} wird verwendet.',
    kept: 'Take {take} von Zeile {line} beibehalten: Die Zeile wird für den heutigen Text nicht neu vertont.',
    note: 'Notiz zu Take {take} von Zeile {line}.',
    trim: 'Take {take} von Zeile {line} getrimmt.',
    gain: 'Verstärkung von Take {take} von Zeile {line}: {gain} dB.',
    reset: 'Trimmen und Verstärkung von Take {take} von Zeile {line} zurückgesetzt.',
  },
  playing: {
    take: 'Zeile {line} · Take {take} von {takes}',
    noTake: 'Zeile {line} · kein Take',
    spoken: 'Zeile {line} · kein Take, lokale Stimme',
    audition: 'Vorhören · {characters, number} Zeichen',
  },
  soundDevice: {
    unnamed: 'Gerät {device}',
    back: '{device} ist wieder da: Der Ton geht dorthin.',
    gone: '{device} ist nicht da: Der Ton geht an das Ausgabegerät des Systems.',
  },
  progress: {
    part: '{lines, number} {state}',
    all: '{parts} von {lines, number}',
    none: 'nichts vertont von {lines, number}',
  },
  format: {
    seconds: '{seconds} s',
    loudness: '{loudness} LUFS',
    bytes: '{size, plural, one {# Byte} other {# Byte}}',
    size: '{size} {unit}',
    today: 'heute {time}',
    yesterday: 'gestern',
    moment: '{day}, {time}',
  },
  chapter: { opening: 'Anfang', untitled: 'Ohne Titel', numbered: 'Kapitel {number, number}' },
  bounds: { between: '{min} bis {max}', from: 'ab {min}' },
  account: {
    name: 'Name',
    usualName: 'Mein Konto',
    badName: 'Dieser Name ist nicht möglich.',
    plan: 'Tarif',
    address: 'Basisadresse',
    addressPlaceholder: 'https://…',
    badAddress: 'Geben Sie die Adresse mit https:// oder http:// an, etwa https://tts.example.com.',
    userId: 'Benutzer-ID',
    badUserId: 'Diese Benutzer-ID ist nicht möglich.',
    key: 'Schlüssel',
    badKey: 'Dieser Schlüssel ist nicht möglich: Geben Sie ihn so ein, wie der Dienst ihn ausgegeben hat.',
    cancel: 'Abbrechen',
    inKeychain: 'Der Schlüssel liegt im Schlüsselbund dieses Computers und nirgends sonst.',
    noKeychain: 'Auf diesem Computer gibt es keinen Schlüsselbund. Wie soll der Schlüssel aufbewahrt werden?',
  },
};
