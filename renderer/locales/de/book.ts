import type { Translation } from '../../../shared/words/words.ts';
import type { book as english } from '../en/book.ts';

export const book: Translation<typeof english> = {
  title: 'Buchdaten',
  intro: 'Sie werden in die Dateien geschrieben und von Shops verlangt. Jede Änderung wird sofort gespeichert.',
  close: 'Fertig',
  field: {
    title: 'Titel',
    subtitle: 'Untertitel',
    authors: 'Autoren',
    narrators: 'Sprecher',
    publisher: 'Verlag',
    year: 'Jahr',
    series: 'Reihe',
    seriesNumber: 'Nummer in der Reihe',
    language: 'Sprache',
    isbn: 'ISBN',
    description: 'Beschreibung',
    copyright: 'Copyright-Vermerk',
  },
  hint: {
    people: 'Nach jedem Namen die Eingabetaste drücken',
    language: 'etwa de oder pt-BR',
    isbn: '10 oder 13 Ziffern',
    copyright: 'etwa © 2026 Ada Schmidt',
  },
  fault: {
    isbn: 'Eine ISBN hat 10 oder 13 Ziffern, und eine davon ist falsch.',
    language: 'Eine Sprache wird wie de oder pt-BR geschrieben.',
    year: 'Ein Jahr hat vier Ziffern.',
    seriesNumber: 'Eine Zahl von 0 bis 10.000.',
  },
  changed:
    '{field, select, title {Titel geändert} subtitle {Untertitel geändert} authors {Autoren geändert} narrators {Sprecher geändert} publisher {Verlag geändert} year {Jahr geändert} series {Reihe geändert} seriesNumber {Nummer in der Reihe geändert} language {Sprache geändert} isbn {ISBN geändert} description {Beschreibung geändert} copyright {Copyright-Vermerk geändert} other {Buchdaten geändert}}',
  cover: {
    heading: 'Cover',
    picture: 'Cover von {book}',
    none: 'Noch kein Cover. Shops verlangen ein quadratisches Bild, JPEG oder PNG, mit mindestens 2.400 Pixeln Seitenlänge.',
    choose: 'Bild auswählen …',
    another: 'Anderes Bild …',
    remove: 'Entfernen',
    figures: '{format}, {width, number} × {height, number} Pixel',
    changed: 'Cover geändert',
    removed: 'Cover entfernt',
  },
  credits: {
    heading: 'An- und Absage',
    hint: 'Eigene Kapitel am Anfang und am Ende des Skripts, vom Erzähler gesprochen. {title}, {author} und {narrator} stehen für die Angaben oben.',
    opening: 'Ansage',
    closing: 'Absage',
    add: 'Ins Skript einfügen',
    update: 'Im Skript aktualisieren',
    remove: 'Aus dem Skript entfernen',
    added: 'An- und Absage im Skript geändert',
    removed: 'An- und Absage aus dem Skript entfernt',
  },
  stores: {
    heading: 'Was Shops noch verlangen',
    nothing: 'Nichts: Für jedes Ziel ist alles da.',
    row: '<store>{target}</store>: {what}',
  },
};
