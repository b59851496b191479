import { describe, expect, test } from 'vitest';
import { sampleText } from '../../../../e2e/support/texts.ts';
import { addClauseEnds } from './clause-ends.ts';
import { ESPEAK_SAMPLE_RATE, EspeakSpeaker } from './espeak-module.ts';

describe('a text that eSpeak NG would not have room for', async () => {
  const speaker = await EspeakSpeaker.load();
  const seconds = (text: string, voice: string): number => {
    let samples = 0;
    speaker.speak([{ voice, rate: 350, pitch: 50, range: 50, volume: 100, text: addClauseEnds(text) }], (piece) => {
      samples += piece.length;
      return false;
    });
    return samples / ESPEAK_SAMPLE_RATE;
  };

  test.each([
    ['numbers in a row', '7777 ', 'en-us'],
    ['words without a stop', 'word ', 'en-us'],
    ['Chinese without a stop', '今天天气很好', 'cmn'],
    ['kanji without a stop', '東京都', 'ja'],
    ['kana without a stop', 'こんにちは', 'ja'],
    ['Korean without a stop', '안녕하세요 ', 'ko'],
    ['Thai without a blank', 'สวัสดี', 'th'],
  ])('is spoken to its end: %s', (_, word, language) => {
    const few = seconds(word.repeat(8), language) / 8;
    expect(seconds(word.repeat(100), language) / 100 / few).toBeGreaterThan(0.85);
  });
});

describe('what is changed in a text', () => {
  test('is nothing in a novel', () => {
    for (const paragraph of sampleText('alice.txt').split(/\n\s*\n/)) {
      expect(addClauseEnds(paragraph)).toBe(paragraph);
    }
  });

  test('is that commas break up long runs of characters that take long to say', () => {
    const years = Array.from({ length: 40 }, (_, index) => `${1900 + index}`).join(' ');
    expect(addClauseEnds(years)).toBe(years.replaceAll(/(1910|1921|1932) /g, '$1, '));
    const listed = years.replaceAll(' ', ', ');
    expect(addClauseEnds(listed)).toBe(listed);
  });

  test('is that a long word without blanks is taken apart between words', () => {
    const phrase = 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน'.repeat(3);
    const pieces = addClauseEnds(phrase).split(' ');
    expect(pieces.join('')).toBe(phrase);
    expect(pieces.length).toBe(3);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(50);
  });
});
