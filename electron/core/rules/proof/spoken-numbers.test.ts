import { expect, test } from 'vitest';
import { numbersAt } from './spoken-numbers.ts';

/** The digits of a number that takes all words, with a point if it is an ordinal; null if they aren't a number. */
function digitsOf(words: string, language: string): string | null {
  const tokens = words.split(' ');
  const whole = numbersAt(tokens, 0, language).find(({ length }) => length === tokens.length);
  return whole ? `${whole.digits}${whole.isOrdinal ? '.' : ''}` : null;
}

test.each([
  ['seven', '7'],
  ['twenty one', '21'],
  ['one hundred and five', '105'],
  ['a hundred', '100'],
  ['nineteen hundred', '1900'],
  ['twelve hundred and fifty', '1250'],
  ['nineteen eighty four', '1984'],
  ['one nine eight four', '1984'],
  ['nineteen oh five', '1905'],
  ['twenty twenty one', '2021'],
  ['two thousand and five', '2005'],
  ['three million two hundred thousand', '3200000'],
  ['three point five', '3.5'],
  ['three point one four', '3.14'],
  ['3.5 million', '3500000'],
  ['1,250', '1250'],
  ['double oh seven', '007'],
  ['twenty first', '21.'],
  ['21st', '21.'],
  ['hundredth', '100.'],
  ['five and', null],
  ['and five', null],
  ['point', null],
  ['lantern', null],
])('in English, %s is %s', (words, digits) => expect(digitsOf(words, 'en')).toBe(digits));

test.each([
  ['einundzwanzig', '21'],
  ['neunzehnhundertvierundachtzig', '1984'],
  ['zweitausendfuenf', '2005'],
  ['hundertfuenf', '105'],
  ['eintausendzweihundertfuenfzig', '1250'],
  ['drei millionen', '3000000'],
  ['drei komma fuenf', '3.5'],
  ['3,5', '3.5'],
  ['1.250', '1250'],
  ['vierzehn dreissig', '1430'],
  ['dritten', '3.'],
  ['einundzwanzigste', '21.'],
  ['hunderterste', '101.'],
  ['siebter', '7.'],
  ['laterne', null],
  ['und', null],
])('in German, %s is %s', (words, digits) => expect(digitsOf(words, 'de')).toBe(digits));

test('in other languages, only digits are numbers', () => {
  expect(digitsOf('1.250', 'fr')).toBe('1250');
  expect(digitsOf('cinq', 'fr')).toBeNull();
});
