import type { Translation } from '../../../shared/words/words.ts';
import type { player as english } from '../en/player.ts';

export const player: Translation<typeof english> = {
  label: 'Wiedergabe',
  previous: 'Vorherige Zeile',
  play: 'Abspielen',
  pause: 'Pause',
  next: 'Nächste Zeile',
  chapter: '{command} ({keys})',
  empty: 'Spielen Sie eine Zeile ab, um sie hier zu hören.',
  failed: 'Dieses Audio kann nicht abgespielt werden.',
  position: 'Position',
  at: '{position} von {length}',
  atSoFar: '{position} von bisher {length}',
  growing: 'Die bisherige Länge: Es kommt noch mehr.',
  showLine: 'Diese Zeile anzeigen',
  inChapter: 'Zeile im Kapitel',
  lineOf: '{role}, Zeile {at, number} von {lines, number}',
  lineOfNobody: 'Zeile {at, number} von {lines, number}',
  filtered: 'Gefilterte Zeilen',
  place: '{at, number} von {lines, number}',
  skipped: '{lines, number} übersprungen',
  speed: 'Tempo {speed}',
  loop: 'Schleife',
  loopHint: 'Diese Zeile wiederholen',
  keys: 'J K L',
  ended: {
    nothing: 'Ab hier gibt es nichts abzuspielen.',
    lines: '{lines, plural, one {# Zeile abgespielt.} other {# Zeilen abgespielt.}}',
    chapter: '{lines, plural, one {# Zeile} other {# Zeilen}} abgespielt, bis zum Ende von {chapter}.',
    spoken:
      '{lines, plural, one {Eine lokale Stimme hat # Zeile} other {Eine lokale Stimme hat # Zeilen}} ohne Take gesprochen.',
    withoutTake: '{lines, plural, one {# Zeile} other {# Zeilen}} ohne Take übersprungen.',
    withoutFile:
      '{lines, plural, one {# Zeile übersprungen, deren Audiodatei fehlt oder beschädigt ist.} other {# Zeilen übersprungen, deren Audiodatei fehlt oder beschädigt ist.}}',
    withoutEither:
      '{lines, plural, one {# Zeile} other {# Zeilen}} ohne Take übersprungen, dazu {files, plural, one {# Zeile} other {# Zeilen}}, deren Audiodatei fehlt oder beschädigt ist.',
  },
};
