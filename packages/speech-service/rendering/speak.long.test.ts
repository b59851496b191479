import { describe, expect, test } from 'vitest';
import { planSpeech, type SpeakTask } from '../speech/embedded/plan.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import { concatenate, type Samples } from '../speech/turn-sound.ts';
import { VOICE, VOICE_2 } from '../testing/test-service.ts';
import { type SampleSink, speak } from './speak.ts';
import { TaskFlow } from './task-flow.ts';

const SENTENCE = 'It was a bright cold day in April, and the clocks were striking thirteen. ';

const planned = (...texts: readonly string[]): SpeakTask =>
  planSpeech({
    turns: texts.map((text, index) => ({ voice: index % 2 === 0 ? VOICE : VOICE_2, text })),
    speed: 1,
    seed: 0,
    temperature: 0,
    language: undefined,
  });

/** How far the task says to be whenever samples come, and how many there are by then. */
async function heard(task: SpeakTask, flow: TaskFlow): Promise<{ samples: number; stage: string; fraction: number }[]> {
  const all: { samples: number; stage: string; fraction: number }[] = [];
  let samples = 0;
  await speak(
    task,
    (pieces) => {
      samples += pieces.reduce((length, piece) => length + piece.length, 0);
      all.push({ samples, ...flow.progress });
      return true;
    },
    flow,
  );
  return all;
}

describe('how far the speaking is', () => {
  for (const [what, texts] of [
    ['of one long text', [SENTENCE.repeat(40)]],
    ['of turns that are not as long as each other', [SENTENCE, SENTENCE.repeat(12), SENTENCE.repeat(5), SENTENCE]],
    ['of marks that are written as something longer', [`${SENTENCE}<&> `.repeat(30)]],
  ] as const) {
    test(`${what} goes with what has been spoken`, async () => {
      const flow = new TaskFlow();
      flow.watch();
      const all = await heard(planned(...texts), flow);
      const whole = all.at(-1)?.samples ?? Number.NaN;
      expect(all.length).toBeGreaterThan(5);
      expect(all.every(({ stage }) => stage === 'generate')).toBe(true);
      for (const { samples, fraction } of all) expect(Math.abs(fraction - samples / whole)).toBeLessThan(0.1);
    });
  }

  test('is not worked out for a task that is not watched', async () => {
    const all = await heard(planned(SENTENCE.repeat(10)), new TaskFlow());
    expect(all.every(({ fraction }) => fraction === 0)).toBe(true);
  });
});

test('the first piece for a listener is the first that eSpeak NG gives, and more than the silence before it', async () => {
  const task = planned(SENTENCE.repeat(10));
  const flow = new TaskFlow();
  const first: Samples[] = [];
  const emit: SampleSink = (pieces) => {
    first.push(...pieces.map((piece) => piece.slice()));
    flow.cancel();
    return true;
  };
  await speak({ ...task, ahead: { held: Infinity, most: Infinity, path: undefined } }, emit, flow);
  const sound = concatenate(first).subarray(task.lead);
  expect(Math.max(...sound)).toBeGreaterThan(1000);
  expect(sound.length / 22_050).toBeLessThan(0.1);
});

test('speaking that would last longer than a task allows, an hour, ends soon with a reason', async () => {
  const task = planned(SENTENCE.repeat(40));
  expect(task.most).toBe(3600 * 22_050);
  let samples = 0;
  const emit = (pieces: readonly Int16Array[]): boolean => {
    samples += pieces.reduce((length, piece) => length + piece.length, 0);
    return true;
  };
  const speaking = speak({ ...task, most: 60 * 22_050 }, emit, new TaskFlow());
  await expect(speaking).rejects.toThrow(
    new SpeechError('The audio would be longer than 1 minutes: shorten the text or raise the speed.'),
  );
  expect(samples).toBeLessThan(60 * 22_050);
});

test('speaking that is cancelled ends soon', async () => {
  const flow = new TaskFlow();
  let samples = 0;
  await speak(
    planned(SENTENCE.repeat(40)),
    (pieces) => {
      samples += pieces.reduce((length, piece) => length + piece.length, 0);
      flow.cancel();
      return true;
    },
    flow,
  );
  // One piece, and what comes in the one call of the listener in which the cancelling was not seen yet.
  expect(samples).toBeLessThan(3 * 22_050);
});
