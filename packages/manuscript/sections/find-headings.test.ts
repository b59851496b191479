import { describe, expect, it } from 'vitest';
import { proseToScript } from './prose-text.ts';

const RAIN = 'It rained all day, and in the evening it rained\nstill more than it had in the morning.';
const SEA = 'The sea was grey. No ship had come in since the\nstorm, and none was looked for before spring.';

/** The headings of a book whose chapters begin with these rows. */
const headings = (rows: readonly string[], before = ''): string[] => {
  const book = `${before}${rows.map((row) => `${row}\n\n${RAIN}\n\n${SEA}`).join('\n\n')}\n`;
  return proseToScript(book)
    .text.split('\n')
    .filter((row) => row.startsWith('## '))
    .map((row) => row.slice(3));
};

describe('the headings of a book in plain text', () => {
  it.each([
    [
      ['-- I --', '-- II --'],
      ['I', 'II'],
    ],
    [
      ['* * * CHAPTER ONE * * *', '* * * CHAPTER TWO * * *'],
      ['CHAPTER ONE', 'CHAPTER TWO'],
    ],
    [
      ['[Chapter 1]', '[Chapter 2]'],
      ['Chapter 1', 'Chapter 2'],
    ],
    [
      ['~ Kapitel 1 ~', '~ Kapitel 2 ~'],
      ['Kapitel 1', 'Kapitel 2'],
    ],
    [
      ['_Chapitre premier_', '_Chapitre deuxième_'],
      ['Chapitre premier', 'Chapitre deuxième'],
    ],
    [
      ['C H A P T E R   O N E', 'C H A P T E R   T W O'],
      ['CHAPTER ONE', 'CHAPTER TWO'],
    ],
    [
      ['== The Lamp ==', '== The Shore =='],
      ['The Lamp', 'The Shore'],
    ],
    [
      ['--- Night Train ---', '--- Harbour ---'],
      ['Night Train', 'Harbour'],
    ],
  ])('%j may have ornaments around them', (typed, expected) => {
    expect(headings(typed)).toEqual(expected);
  });

  it('are not interrupted speech, stress or sounds between such signs', () => {
    expect(headings(['--Yes, but--', '*Never!*', '*Crack*', '— I think —', '[He coughs]'])).toEqual([]);
  });

  it('may have a full stop behind the number, and the name in the next row', () => {
    expect(headings(['CHAPTER I.\nTHE LAMP', 'CHAPTER II.\nTHE SHORE'])).toEqual([
      'CHAPTER I. THE LAMP',
      'CHAPTER II. THE SHORE',
    ]);
  });

  it.each([
    [
      'Contents\n\nPrologue ........ 1\nOne: The Lamp ..... 5\nTwo: The Shore .... 19\n\n',
      ['Prologue', 'One: The Lamp', 'Two: The Shore'],
    ],
    ['CONTENTS\n\nThe Lamp Lighter\n\nA House by the Sea\n\n', ['THE LAMP LIGHTER', 'A House by the Sea']],
    ['Inhalt\n\n  1. Die Insel   7\n  2. Das Meer   31\n\n', ['Die Insel', 'Das Meer']],
  ])('are those that its contents list: %j', (contents, chapters) => {
    expect(headings(chapters, contents)).toEqual(chapters);
  });

  it('have the names that stand below their numbers, though the contents list the names', () => {
    const contents = 'CONTENTS\n\nI. The Lamp   1\n\nII. The Shore   9\n\n';
    expect(headings(['CHAPTER I\n\nTHE LAMP', 'CHAPTER II\n\nTHE SHORE'], contents)).toEqual([
      'CHAPTER I. THE LAMP',
      'CHAPTER II. THE SHORE',
    ]);
  });

  it.each([[['THE LAMP', 'THE SHORE', 'THE RETURN']], [['Κεφάλαιο Πρώτο', 'Κεφάλαιο Δεύτερο', 'Κεφάλαιο Τρίτο']]])(
    'are names behind several blank rows: %j',
    (names) => {
      expect(headings(names.map((name) => `\n\n${name}`))).toEqual(names);
      expect(headings(names)).toEqual([]);
      // Where scenes are parted so, a row in capitals may be a sign on a door.
      expect(headings(['\n\nShe went in.', '\n\nNO ENTRY', '\n\nHe ran.', '\n\nKEEP OUT'])).toEqual([]);
    },
  );
});
