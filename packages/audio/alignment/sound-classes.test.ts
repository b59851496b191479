import { describe, expect, test } from 'vitest';
import type { Cepstra } from './cepstra.ts';
import { labelFrames, SOUNDS, soundNumber, soundsOfPhoneme } from './sound-classes.ts';

const named = (ipa: string): string =>
  soundsOfPhoneme(ipa)
    .map((sound) => SOUNDS[sound])
    .join(' ');

describe('soundsOfPhoneme', () => {
  test.each([
    ['', 'pau'],
    ['ˈɑːɹ', 'aa r'],
    ['ˌaɪ', 'ay'],
    ['oʊ', 'ow'],
    ['tʃ', 'ch'],
    ['t͡ʃ', 'ch'],
    ['n̩', 'n'],
    ['ç', 'sh'],
    ['ɛ̃', 'eh'],
    ['ã', 'aa'],
    ['tʰ', 't'],
    ['ts', 't s'],
    ['(en)', ''],
    ['ɶ', 'ax'],
  ])('maps %j to %j', (ipa, sounds) => {
    expect(named(ipa)).toBe(sounds);
  });
});

test('labels the frames of each sound, without those in long silences', () => {
  const cepstra: Cepstra = {
    coefficients: new Float32Array(0),
    keptCount: 6,
    originalCount: 30,
    originalOfKept: Int32Array.of(0, 8, 9, 19, 20, 29),
    keptOfOriginal: new Int32Array(30),
  };
  const sounds = [
    { sound: soundNumber('s'), startSeconds: 0.1 },
    { sound: soundNumber('t'), startSeconds: 0.2 },
  ];
  const labels = labelFrames(sounds, cepstra);
  expect(Array.from(labels, (label) => SOUNDS[label])).toEqual(['pau', 'pau', 's', 't', 't', 't']);
});
