import type { Mark, MarkedText } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../rules/testing/hostile-text.ts';
import { normaliseText, normaliseTextTraced } from './normalise-text.ts';

const normalised = (text: string, languageCode: string): string =>
  normaliseText({ text, marks: [] }, languageCode).text;

describe('English text', () => {
  test.each([
    ['It cost $3.50.', 'It cost 3 dollars and 50 cents.'],
    ['It cost $1.01, or £0.99.', 'It cost 1 dollar and 1 cent, or 99 pence.'],
    ['It cost $3.5 million.', 'It cost 3.5 million dollars.'],
    ['It holds $100B, £2.5bn and €20k.', 'It holds 100 billion dollars, 2.5 billion pounds and 20 thousand euros.'],
    ['a $5 bill, a $5 or so', 'a 5 dollar bill, a 5 dollars or so'],
    ['¥500', '500 yen'],
  ])('reads sums of money: %s', (written, said) => {
    expect(normalised(written, 'en')).toBe(said);
  });

  test.each([
    ['He ran 5 km.', 'He ran 5 kilometers.'],
    ['1 kg of rice, 1.5 kg of flour', '1 kilogram of rice, 1.5 kilograms of flour'],
    ['It took 5 hrs. Then he slept on.', 'It took 5 hours. Then he slept on.'],
    ['It took 5 hrs. of work.', 'It took 5 hours of work.'],
    ['3.5 kWh at 60 mph', '3.5 kilowatt hours at 60 miles per hour'],
    ['a 10-km run', 'a 10 kilometer run'],
    ['40°C, 50% off, 20 m²', '40 degrees Celsius, 50 percent off, 20 square meters'],
    ['It was -5 outside.', 'It was minus 5 outside.'],
    ['10¹⁶ of 10⁻³, 2ⁿ', '10 to the power of 16 of 10 to the power of minus 3, 2 to the power of n'],
    ['5² and 5³', '5 squared and 5 cubed'],
    ['Be home by 5 in the morning.', 'Be home by 5 in the morning.'],
  ])('reads measures: %s', (written, said) => {
    expect(normalised(written, 'en')).toBe(said);
  });

  test.each([
    ['On 3/4/2021 it rained.', 'On March 4th, twenty twenty one it rained.'],
    ['On 25/12/1999', 'On December 25th, nineteen ninety nine'],
    ['2021-03-04', 'March 4th, twenty twenty one'],
    ['Sept. 5, 1950', 'September 5th, nineteen fifty'],
    ['On 4 July 1776', 'On 4 July seventeen seventy six'],
    ['In 1905, 1900 and 2005', 'In nineteen oh five, nineteen hundred and 2005'],
    ['1914–18, 1806 - 07', 'nineteen fourteen to eighteen, eighteen oh six to eighteen oh seven'],
    ['the 1920s, the ’60s, the 1800s', 'the nineteen twenties, the sixties, the eighteen hundreds'],
    ['at 12:30, at 9:05 p.m. and at 10:00', "at 12 30, at 9 oh 5 P M and at 10 o'clock"],
    ['She left at 9:05 p.m.', 'She left at 9 oh 5 P M.'],
    ['5pm', '5 P M'],
    ['Version 1.1905 of 1,905', 'Version 1.1905 of 1,905'],
  ])('reads dates, years and times: %s', (written, said) => {
    expect(normalised(written, 'en')).toBe(said);
  });

  test.each([
    ['No. 5 is next.', 'Number 5 is next.'],
    ['“No. I know,” she said.', '“No. I know,” she said.'],
    ['He said no. 5 minutes later he left.', 'He said no. 5 minutes later he left.'],
    ['See Vol. IV, pp. 3–5 and p. 12.', 'See Volume 4, pages 3 to 5 and page 12.'],
    ['Dr. Smith of St. Mary St. met Mr. Jones.', 'Doctor Smith of Saint Mary Street met Mister Jones.'],
    ['He lives on Main St.', 'He lives on Main Street.'],
    ['Fruit, e.g. apples, pears, etc. was sold.', 'Fruit, for example apples, pears, et cetera was sold.'],
    ['There were apples, etc.', 'There were apples, et cetera.'],
    ['Henry VIII, World War II, Act III, Chapter IV.', 'Henry the 8th, World War 2, Act 3, Chapter 4.'],
    ['Malcolm X and I', 'Malcolm X and I'],
  ])('reads abbreviations and Roman numerals: %s', (written, said) => {
    expect(normalised(written, 'en')).toBe(said);
  });

  test.each([
    ['He ate 1/2 of it, or ½.', 'He ate half of it, or one half.'],
    ['2½ cups and 1 3/4 cups', '2 and a half cups and 1 and 3 quarters cups'],
    ['Rooms 40–60 and 7-9', 'Rooms 40 to 60 and 7 to 9'],
    ['They won 3–2.', 'They won 3 2.'],
    ['Call 555-0123 or (212) 555-0199.', 'Call 5 5 5, 0 1 2 3 or 2 1 2, 5 5 5, 0 1 9 9.'],
    ['007 is item #7.', '0 0 7 is item number 7.'],
    ['Write to a@b.com now.', 'Write to a at b dot com now.'],
    ['Visit https://www.example.com/a?b=1.', 'Visit w w w dot example dot com slash a.'],
    ['You & me… wait…what?', 'You and me… wait, what?'],
    ['There were 1,234,567 of them in Room 101.', 'There were 1,234,567 of them in Room 101.'],
  ])('reads other numbers and signs: %s', (written, said) => {
    expect(normalised(written, 'en')).toBe(said);
  });
});

test.each([
  ['Es wiegt 5 kg und 3,5 kWh.', 'Es wiegt 5 Kilogramm und 3,5 Kilowattstunden.'],
  ['Das kostet 3,50 € oder € 20.', 'Das kostet 3 Euro 50 oder 20 Euro.'],
  ['Das sind 3 Mio. € und 1 Mio. Menschen.', 'Das sind 3 Millionen Euro und eine Million Menschen.'],
  [
    'Am 3.4.2021, der 24. Dezember 1895',
    'Am dritten April zweitausendeinundzwanzig, der vierundzwanzigste Dezember achtzehnhundertfünfundneunzig',
  ],
  ['Um 14:30 Uhr', 'Um 14 Uhr 30'],
  ['10¹⁶ und 10⁻³', '10 hoch 16 und 10 hoch minus 3'],
  ['Obst, z. B. Äpfel usw.', 'Obst, zum Beispiel Äpfel und so weiter.'],
  ['Nr. 5, S. 12, Bd. 3, § 8', 'Nummer 5, Seite 12, Band 3, Paragraf 8'],
  ['Die Zimmer 40–60', 'Die Zimmer 40 bis 60'],
  ['Es waren -5 °C.', 'Es waren minus 5 Grad Celsius.'],
])('German text is read the German way: %s', (written, said) => {
  expect(normalised(written, 'de-DE')).toBe(said);
});

test('a language without rules stays as it is', () => {
  expect(normalised('Il coûte 5 € et pèse 3 kg.', 'fr-FR')).toBe('Il coûte 5 € et pèse 3 kg.');
});

describe('marks', () => {
  test('stay with their words where words before them get longer', () => {
    const text = 'It weighs 5 kg, never more.';
    const start = text.indexOf('never');
    const { text: said, marks } = normaliseText({ text, marks: [{ mark: 'emphasis', start, end: start + 5 }] }, 'en');
    expect(said).toBe('It weighs 5 kilograms, never more.');
    expect(marks.map((mark) => said.slice(mark.start, mark.end))).toEqual(['never']);
  });

  test('cover all that a stressed measure becomes', () => {
    const text = 'It weighs 5 kg.';
    const { text: said, marks } = normaliseText({ text, marks: [{ mark: 'emphasis', start: 10, end: 14 }] }, 'en');
    expect(marks.map((mark) => said.slice(mark.start, mark.end))).toEqual(['5 kilograms']);
  });

  test('keep words that are spelled out or have their own sounds as they are written', () => {
    const marks = [
      { mark: 'spelling', start: 0, end: 4 },
      { mark: 'phonemes', start: 9, end: 12, ipa: 'ˈdɒktə' },
    ] as const;
    const marked = { text: '1984 and Dr. Smith', marks };
    expect(normaliseText(marked, 'en')).toEqual(marked);
  });

  const marked: fc.Arbitrary<MarkedText> = fc
    .tuple(
      fc.array(fc.constantFrom('5 kg', 'No. 5', '1895', '$3.50', 'word', '½', 'etc.', '9:05 p.m.'), { maxLength: 8 }),
      fc.constantFrom<Mark>('emphasis', 'spelling'),
      fc.nat(60),
      fc.nat(20),
    )
    .map(([words, mark, start, length]) => {
      const text = words.join(' ');
      const [first, last] = [Math.min(start, text.length), Math.min(start + length, text.length)];
      return { text, marks: last > first ? [{ mark, start: first, end: last }] : [] };
    });

  test('whatever is marked: a mark stays within the text and keeps what it covers, unless that was rewritten', () => {
    fc.assert(
      fc.property(marked, (written) => {
        const said = normaliseText(written, 'en');
        for (const [at, { start, end }] of said.marks.entries()) {
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(said.text.length);
          const before = written.marks[at];
          if (before?.mark === 'spelling') {
            expect(said.text.slice(start, end)).toBe(written.text.slice(before.start, before.end));
          }
        }
      }),
    );
  });
});

test('whatever the text: letters without a number, sign or stop nearby are never lost', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const said = normalised(text, 'en');
      for (const [word] of text.matchAll(/(?<=^|\s)\p{Ll}{3,}(?=\s|$)/gu)) expect(said).toContain(word);
    }),
  );
});

test('for any text, tracing gives the same result, with the position of each part in the original', () => {
  const { text, from, to } = normaliseTextTraced('Dr. Smith paid $3.50 in 1984.', 'en');
  expect(text).toBe('Doctor Smith paid 3 dollars and 50 cents in nineteen eighty four.');
  const source = (words: string): readonly (number | undefined)[] => [
    from[text.indexOf(words)],
    to[text.indexOf(words) + words.length - 1],
  ];
  expect(source('Doctor')).toEqual([0, 3]);
  expect(source('Smith')).toEqual([4, 9]);
  expect(source('50 cents')).toEqual([15, 20]);
  expect(source('eighty')).toEqual([24, 28]);
  fc.assert(
    fc.property(hostileText, (written) => {
      const traced = normaliseTextTraced(written, 'en');
      expect(traced.text).toBe(normalised(written, 'en'));
      expect([traced.from.length, traced.to.length]).toEqual([traced.text.length, traced.text.length]);
    }),
    { numRuns: 50 },
  );
});
