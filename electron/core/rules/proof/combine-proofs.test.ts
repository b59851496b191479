import { describe, expect, test } from 'vitest';
import { type Finding, PROOF_VERSION, type TakeProof } from '../../../../shared/model/proof.ts';
import { combineProofs } from './combine-proofs.ts';

const heard = (confidence: number, toWord = 5): Finding => ({
  kind: 'missing',
  fromWord: 4,
  toWord,
  startSeconds: 2,
  endSeconds: 2.4,
  confidence,
  source: 'recogniser',
});
const CLEAN: TakeProof = { version: PROOF_VERSION, linesLearnt: 0, score: -1, isSuspicious: false, findings: [] };

describe('a take whose voice is unknown', () => {
  test('is suspicious if the recogniser heard a likely fault', () => {
    const { isSuspicious, score, findings } = combineProofs(CLEAN, { findings: [heard(0.75)], notCompared: [] });
    expect(isSuspicious).toBe(true);
    expect(score).toBeCloseTo(-1 + 1.2 * 0.75);
    expect(findings).toMatchObject([{ source: 'recogniser', confidence: 0.638 }]);
  });

  test('is only ranked if the fault is unlikely', () => {
    const proof = combineProofs(CLEAN, { findings: [heard(0.5)], notCompared: [] });
    expect(proof).toMatchObject({ isSuspicious: false, findings: [{ source: 'recogniser' }] });
  });
});

test('a take is ranked higher the more words are wrong', () => {
  const one = combineProofs(CLEAN, { findings: [heard(0.75)], notCompared: [] });
  const three = combineProofs(CLEAN, { findings: [heard(0.75, 7)], notCompared: [] });
  expect(three.score).toBeGreaterThan(one.score);
});

test('a suspicious take stays so, even if the recogniser heard every word', () => {
  const proof = { ...CLEAN, isSuspicious: true, score: 3, findings: [{ ...heard(0.6), source: 'alignment' as const }] };
  const { isSuspicious, score, findings } = combineProofs(proof, { findings: [], notCompared: [] });
  expect({ isSuspicious, score }).toEqual({ isSuspicious: true, score: 3 });
  expect(findings).toMatchObject([{ source: 'alignment', confidence: 0.42 }]);
});

test('a take that can’t be aligned is proofed by the recogniser alone', () => {
  expect(combineProofs(null, { findings: [], notCompared: [] })).toEqual({ ...CLEAN, score: 0 });
  expect(combineProofs(null, { findings: [heard(0.9)], notCompared: [] })).toMatchObject({ isSuspicious: true });
});
