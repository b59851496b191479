import { beforeAll, describe, expect, test } from 'vitest';
import { medianPitch } from '../../testing/listening.ts';
import { FLITE_SAMPLE_RATE, FliteSpeaker, type FliteVoice, loadFliteModule } from './flite-module.ts';

const SENTENCE = 'The clocks were striking thirteen.';
const VOICES: readonly FliteVoice[] = ['slt', 'rms', 'awb', 'kal16'];

let speaker: FliteSpeaker;
const say = (text: string, asked: { voice?: FliteVoice; stretch?: number; pitch?: number } = {}) =>
  speaker.speak({ voice: 'slt', stretch: 1, ...asked, text });

beforeAll(async () => {
  speaker = new FliteSpeaker(await loadFliteModule());
});

test('it is compiled once', () => {
  expect(loadFliteModule()).toBe(loadFliteModule());
});

test.each(VOICES)('%s gives the very samples of a fresh instance, whatever was spoken before', async (voice) => {
  const fresh = new FliteSpeaker(await loadFliteModule()).speak({ voice, stretch: 1, text: SENTENCE });
  say('Something else, and more of it than that.', { voice: 'rms', stretch: 1.4 });
  expect(say(SENTENCE, { voice })).toEqual(fresh);
  expect(fresh?.length).toBeGreaterThan(FLITE_SAMPLE_RATE);
});

describe('an utterance', () => {
  test('lasts as long as asked for', () => {
    const plain = say(SENTENCE)?.length ?? 0;
    for (const stretch of [0.6, 1.6]) {
      expect((say(SENTENCE, { stretch })?.length ?? 0) / plain / stretch).toBeCloseTo(1, 1);
    }
  });

  test.each(['slt', 'awb'] as const)('has the pitch that is asked for: %s', (voice) => {
    for (const pitch of [120, 190]) {
      const samples = say(SENTENCE, { voice, pitch }) ?? new Int16Array();
      expect(Math.abs(medianPitch(samples, FLITE_SAMPLE_RATE) - pitch)).toBeLessThan(12);
    }
  });

  test('begins and ends at once', () => {
    const samples = say('Yes.') ?? new Int16Array();
    const isLoud = (sample: number): boolean => Math.abs(sample) > 160;
    expect(samples.findIndex(isLoud)).toBeLessThan(0.02 * FLITE_SAMPLE_RATE);
    expect(samples.length - samples.findLastIndex(isLoud)).toBeLessThan(0.02 * FLITE_SAMPLE_RATE);
  });

  test('of nothing gives nothing', () => {
    for (const text of ['', ' ', '...']) expect(say(text)?.length, text).toBe(0);
  });

  test('over which Flite breaks down is told, and the next is as ever', () => {
    const before = say(SENTENCE);
    expect(say('.'.repeat(3000), { voice: 'kal16' })).toBeUndefined();
    expect(say(SENTENCE)).toEqual(before);
  });

  test('that looks like an option is no option', () => {
    expect(say('--voice rms')?.length).toBeGreaterThan(0);
  });
});
