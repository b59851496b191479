import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../shared/model/proof.ts';
import { mergeFindings } from './merge-findings.ts';

const finding = (more: Partial<Finding>): Finding => ({
  kind: 'missing',
  fromWord: 4,
  toWord: 5,
  startSeconds: 2,
  endSeconds: 2.4,
  confidence: 0.6,
  source: 'alignment',
  ...more,
});
const heard = (more: Partial<Finding>): Finding => finding({ source: 'recogniser', ...more });

describe('findings of the same fault', () => {
  test('become one, which is more confident than either', () => {
    expect(mergeFindings({ alignment: [finding({})], recogniser: [heard({ confidence: 0.7 })] })).toEqual([
      finding({ source: 'both', confidence: 0.88 }),
    ]);
  });

  test('may differ by a word, or be of a similar kind, and keep what was heard', () => {
    const merged = mergeFindings({
      alignment: [
        finding({ kind: 'garbled', fromWord: 3, toWord: 4, startSeconds: 1.8, endSeconds: 2.1, confidence: 0.4 }),
      ],
      recogniser: [heard({ kind: 'replaced', heard: 'slowly', confidence: 0.7 })],
    });
    expect(merged).toEqual([heard({ kind: 'replaced', heard: 'slowly', source: 'both', confidence: 0.82 })]);
  });

  test('are of the kind that explains the other', () => {
    const merged = mergeFindings({
      alignment: [finding({ kind: 'cut', confidence: 0.9 })],
      recogniser: [heard({ kind: 'missing', confidence: 0.5 })],
    });
    expect(merged).toMatchObject([{ kind: 'cut', source: 'both', confidence: 0.95 }]);
  });

  test('are narrower than a text that is wrong as a whole', () => {
    const merged = mergeFindings({
      alignment: [finding({ kind: 'replaced' })],
      recogniser: [heard({ kind: 'wrong-text', fromWord: 0, toWord: 9, startSeconds: 0, endSeconds: 5 })],
    });
    expect(merged).toMatchObject([{ kind: 'replaced', fromWord: 4, toWord: 5, source: 'both' }]);
  });
});

describe('a finding of one source only', () => {
  test('loses confidence', () => {
    expect(mergeFindings({ alignment: [finding({})], recogniser: [] })).toEqual([finding({ confidence: 0.42 })]);
    expect(mergeFindings({ alignment: [], recogniser: [heard({})] })).toEqual([heard({ confidence: 0.51 })]);
  });

  test('keeps its confidence where the recogniser can’t tell', () => {
    const noise = finding({ kind: 'noise' });
    expect(mergeFindings({ alignment: [noise], recogniser: [] })).toEqual([noise]);
    const kanji = { alignment: [finding({})], recogniser: [], notCompared: [{ fromWord: 4, toWord: 6 }] };
    expect(mergeFindings(kanji)).toEqual([finding({})]);
  });

  test('stays separate from one elsewhere, or of a kind that contradicts it', () => {
    const elsewhere = heard({ fromWord: 9, toWord: 10, startSeconds: 6, endSeconds: 6.5 });
    expect(mergeFindings({ alignment: [finding({})], recogniser: [elsewhere] })).toHaveLength(2);
    const contrary = heard({ kind: 'extra', heard: 'slowly' });
    expect(mergeFindings({ alignment: [finding({})], recogniser: [contrary] }).map(({ source }) => source)).toEqual([
      'recogniser',
      'alignment',
    ]);
  });
});

test('findings are sorted by confidence, and each is used only once', () => {
  const merged = mergeFindings({
    alignment: [finding({ confidence: 0.3 }), finding({ confidence: 0.5 })],
    recogniser: [heard({ confidence: 0.5 })],
  });
  expect(merged.map(({ source, confidence }) => [source, confidence])).toEqual([
    ['both', 0.75],
    ['alignment', 0.21],
  ]);
});
