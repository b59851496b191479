import { describe, expect, it } from 'vitest';
import type { Finding, TakeProof } from '../../shared/model/proof.ts';
import type { AcceptedFinding, ProofedTake } from '../../shared/model/proofed-take.ts';
import { shownFindings } from './shown-findings.ts';

const finding = (fromWord: number, toWord: number, changes: Partial<Finding> = {}): Finding => ({
  kind: 'garbled',
  fromWord,
  toWord,
  startSeconds: fromWord,
  endSeconds: toWord,
  confidence: 0.9,
  source: 'alignment',
  ...changes,
});
const take = (
  findings: readonly Finding[],
  proof: Partial<TakeProof> = {},
  accepted: readonly AcceptedFinding[] = [],
): ProofedTake => ({
  takeId: 1,
  lineId: 1,
  voices: [],
  text: '“The muffins,” he said, are rather a trial.',
  words: [],
  proof: { version: 1, linesLearnt: 40, score: 1, isSuspicious: true, findings: [...findings], ...proof },
  notCompared: null,
  recogniser: null,
  notHeard: null,
  accepted: [...accepted],
});
const labels = (shown: ProofedTake) => shownFindings(shown).map(({ number, look }) => `${number} ${look.label}`);

describe('the findings of a take', () => {
  it('are numbered in the order in which they are heard, and keep their index', () => {
    const shown = shownFindings(take([finding(6, 7), finding(1, 2)]));
    expect(shown.map(({ number, index, words }) => [number, index, words])).toEqual([
      [1, 1, 'muffins'],
      [2, 0, 'a'],
    ]);
  });

  it('name their words, what was heard instead, and how likely they are', () => {
    const shown = take([
      finding(1, 2, { kind: 'replaced', heard: 'puffins' }),
      finding(3, 3, { kind: 'extra', heard: 'uh', startSeconds: 3 }),
      finding(8, 8, { kind: 'extra', startSeconds: 8 }),
    ]);
    expect(labels(shown)).toEqual([
      '1 replaced “muffins” · heard “puffins”',
      '2 extra speech before “said” · heard “uh”',
      '3 extra speech after “trial”',
    ]);
    expect(labels(take([finding(0, 8, { kind: 'wrong-text' })]))).toEqual(['1 different text']);
    expect(labels(take([finding(0, 8)]))).toEqual(['1 unclear “The muffins … trial”']);
    const [likely, possible] = shownFindings(take([finding(0, 1), finding(1, 2, { confidence: 0.4 })]));
    expect([likely?.look.confidence, possible?.look.confidence]).toEqual(['likely', 'possible']);
  });

  it('are left out if the take isn’t suspicious, unless its voice is still being learnt or they were accepted', () => {
    const findings = [finding(0, 1), finding(1, 2)];
    expect(shownFindings(take(findings, { isSuspicious: false }))).toEqual([]);
    expect(shownFindings(take(findings, { isSuspicious: false, linesLearnt: 12 }))).toHaveLength(2);
    const accepted = take(findings, { isSuspicious: false }, [
      { finding: 1, scope: 'line' },
      { finding: 1, scope: 'voice' },
    ]);
    expect(shownFindings(accepted).map((one) => [one.index, one.accepted])).toEqual([[1, ['voice', 'line']]]);
  });
});
