import type { Translation } from '../../../shared/words/words.ts';
import type { script as english } from '../en/script.ts';

export const script: Translation<typeof english> = {
  label: 'Skript',
  unsaved: {
    sentence:
      '<strong>Nicht gespeichert.</strong> {title}: {detail} Was Sie schreiben, bleibt hier stehen; alle paar Sekunden wird es erneut versucht.',
    retry: 'Jetzt versuchen',
  },
  overlap:
    'Das Skript wurde anderswo an der Stelle geändert, die Sie gerade bearbeitet haben. Beide Änderungen stehen darin: Sehen Sie sie durch.',
  reachesOver:
    'Eine Auswahl über einen Kapitelanfang hinweg lässt sich kopieren, aber nicht ändern: Ändern Sie ein Kapitel nach dem anderen.',
  editedSince: 'Der Text wurde inzwischen bearbeitet.',
  editedSinceUndoThere: 'Der Text wurde inzwischen bearbeitet: Machen Sie es dort mit Strg Z rückgängig.',
  noTake: 'Diese Zeile hat noch keinen Take zum Abspielen.',
  menu: {
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    label: 'Zeile',
    audition: 'Diese Zeile vorhören',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
  },
  move: {
    title: '{lines, plural, one {# Zeile in ein Kapitel verschieben} other {# Zeilen in ein Kapitel verschieben}}',
    filter: 'Kapitel filtern',
    chapters: 'Kapitel',
    noMatch: 'Kein Kapitel passt zu „{filter}“.',
    side: 'Wo im Kapitel',
    start: 'Am Anfang',
    end: 'Am Ende',
    cancel: 'Abbrechen',
    move: 'Verschieben',
    none: 'Setzen Sie den Cursor in eine Zeile oder wählen Sie mehrere aus, um sie zu verschieben.',
    moved: '{lines, plural, one {# Zeile nach „{chapter}“ verschoben.} other {# Zeilen nach „{chapter}“ verschoben.}}',
    already:
      '{lines, plural, one {Die Zeile steht in „{chapter}“ schon dort.} other {Die Zeilen stehen in „{chapter}“ schon dort.}}',
    dragged: '{lines, plural, one {# Zeile} other {# Zeilen}}',
  },
  nothingSpoken: 'Nichts davon wird gesprochen.',
  nothingToRegroup: '{action, select, group {Hier gibt es nichts zu verbinden.} other {Hier gibt es keinen Dialog.}}',
  regrouped:
    '{before, plural, one {Aus # Zeile wurden {after, number}.} other {Aus # Zeilen {after, plural, one {wurde #} other {wurden #}}.}}',
  empty: {
    script: 'Ein leeres Skript',
    start:
      '{keys, select, none {Schreiben Sie hier, setzen Sie einen Text ein oder importieren Sie eine Datei.} other {Schreiben Sie hier, setzen Sie einen Text ein oder importieren Sie eine Datei ({keys}).}}',
    title: '# Erster Akt',
    narration: 'Ein Absatz ist eine Zeile, die NARRATOR spricht.',
    turn: 'ALGERNON: Ein Name in Großbuchstaben und ein Doppelpunkt: eine Zeile dieser Rolle.',
    direction: '(Ein Absatz in Klammern ist eine Regieanweisung. Er wird nicht gesprochen.)',
    chapter: 'Ein leeres Kapitel',
    undo: '{keys, select, none {„Rückgängig“ holt den Text zurück. Um neu anzufangen, beginnen Sie mit einem Titel:} other {„Rückgängig“ holt den Text zurück ({keys}). Um neu anzufangen, beginnen Sie mit einem Titel:}}',
  },
  mark: {
    bracket:
      'Wird vorgelesen. Setzen Sie Regieanweisungen in runde Klammern, oder einen Backslash vor die Klammer, wenn sie so gemeint ist.',
    prefix:
      'Der Dienst hält diese Wörter für den Beginn eines Redebeitrags. Ändern Sie sie oder die Sprecherkennung der Rolle.',
  },
  problem: {
    'three-roles':
      'Mehr als zwei Rollen in einem Absatz: Er kann nicht vertont werden. Setzen Sie eine Leerzeile dazwischen, damit jede eine eigene Zeile wird.',
    'too-long':
      'Zu lang für einen Auftrag und nirgends zu teilen: Der Absatz kann nicht vertont werden. Kürzen Sie ihn oder setzen Sie eine Leerzeile hinein.',
  },
  dot: { state: '{state}: {meaning}', plays: '{state}: {meaning} Klicken zum Abspielen.' },
  completion: { key: 'Tab', label: '{rest} mit Tab' },
  find: {
    label: 'Suchen und ersetzen',
    close: 'Suche schließen',
    query: 'Suchen',
    queryPlaceholder: 'Suchen',
    scope: 'Wo gesucht wird',
    inChapter: 'Kapitel',
    inScript: 'Ganzes Skript',
    replacement: 'Ersetzen durch',
    replacementPlaceholder: 'Ersetzen durch',
    matchCase: 'Groß-/Kleinschreibung',
    wholeWord: 'Ganze Wörter',
    regexp: 'Regulärer Ausdruck',
    badExpression: 'Das ist kein regulärer Ausdruck.',
    slowExpression: 'Dieser Ausdruck dauert zu lange.',
    replace: 'Ersetzen',
    replaceAll: 'Alle ersetzen',
    replaceInScript:
      '{places, plural, =0 {Alle im Skript ersetzen} one {# im Skript ersetzen} other {# im Skript ersetzen}}',
    previous: 'Vorheriger Treffer',
    previousHint: 'Vorheriger (Umschalt-Eingabetaste)',
    next: 'Nächster Treffer',
    nextHint: 'Nächster (Eingabetaste)',
    none: 'nichts gefunden',
    looking: 'sucht …',
    total: '{counted, select, all {{matches, number} gefunden} other {mindestens {matches, number} gefunden}}',
    current:
      '{counted, select, all {{current, number} von {matches, number}} other {{current, number} von mindestens {matches, number}}}',
    first: 'die ersten {shown, number} von {matches, number}',
    results: 'Gefundenes',
    opening: 'Vor dem ersten Kapitel',
    where: '{chapter} · {place}',
    replacedInChapter:
      '{places, plural, one {An # Stelle dieses Kapitels ersetzt.} other {An # Stellen dieses Kapitels ersetzt.}}',
    replacedInScript:
      '{places, plural, one {An # Stelle in {chapters, plural, one {# Kapitel} other {# Kapiteln}} ersetzt.} other {An # Stellen in {chapters, plural, one {# Kapitel} other {# Kapiteln}} ersetzt.}}',
    nothingReplaced: 'Es wurde nichts ersetzt.',
    undoAll: 'Alles rückgängig machen',
    chaptersEditedSince:
      '{chapters, plural, one {Ein Kapitel wurde inzwischen bearbeitet und blieb, wie es ist: Machen Sie es dort mit Strg Z rückgängig.} other {# Kapitel wurden inzwischen bearbeitet und blieben, wie sie sind: Machen Sie es dort mit Strg Z rückgängig.}}',
  },
};
