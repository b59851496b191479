import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../variation.ts';
import {
  ESPEAK_SAMPLE_RATE,
  EspeakSpeaker,
  type EspeakUtterance,
  escapePlainText,
  UTTERANCE_UNITS,
} from './espeak-module.ts';

const utterance = (text: string, voice = 'en-us+f2'): EspeakUtterance => ({
  voice,
  rate: 175,
  pitch: 50,
  range: 50,
  volume: 60,
  text,
});

function spoken(speaker: EspeakSpeaker, ...utterances: EspeakUtterance[]): { seconds: number; hash: string } {
  const hash = createHash('sha256');
  let samples = 0;
  speaker.speak(utterances, (piece) => {
    hash.update(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
    samples += piece.length;
    return false;
  });
  return { seconds: samples / ESPEAK_SAMPLE_RATE, hash: hash.digest('hex') };
}

const TEXTS = ['Hello there.', 'Did you hear what I was playing, Lane?', 'Bonjour, 12 345 fois.', '今天天气很好。'];
const VOICES = [
  'en-us+f2',
  'en-gb-x-rp+m3',
  'en-gb-scotland+Andy',
  'ru+Denis',
  'ru+f2',
  'ru+m3',
  'cmn+Alicia',
  'ja',
  'en+whisper',
];

/** A shuffled copy that follows from a seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = createSeededRandom(seed);
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

describe('eSpeak NG', async () => {
  const one = await EspeakSpeaker.load();
  const other = await EspeakSpeaker.load();

  test('speaks the same words the same way, in any order, on any speaker', () => {
    const all = VOICES.flatMap((voice) => TEXTS.map((text) => utterance(text, voice)));
    const expected = new Map(all.map((each) => [each, spoken(one, each).hash]));
    for (const [round, speaker] of [other, one, other].entries()) {
      for (const each of shuffled(all, round)) expect(spoken(speaker, each).hash).toBe(expected.get(each));
    }
    expect(new Set(expected.values()).size).toBe(all.length);
  });

  test('speaks each of several utterances as it does alone', () => {
    const several = VOICES.map((voice) => utterance('Hello there.', voice));
    const hashes = several.map(() => createHash('sha256'));
    one.speak(several, (piece, index) => {
      hashes[index]?.update(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
      return false;
    });
    expect(hashes.map((hash) => hash.digest('hex'))).toEqual(several.map((each) => spoken(other, each).hash));
  });

  test('is not changed by speaking that was ended early', () => {
    const before = spoken(one, utterance('One, two, three.'));
    let pieces = 0;
    one.speak([utterance('It was a bright cold day in April. '.repeat(50))], () => {
      pieces += 1;
      return true;
    });
    expect(pieces).toBe(1);
    expect(spoken(one, utterance('One, two, three.'))).toEqual(before);
  });

  test('is not changed by the longest text, which is spoken to its end', () => {
    const before = spoken(other, utterance('One, two, three.'));
    // Wide blanks of three bytes each: as long as a text can be, and quickly spoken.
    const longest = spoken(other, utterance(`${'\u3000'.repeat(UTTERANCE_UNITS - 4)} end`));
    expect(longest.seconds).toBeGreaterThan(0.2);
    expect(spoken(other, utterance('One, two, three.'))).toEqual(before);
  });

  test('takes markup, phonemes and entities for plain text', () => {
    const pause = spoken(one, utterance('one <break time="5s"/> two'));
    expect(pause.seconds).toBeLessThan(4);
    const marked = spoken(one, utterance('<speak>one</speak>'));
    expect(marked.hash).not.toBe(spoken(one, utterance('one')).hash);
    const phonemes = spoken(one, utterance("one [[h@l'oU]] two"));
    expect(phonemes.hash).not.toBe(spoken(one, utterance('one hello two')).hash);
    expect(escapePlainText('[[[a]]] & <b>')).toBe('[ [ [a]]] &amp; &lt;b>');
    expect(escapePlainText('a\0b')).toBe('a b');
  });

  test('makes no sound of nothing', () => {
    for (const text of ['', ' ', '...', '—']) expect(spoken(one, utterance(text)).seconds).toBeLessThan(0.05);
  });
});
