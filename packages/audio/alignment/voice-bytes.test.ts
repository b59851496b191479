import { describe, expect, test } from 'vitest';
import { FEATURES } from './line-evidence.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { voiceFromBytes, voiceToBytes } from './voice-bytes.ts';
import { learnHabit } from './voice-habit.ts';
import { unknownVoice, type VoiceModel } from './voice-model.ts';

const LEARNT: VoiceModel = {
  ...unknownVoice(),
  linesLearnt: 42,
  habit: learnHabit([{ heard: new Float32Array(SOUND_COUNT).fill(1 / SOUND_COUNT), expected: Uint8Array.of(3) }]),
  pace: 1.1,
  statistics: {
    centres: Float32Array.from(FEATURES, (_, index) => index / 7),
    spreads: new Float32Array(FEATURES.length).fill(0.5),
  },
  scoreCentre: -1.5,
};

describe('voices as bytes', () => {
  test('are read as they were written', () => {
    const bytes = voiceToBytes(LEARNT);
    const read = voiceFromBytes(bytes);
    expect(read).toMatchObject({ linesLearnt: 42, pace: 1.1, scoreCentre: -1.5 });
    expect(read?.habit?.confusions).toEqual(LEARNT.habit?.confusions);
    for (const [index, weight] of LEARNT.classifier.inputWeights.entries())
      expect(read?.classifier.inputWeights[index]).toBeCloseTo(weight, 3);
    expect(bytes.length).toBeLessThan(100_000);
    expect(voiceFromBytes(voiceToBytes(unknownVoice()))).toMatchObject({ linesLearnt: 0, habit: null });
  });

  test('are the same after reading and writing', () => {
    const bytes = voiceToBytes(LEARNT);
    const read = voiceFromBytes(bytes);
    expect(read && voiceToBytes(read)).toEqual(bytes);
  });

  test('are refused if they are damaged', () => {
    const bytes = voiceToBytes(LEARNT);
    expect(voiceFromBytes(bytes.subarray(0, bytes.length - 1))).toBeNull();
    expect(voiceFromBytes(bytes.subarray(0, 100))).toBeNull();
    expect(voiceFromBytes(new Uint8Array(0))).toBeNull();
    expect(voiceFromBytes(new Uint8Array(2000).fill(255))).toBeNull();
  });

  test('of another version are refused', () => {
    const bytes = voiceToBytes(LEARNT);
    const text = new TextDecoder('latin1').decode(bytes);
    bytes[text.indexOf('"version":') + '"version":'.length] = '9'.charCodeAt(0);
    expect(voiceFromBytes(bytes)).toBeNull();
  });
});
