import type { Translation } from '../../../shared/words/words.ts';
import type { pronunciation as english } from '../en/pronunciation.ts';

export const pronunciation: Translation<typeof english> = {
  rule: { silent: '„{from}“', spoken: '„{from}“ → „{to}“' },
  notice: {
    added: 'Regel hinzugefügt: {rule}.',
    changed: 'Regel geändert: {rule}.',
    removed: 'Regel gelöscht: {rule}.',
    moved: '{rule} ist jetzt Regel {place}.',
    imported: '{rules, plural, one {# Regel importiert.} other {# Regeln importiert.}}',
    unsaved: 'Die Änderungen an „{from}“ wurden nicht gespeichert.',
    bringBack: 'Zurück zu ihnen',
  },
  empty: {
    title: 'Noch keine Regeln',
    detail:
      'Schreiben Sie, wie ein Name geschrieben steht und wie er gesprochen werden soll: Der gesendete Text ändert sich, das Skript bleibt, wie es ist.',
  },
  tool: {
    create: 'Neue Regel',
    up: 'Nach oben (Alt ↑)',
    down: 'Nach unten (Alt ↓)',
    remove: 'Löschen (Entf)',
  },
  table: {
    file: 'Tabelle mit Regeln',
    fileName: 'Ausspracheregeln.csv',
    import: 'Importieren …',
    importHint: 'Regeln aus einer Tabelle importieren (CSV)',
    export: 'Exportieren …',
    exportHint: 'Diese Regeln als Tabelle exportieren (CSV)',
    tooLarge: '{file} ist größer als {size}. Teilen Sie die Datei in mehrere Tabellen.',
    noColumns:
      '{file} hat in der ersten Tabellenzeile keine Spalten „from“ und „to“. Exportieren Sie eine Regel, um zu sehen, wie eine Tabelle aussieht.',
    noneNew: 'Keine Regel in {file} ist neu.',
    leftOut: {
      'no-words':
        '{rows, plural, one {# Tabellenzeile} other {# Tabellenzeilen}} von {file} ausgelassen. Tabellenzeile {row}: „from“ ist leer.',
      'too-long':
        '{rows, plural, one {# Tabellenzeile} other {# Tabellenzeilen}} von {file} ausgelassen. Tabellenzeile {row}: Ihr Text ist zu lang.',
      'unknown-language':
        '{rows, plural, one {# Tabellenzeile} other {# Tabellenzeilen}} von {file} ausgelassen. Tabellenzeile {row}: Ihre Sprache ist nicht bekannt.',
      'unknown-choice':
        '{rows, plural, one {# Tabellenzeile} other {# Tabellenzeilen}} von {file} ausgelassen. Tabellenzeile {row}: Eine Angabe ist weder „yes“ noch „no“.',
      'unknown-sounds':
        '{rows, plural, one {# Tabellenzeile} other {# Tabellenzeilen}} von {file} ausgelassen. Tabellenzeile {row}: Ihre Laute sind nicht in der internationalen Lautschrift.',
    },
    saved: 'Die Regeln liegen in {path}.',
  },
  editor: {
    rule: 'Regel',
    newRule: 'Neue Regel',
    written: 'Geschrieben',
    writtenHint: 'wie es im Skript steht',
    spoken: 'Gesprochen',
    spokenHint: 'nichts: wird ausgelassen',
    spokenAsWritten: 'wie geschrieben',
    sounds: 'Laute (IPA)',
    soundsPlaceholder: 'ˈneɪtəʊ',
    soundsHint:
      'Stimmen von eSpeak NG sprechen diese Laute. Alle anderen sprechen, was unter „Gesprochen“ steht, oder das Geschriebene.',
    notSounds: 'Nur Zeichen der internationalen Lautschrift',
    wholeWords: 'Ganze Wörter',
    matchCase: 'Groß-/Kleinschreibung',
    revert: 'Verwerfen',
    add: 'Regel hinzufügen',
    save: 'Speichern',
    role: 'Rolle',
    allRoles: 'Alle Rollen',
    silentRole: '{role} (spricht nicht)',
    language: 'Sprache',
    allLanguages: 'Alle Sprachen',
  },
  list: {
    menu: { edit: 'Bearbeiten', up: 'Nach oben', down: 'Nach unten', remove: 'Löschen' },
    label: 'Regeln in der Reihenfolge, in der sie gelten',
    withinWords: 'auch in Wörtern',
    matchCase: 'Aa',
    nothing: 'nichts',
    lines: '{lines, plural, one {# Zeile} other {# Zeilen}}',
  },
  conflict: {
    same: 'Sie ändert nichts: Beide Seiten sind gleich.',
    taken: 'Sie ändert keine Zeile: Regel {place} hat diese Wörter schon vorher ersetzt.',
    notOfRole: 'Sie ändert keine Zeile von {role}.',
    notSpoken:
      'Sie ändert keine Zeile: Diese Wörter werden im Skript nicht gesprochen. Namen, die anzeigen, wer spricht, bleiben immer unberührt.',
    tooLong: 'Sie macht {lines, plural, one {# Zeile} other {# Zeilen}} zu lang zum Vertonen.',
    changedAgain:
      'Regel {place}, {rule}, ändert ihr Ergebnis in {lines, plural, one {# Zeile} other {# Zeilen}} erneut.',
    changes:
      'Sie ändert in {lines, plural, one {# Zeile} other {# Zeilen}}, was Regel {place}, {rule}, dort eingesetzt hat.',
  },
  effect: {
    label: 'Was das Speichern bewirkt',
    looking: 'Das Skript wird durchgesehen …',
    unchanged:
      'Noch ist nichts geändert. Schreiben Sie, und die Zeilen, die sich ändern, erscheinen hier, bevor Sie speichern.',
    none: 'Speichern ändert keine Zeile.',
    lines: 'Speichern ändert {lines, plural, one {# Zeile} other {# Zeilen}}.',
    stale:
      'Speichern ändert {lines, plural, one {# Zeile} other {# Zeilen}}: {stale, plural, one {# ist dann} other {# sind dann}} veraltet.',
    back: 'Speichern ändert {lines, plural, one {# Zeile} other {# Zeilen}}: {back, plural, one {# hat dann ihren Take} other {# haben dann ihre Takes}} zurück.',
    staleAndBack:
      'Speichern ändert {lines, plural, one {# Zeile} other {# Zeilen}}: {stale, plural, one {# ist dann} other {# sind dann}} veraltet, {back, plural, one {# hat ihren Take} other {# haben ihre Takes}} zurück.',
    figure: { lines: 'Zeilen', stale: 'Dann veraltet', back: 'Wieder aktuell', cost: 'Neu vertonen' },
    examples: 'Zeilen, die sich ändern',
    more: 'und {lines, plural, one {# weitere Zeile} other {# weitere Zeilen}}',
    turns: { stale: 'dann veraltet', back: 'Take zurück', silent: 'nichts zu sprechen', tooLong: 'zu lang' },
    hear: '{line} anhören, wie sie gesprochen würde',
    hearHint: 'Anhören, wie es gesprochen würde',
    heard: '{line} · wie sie gesprochen würde · {characters, number} Zeichen',
    before: 'Vorher:',
    after: 'Nachher:',
    nothing: 'nichts',
    showFirst: 'Erste anzeigen',
  },
  warning: {
    silenced: '{lines, plural, one {# Zeile hätte} other {# Zeilen hätten}} nichts mehr zu sprechen.',
    prefixed:
      '{lines, plural, one {# Zeile enthielte} other {# Zeilen enthielten}} gesprochene Wörter, die anzeigen, wer spricht; der Dienst hielte sie für einen Redebeitrag.',
    tooLong: '{lines, plural, one {# Zeile wäre} other {# Zeilen wären}} zu lang zum Senden.',
    overflow:
      '{lines, plural, one {# Zeile kann nicht vertont werden: Regel {place}, {rule}, macht sie zu lang.} other {# Zeilen können nicht vertont werden: Regel {place}, {rule}, macht sie zu lang.}} Ändern Sie diese Regel oder die Regeln davor, die sie wiederholt.',
    overflowUnknown:
      '{lines, plural, one {# Zeile kann nicht vertont werden: Regel {place} macht sie zu lang.} other {# Zeilen können nicht vertont werden: Regel {place} macht sie zu lang.}} Ändern Sie diese Regel oder die Regeln davor, die sie wiederholt.',
  },
};
