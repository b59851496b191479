import { describe, expect, it } from 'vitest';
import { parseIsbn } from './isbn.ts';

describe('an ISBN', () => {
  it.each([
    ['9780141439600', '9780141439600'],
    ['978-0-14-143960-0', '9780141439600'],
    ['ISBN 978 0 14 143960 0', '9780141439600'],
    ['urn:isbn:9780141439600', '9780141439600'],
    ['0-14-143960-2', '9780141439600'],
    ['0-8044-2957-X', '9780804429573'],
    ['ISBN-10: 080442957x', '9780804429573'],
    ['979-10-90636-07-1', '9791090636071'],
  ])('is read as its thirteen digits: %s', (text, digits) => {
    expect(parseIsbn(text)).toBe(digits);
  });

  it.each(['9780141439601', '0141439605', '978014143960', '9770141439609', 'GGKEY:ABC', ''])(
    'is checked: %s',
    (text) => {
      expect(parseIsbn(text)).toBeNull();
    },
  );
});
