import { LANGUAGES } from '@lectern/tts-protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { canReadLanguage } from '../../../shared/rules/espeak-voices.ts';
import { isReadable, MAX_READING_CHARACTERS, ReferenceReader } from './reference-reading.ts';

let reader: ReferenceReader;
beforeAll(async () => {
  reader = await ReferenceReader.create();
});

const SENTENCE = 'The fox ran over the hill, and then it slept.';

describe('ReferenceReader', () => {
  test('returns the start of each word', () => {
    const { words, wordStarts, durationSeconds, samples } = reader.read({ text: SENTENCE, language: 'english' });
    expect(words.map(({ text }) => text).join(' ')).toBe(SENTENCE);
    expect(wordStarts).toHaveLength(words.length);
    expect(wordStarts).toEqual(wordStarts.toSorted((a, b) => a - b));
    expect(new Set(wordStarts).size).toBe(words.length);
    expect(durationSeconds).toBeGreaterThan(2);
    expect(samples.length / 16_000).toBeCloseTo(durationSeconds, 2);
  });

  test('gives the same reading after others', () => {
    const request = { text: SENTENCE, language: 'english' } as const;
    const first = reader.read(request);
    reader.read({ text: 'Guten Tag, Herr Müller.', language: 'german' });
    reader.read({ text: 'Something else.', language: 'english', voiceVariant: 'f2', rate: 200 });
    expect(reader.read(request)).toEqual(first);
  });

  test('reads shorter at a higher rate', () => {
    const slow = reader.read({ text: SENTENCE, language: 'english', rate: 120 });
    const fast = reader.read({ text: SENTENCE, language: 'english', rate: 240 });
    expect(fast.durationSeconds).toBeLessThan(0.7 * slow.durationSeconds);
  });

  test('finds the words behind emoji, markup and numbers', () => {
    const { words, wordStarts } = reader.read({
      text: '😀 Ah 👍🏽, <b>AT&T</b> &amp; [[fO:]] $12.50 now',
      language: 'english',
    });
    const last = wordStarts.at(-1) ?? 0;
    expect(words.at(-1)?.text).toBe('now');
    expect(last - (wordStarts.at(-2) ?? 0)).toBeGreaterThan(0.8);
  });

  test.each(['', ' ', '...!!!', '\0', '😀', '\u200b', '[[', '<', '&lt;', 'x'.repeat(3000), 'ɹɪt ˈaː', '\ud800 a'])(
    'reads %j without an error',
    (text) => {
      const { words, wordStarts } = reader.read({ text, language: 'english' });
      expect(wordStarts).toHaveLength(words.length);
    },
  );

  test.each(LANGUAGES.filter(canReadLanguage))('reads %s', (language) => {
    const text = language === 'mandarin' ? '你好。我来为你读一个故事。' : '1 2 3 4';
    const { wordStarts, phonemes } = reader.read({ text, language });
    expect(wordStarts.length).toBeGreaterThan(2);
    expect(phonemes.length).toBeGreaterThan(6);
  });

  test('refuses languages without a voice, and endless texts', () => {
    expect(() => reader.read({ text: 'Molo', language: 'xhosa' })).toThrow(RangeError);
    const text = 'a '.repeat(MAX_READING_CHARACTERS);
    expect(() => reader.read({ text, language: 'english' })).toThrow(/40000 characters/);
    expect(isReadable(text, 'english')).toBe(false);
  });
});

test('Japanese is only readable without kanji', () => {
  expect(isReadable('おはなしを よみます。', 'japanese')).toBe(true);
  expect(isReadable('お話を読みます。', 'japanese')).toBe(false);
});
