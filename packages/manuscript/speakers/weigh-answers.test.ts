import { describe, expect, it } from 'vitest';
import { type ModelSpeaker, NO_CHOICES } from '../../../shared/model/speaker-choices.ts';
import { quotationsOf } from './attributed-script.ts';

const TEXT = `“Come in,” said Tom.

“Thank you,” said Ann.

“It is cold,” said Tom.

“Yes.”

It rained.

They looked at the sky, and went on for an hour.

Nothing was heard, and the rain went on.

“Who is there?”`;

const found = quotationsOf(TEXT).quotations;
const CLEAR = 0;
const BY_TURNS = 3;
const GUESSED = 4;

const told = (at: number, speaker: ModelSpeaker['speaker'], confidence = 0.95) => {
  const choices = { ...NO_CHOICES, told: { [found[at]?.id ?? '']: { speaker, confidence } } };
  return quotationsOf(TEXT, choices).quotations[at];
};

describe('a model’s answer beside the rules', () => {
  it('is asked of a text whose rules know, conclude and only guess', () => {
    expect(found.map(({ speaker, evidence }) => [speaker, evidence])).toEqual([
      ['Tom', 'name'],
      ['Ann', 'name'],
      ['Tom', 'name'],
      ['Ann', 'alternation'],
      ['Ann', 'alternation'],
    ]);
    expect(found[BY_TURNS]?.isDoubtful).toBe(false);
    expect(found[GUESSED]?.isDoubtful).toBe(true);
  });

  it('counts where the rules only guess, as far as the model is sure, and never as far as it says', () => {
    expect(told(GUESSED, 'Tom')).toMatchObject({
      speaker: 'Tom',
      evidence: 'model',
      confidence: 0.9,
      isDoubtful: false,
    });
    expect(told(GUESSED, 'Tom', 0.5)).toMatchObject({ speaker: 'Tom', confidence: 0.5, isDoubtful: true });
    expect(told(GUESSED, null)).toMatchObject({ speaker: null, evidence: 'model', isDoubtful: false });
  });

  it('makes what the rules found surer where both agree', () => {
    const before = found[BY_TURNS]?.confidence ?? 0;
    const after = told(BY_TURNS, 'Ann', 0.6);
    expect(after).toMatchObject({ speaker: 'Ann', evidence: 'model', otherwise: null });
    expect(after?.confidence).toBeGreaterThan(before);
  });

  it('is doubtful where the text names another one, whom it keeps and shows first', () => {
    expect(told(CLEAR, 'Ann')).toMatchObject({
      speaker: 'Tom',
      evidence: 'name',
      isDoubtful: true,
      otherwise: { speaker: 'Ann', by: 'model' },
    });
    expect(told(CLEAR, null)).toMatchObject({ speaker: 'Tom', otherwise: { speaker: null, by: 'model' } });
  });

  it('comes first, and is doubtful too, where the rules only concluded another one with confidence', () => {
    expect(told(BY_TURNS, 'Tom')).toMatchObject({
      speaker: 'Tom',
      evidence: 'model',
      isDoubtful: true,
      otherwise: { speaker: 'Ann', by: 'rules' },
    });
  });

  it('leaves all others as they were', () => {
    const choices = { ...NO_CHOICES, told: { [found[GUESSED]?.id ?? '']: { speaker: 'Ann', confidence: 0.9 } } };
    expect(quotationsOf(TEXT, choices).quotations.slice(0, GUESSED)).toEqual(found.slice(0, GUESSED));
  });
});
