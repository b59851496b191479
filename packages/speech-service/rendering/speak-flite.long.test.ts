import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../../../shared/rules/testing/hostile-text.ts';
import { EMBEDDED_SAMPLE_RATE } from '../speech/embedded/plan.ts';
import { plannedTask, spokenBy } from '../testing/embedded-speech.ts';
import { medianPitch } from '../testing/listening.ts';
import { VOICE } from '../testing/test-service.ts';
import { speak } from './speak.ts';
import { TaskFlow } from './task-flow.ts';

const CLARA = 'lectern://voices/en-us/clara/manifest.json';
const ROBERT = 'lectern://voices/en-us/robert/manifest.json';
const SENTENCE = 'The clocks were striking thirteen.';

const secondsOf = (samples: Int16Array): number => samples.length / EMBEDDED_SAMPLE_RATE;
const asked = (...turns: readonly (readonly [voice: string, text: string])[]) => ({
  turns: turns.map(([voice, text]) => ({ voice, text })),
  speed: 1,
  seed: 0,
  temperature: 0,
  language: undefined,
});

describe('a voice of Flite’s', () => {
  test('gives the same samples for the same seed, and others for another', async () => {
    const take = (seed: number) => spokenBy(CLARA, SENTENCE, { seed, temperature: 1 });
    const first = await take(1);
    expect(await take(2)).not.toEqual(first);
    expect(await take(1)).toEqual(first);
  });

  test.each([0.25, 0.8, 1.5, 4])('speaks at %f times its pace', async (speed) => {
    const plain = secondsOf(await spokenBy(CLARA, SENTENCE));
    expect((secondsOf(await spokenBy(CLARA, SENTENCE, { speed })) * speed) / plain).toBeCloseTo(1, 1);
  });

  test('is its own whatever the text: the pitch of two sentences is a woman’s and a man’s', async () => {
    const pitchOf = async (voice: string) => medianPitch(await spokenBy(voice, SENTENCE), EMBEDDED_SAMPLE_RATE);
    expect(await pitchOf(CLARA)).toBeGreaterThan(150);
    expect(await pitchOf(ROBERT)).toBeLessThan(130);
  });

  test('has a stand-in for other languages, other scripts and emoji', async () => {
    for (const text of ['Καλημέρα σας', '😀', '早上好']) {
      expect(secondsOf(await spokenBy(CLARA, text)), text).toBeGreaterThan(0.4);
    }
    const german = await spokenBy(CLARA, 'Guten Morgen.', { language: 'german' });
    expect(secondsOf(german)).toBeGreaterThan(0.5);
    expect(german).not.toEqual(await spokenBy(CLARA, 'Guten Morgen.'));
  });

  test('says nothing where there is nothing to say', async () => {
    for (const text of ['', ' ', '…', '— “”']) expect(await spokenBy(CLARA, text), text).toHaveLength(0);
  });

  test('talks with one of eSpeak NG’s in one dialog, with the pause of every dialog', async () => {
    const task = await plannedTask(asked([CLARA, 'Yes.'], [VOICE, 'No.']));
    const pieces: number[] = [];
    await speak(task, (ready) => pieces.push(...ready.map(({ length }) => length)) > 0, new TaskFlow());
    const alone = [await spokenBy(CLARA, 'Yes.'), await spokenBy(VOICE, 'No.')];
    const whole = pieces.reduce((sum, length) => sum + length, 0);
    const silence = 0.35 - 0.03 - 0.07;
    expect(whole / EMBEDDED_SAMPLE_RATE).toBeCloseTo(
      alone.reduce((sum, samples) => sum + secondsOf(samples), 0) + silence,
      2,
    );
  });

  test('stops between two sentences when it is no longer wanted', async () => {
    const flow = new TaskFlow();
    let heard = 0;
    const cancelAtOnce = (): boolean => {
      heard += 1;
      flow.cancel();
      return true;
    };
    await speak(await plannedTask(asked([CLARA, `${SENTENCE} `.repeat(200)])), cancelAtOnce, flow);
    expect(heard).toBe(1);
  });

  test('comes through every text', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => void (await spokenBy(CLARA, text.slice(0, 60)))),
      { numRuns: 8 },
    );
  });
});
