import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpeechStage } from '../speech/speech-engine.ts';
import { StageReporter } from './task-order.ts';

const STAGES = ['preload', 'generate', 'postprocessing'] as const;

function told(stages: readonly SpeechStage[], work: (teller: StageReporter) => void): [SpeechStage, number][] {
  const all: [SpeechStage, number][] = [];
  work(new StageReporter(stages, (stage, fraction) => all.push([stage, fraction])));
  return all;
}

test('a stage begins at 0, goes on in steps and ends with 1', () => {
  const all = told(['preload', 'generate'], (teller) => {
    teller.reach('preload', 0);
    for (const fraction of [0.01, 0.3, 0.31, 0.9, 0.5, 1]) teller.reach('generate', fraction);
    teller.end();
  });
  expect(all).toEqual([
    ['preload', 0],
    ['preload', 1],
    ['generate', 0],
    ['generate', 0.3],
    ['generate', 0.9],
    ['generate', 1],
  ]);
});

test('no stage is left out, however soon the end comes', () => {
  const whole = STAGES.flatMap((stage) => [0, 1].map((fraction) => [stage, fraction]));
  expect(told(STAGES, (teller) => teller.end())).toEqual(whole);
  const late = told(STAGES, (teller) => {
    teller.reach('postprocessing', 0);
    teller.reach('preload', 0.5);
    teller.end();
  });
  expect(late).toEqual(whole);
});

test('however often it is reached, a stage is told of in twenty steps at most, and nothing ever falls', () => {
  const reached = fc.record({ stage: fc.constantFrom(...STAGES), fraction: fc.double({ min: 0, max: 2 }) });
  const finely = Array.from({ length: 1000 }, (_, index) => ({ stage: STAGES[1], fraction: index / 1000 }));
  fc.assert(
    fc.property(fc.array(reached, { maxLength: 200 }), (all) => {
      const places = told(STAGES, (teller) => {
        for (const { stage, fraction } of [...finely, ...all]) teller.reach(stage, fraction);
        teller.end();
      }).map(([stage, fraction]) => STAGES.indexOf(stage) * 10 + fraction);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const stage of STAGES.keys()) {
        const own = places.filter((place) => Math.floor(place / 10) === stage);
        expect(own.length).toBeLessThanOrEqual(21);
        expect([own[0], own.at(-1)]).toEqual([stage * 10, stage * 10 + 1]);
      }
    }),
  );
});

test('a stage that the task does not have is not told of', () => {
  const all = told(['postprocessing'], (teller) => {
    teller.reach('preload', 0.5);
    teller.reach('postprocessing', 0.5);
  });
  expect(all).toEqual([
    ['postprocessing', 0],
    ['postprocessing', 0.5],
  ]);
});
