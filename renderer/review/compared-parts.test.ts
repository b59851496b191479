import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/model/proof.ts';
import type { ProofedTake } from '../../shared/model/proofed-take.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { partsOf } from './compared-parts.ts';

const HEARD_NONE = { takeId: null, index: null };

const finding = (fromWord: number, toWord: number, startSeconds: number): Finding => ({
  kind: 'garbled',
  fromWord,
  toWord,
  startSeconds,
  endSeconds: startSeconds + 0.5,
  confidence: 0.9,
  source: 'alignment',
});

/** Each word lasts `pace` seconds. */
const take = (takeId: number, text: string, pace: number, findings: readonly Finding[] = []): ProofedTake => ({
  takeId,
  lineId: 1,
  voices: [],
  text,
  words: spokenWords(text).map((_, at) => ({ startSeconds: at * pace, endSeconds: (at + 1) * pace, confidence: 1 })),
  proof: { version: 1, linesLearnt: 40, score: 1, isSuspicious: findings.length > 0, findings: [...findings] },
  notCompared: null,
  recogniser: null,
  notHeard: null,
  accepted: [],
});

describe('what is compared of two takes', () => {
  const old = take(1, 'The muffins are rather a trial', 0.5, [finding(3, 4, 1.5)]);

  it('is the same words in both, at a finding in either', () => {
    const now = take(2, 'The muffins are rather a trial', 0.4);
    const there = { startSeconds: 3 * 0.4, endSeconds: 4 * 0.4 };
    expect(partsOf(old, now, HEARD_NONE)).toEqual([old.proof?.findings[0], there]);
    expect(partsOf(now, old, HEARD_NONE)).toEqual([there, old.proof?.findings[0]]);
  });

  it('is the same words even if the text has changed', () => {
    const now = take(2, 'Well then, the muffins are rather a trial', 0.4);
    expect(partsOf(old, now, HEARD_NONE)?.[1].startSeconds).toBeCloseTo(5 * 0.4);
  });

  it('is at the finding that was played last', () => {
    const now = take(2, 'The muffins are rather a trial', 0.4, [finding(0, 1, 0)]);
    expect(partsOf(now, old, { takeId: 1, index: 0 })?.[1]).toBe(old.proof?.findings[0]);
    expect(partsOf(now, old, HEARD_NONE)?.[0]).toBe(now.proof?.findings[0]);
  });

  it('is between two words or after the last word for extra speech', () => {
    const now = take(2, 'The muffins are rather a trial', 0.4);
    expect(partsOf(take(1, now.text, 0.5, [finding(2, 2, 1)]), now, HEARD_NONE)?.[1]).toEqual({
      startSeconds: 0.8,
      endSeconds: 0.8,
    });
    expect(partsOf(take(1, now.text, 0.5, [finding(6, 6, 3)]), now, HEARD_NONE)?.[1].startSeconds).toBeCloseTo(2.4);
  });

  it('is everything if neither take has a finding', () => {
    expect(partsOf(take(1, old.text, 0.5), take(2, old.text, 0.4), HEARD_NONE)).toBeNull();
  });
});
