import { afterEach, expect, it } from 'vitest';
import { decisionsOf, useSpeakerDecisions } from './speaker-decisions.ts';
import { withSpeaker } from './speaker-work.ts';

const FILE = 'novel.txt';
afterEach(() => useSpeakerDecisions.getState().forget(FILE));

it('keeps what a model answered while decisions are taken back and made again', () => {
  const { decide, addModelAnswers, undo, redo } = useSpeakerDecisions.getState();
  const told = { '1-00000001': { speaker: 'Tom', confidence: 0.9 } };
  decide(FILE, withSpeaker(decisionsOf(FILE), ['2-00000002'], 'Ann'));
  addModelAnswers(FILE, told);
  addModelAnswers(FILE, { '3-00000003': { speaker: null, confidence: 0.5 } });
  expect(decisionsOf(FILE)).toMatchObject({ said: { '2-00000002': 'Ann' }, told });
  expect(undo(FILE)).toBe(true);
  expect(decisionsOf(FILE)).toMatchObject({ said: {}, told });
  expect(undo(FILE)).toBe(false);
  expect(redo(FILE)).toBe(true);
  expect(Object.keys(decisionsOf(FILE).told ?? {})).toHaveLength(2);
});
