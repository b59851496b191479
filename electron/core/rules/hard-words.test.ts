import type { Language } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HARD_WORD_KINDS, type HardWordKind } from '../../../shared/model/hard-words.ts';
import { HardWordFinder, type LinePassage } from './hard-words.ts';

type Passage = string | (Partial<LinePassage> & { readonly text: string });

function hardWords(language: Language | null, passages: readonly Passage[]) {
  const finder = new HardWordFinder();
  passages.forEach((passage, index) => {
    const given = typeof passage === 'string' ? { text: passage } : passage;
    finder.add({ lineId: index + 1, role: 'NARRATOR', language, isHeading: false, emphasised: [], ...given });
  });
  return finder.words();
}

const wordsOfKind = (kind: HardWordKind, language: Language | null, ...passages: Passage[]) =>
  hardWords(language, passages).flatMap((word) => (word.kind === kind ? [word.word] : []));

describe('names', () => {
  it('have a capital inside a sentence, and are counted at its start too', () => {
    const text = ['The old man met Ilse. Ilse laughed, and Ilse’s dog barked.', 'Rain fell on Tarnsby.', 'I saw Ilse.'];
    const [first, second, ...others] = hardWords('english', text).filter(({ kind }) => kind === 'name');
    expect(first).toMatchObject({ word: 'Ilse', count: 4, lineIds: [1, 3], before: 'The old man met ', after: '.' });
    expect(second).toMatchObject({ word: 'Tarnsby', count: 1, lineIds: [2] });
    expect(others).toEqual([]);
  });

  it('aren’t words that are usually in lower case, words in a heading, familiar words, or shouts', () => {
    const text = ['“Stop!” The Stop sign fell; stop, stop there.', 'On Monday it was HOT and I’m tired.'];
    const heading = { text: 'The Departure of the Fleet', isHeading: true };
    expect(wordsOfKind('name', 'english', ...text, heading)).toEqual([]);
  });

  it('follow a title with a full stop, and may have an apostrophe inside', () => {
    expect(wordsOfKind('name', 'english', 'He asked Mr. Dunmore about O’Hara.')).toEqual(['Dunmore', 'O’Hara']);
  });

  it('aren’t nouns in German', () => {
    const text = [
      'Das Haus lag am Fluss, und Hunger hatte der Hund auch.',
      'Herr Kallenbach fuhr nach Tressin, und in Tressin traf er Hedwig.',
      'Ich sah das Haus. Die Zeit verging, und Zeit heilt. Guten Morgen.',
    ];
    expect(wordsOfKind('name', 'german', ...text).sort()).toEqual(['Hedwig', 'Kallenbach', 'Tressin']);
  });

  it('are found in other languages with capitals', () => {
    expect(wordsOfKind('name', 'russian', 'Вчера приехала Настя из Твери.')).toEqual(['Настя', 'Твери']);
    expect(wordsOfKind('name', 'french', 'Le soir, d’Ormel attend Solange.')).toEqual(['Ormel', 'Solange']);
  });
});

it('foreign words have other letters, are in a foreign passage, or are always emphasised', () => {
  const text = [
    'She wore a manteau and a pelisse of crêpe.',
    '“Il est dans la maison avec vous,” he said, and left.',
    { text: 'He drank raki and more raki, but never tea.', emphasised: ['raki'] },
    'He never said спасибо.',
  ];
  const found = wordsOfKind('foreign', 'english', ...text);
  expect(found).toEqual(expect.arrayContaining(['crêpe', 'manteau', 'dans', 'vous', 'raki', 'спасибо']));
  expect(found.filter((word) => ['she', 'wore', 'never', 'tea', 'left'].includes(word))).toEqual([]);
  expect(wordsOfKind('foreign', 'japanese', '彼はOKと言って、Parisへ行った。')).toEqual(['OK', 'Paris']);
});

it.each([
  ['He was born in 1984.', '1984', 'year', 'nineteen eighty four'],
  ['They met on 12 May 1820 there.', '12 May 1820', 'date', '12 May eighteen twenty'],
  ['It cost $3.50 then.', '$3.50', 'money', '3 dollars and 50 cents'],
  ['She rose at 6:30 a.m. every day.', '6:30 a.m.', 'time', '6 30 A M'],
  ['The 21st floor.', '21st', 'ordinal', null],
  ['Call 555-0199 now.', '555-0199', 'phone', '5 5 5, 0 1 9 9'],
  ['Under Louis XIV all was well.', 'Louis XIV', 'roman', 'Louis the 14th'],
  ['World War II ended.', 'War II', 'roman', null],
  ['Half of 42 is less.', '42', 'figure', 'forty-two'],
  ['Add 2½ cups.', '2½', 'fraction', '2 and a half'],
  ['He had 1,250,000 of them.', '1,250,000', 'figure', null],
])('the number in “%s” is “%s”', (text, word, reason, readAs) => {
  expect(hardWords('english', [text]).filter(({ kind }) => kind === 'number')).toEqual([
    expect.objectContaining({ word, reason, readAs }),
  ]);
});

it('numerals aren’t pronouns, initials or words', () => {
  expect(wordsOfKind('number', 'english', 'Anna I saw, and Prince V. too. MIX it, I said. Tom and I left.')).toEqual(
    [],
  );
});

it('abbreviations are short forms, initials and acronyms, but not shouts', () => {
  const text = [
    'Dr. Moll of St. Ives, i.e. the BBC and NASA man, etc.',
    'J. R. Moll said NO! WAIT FOR ME!',
    'See No. 5, no. I will.',
  ];
  expect(wordsOfKind('abbreviation', 'english', ...text).sort()).toEqual(
    ['BBC', 'Dr.', 'J. R.', 'NASA', 'No.', 'St.', 'etc.', 'i.e.'].sort(),
  );
  const german = hardWords('german', ['Das gilt z. B. für Nr. 5 und die GmbH usw. des ZDF.']);
  expect(german.filter(({ kind }) => kind === 'abbreviation').map(({ word, readAs }) => [word, readAs])).toEqual([
    ['Nr.', 'Nummer'],
    ['ZDF', null],
    ['usw.', 'und so weiter'],
    ['z. B.', 'zum Beispiel'],
  ]);
});

it('homographs are counted in both cases, with the sentence as context', () => {
  const found = hardWords('english', ['It was late. I read the lead story in the wind! Then I slept.', 'Lead on.']);
  expect(found.filter(({ kind }) => kind === 'homograph')).toEqual([
    expect.objectContaining({
      word: 'lead',
      count: 2,
      lineIds: [1, 2],
      before: 'I read the ',
      after: ' story in the wind!',
    }),
    expect.objectContaining({ word: 'read', count: 1 }),
    expect.objectContaining({ word: 'wind', count: 1 }),
  ]);
  expect(wordsOfKind('homograph', 'german', 'Wir umfahren die Montage.')).toEqual(['Montage', 'umfahren']);
});

it('is sorted by kind, then by count', () => {
  const found = hardWords('english', ['I met Ada and Bo and Ada in 1900 at the BBC, to read a cliché.']);
  const order = found.map(({ kind, count }) => [HARD_WORD_KINDS.indexOf(kind), -count] as const);
  expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
  expect(new Set(found.map(({ kind }) => kind)).size).toBe(HARD_WORD_KINDS.length);
});

it('each line that is reported contains the word, in any case', () => {
  const pieces = [
    'Anna',
    'lead',
    'Lead',
    'XIV',
    'Louis',
    '1984',
    '$3.50',
    'Dr.',
    'BBC',
    'café',
    'dans',
    'vous',
    'das Haus',
  ];
  const marks = [' ', ' ', '. ', ', ', '! “', '” ', '\n', ' — ', '’s ', '.', '-'];
  const text = fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 6 })),
        fc.constantFrom(...marks),
      ),
    )
    .map((parts) => parts.map(([piece, mark]) => piece + mark).join(''));
  const languages = fc.constantFrom<Language | null>('english', 'german', 'french', 'russian', 'japanese', null);
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), languages, (texts, language) => {
      for (const { word, lineIds, count, before, after } of hardWords(language, texts)) {
        expect(count).toBeGreaterThanOrEqual(lineIds.length);
        for (const id of lineIds) expect(texts[id - 1]?.toLowerCase()).toContain(word.toLowerCase());
        const first = texts[(lineIds[0] ?? 0) - 1] ?? '';
        expect(first).toContain(before.replace(/^…/u, ''));
        expect(first).toContain(after.replace(/…$/u, ''));
      }
    }),
  );
});
