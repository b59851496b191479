import { type Finding, PROOF_VERSION, type TakeProof } from '../../../../shared/model/proof.ts';
import type { WordComparison } from './compare-words.ts';
import { mergeFindings } from './merge-findings.ts';

/** Log odds that each wrong word adds to a take's score, as in `bench/proof-recogniser.ts`. */
const ERROR_WEIGHT = 1.2;
/** A finding of a recogniser makes a take suspicious if it is more likely than not. */
const SUSPICIOUS_CONFIDENCE = 0.5;

/** The proof of a take that only a recogniser can check, before its findings are added. */
const UNCOMPARED: TakeProof = { version: PROOF_VERSION, linesLearnt: 0, score: 0, isSuspicious: false, findings: [] };

/**
 * Adds to a take's proof what a recogniser found. Unlike the alignment, a recogniser needn't know the voice.
 * @param proof from the alignment; null if it can't compare the take, for example because of its language
 */
export function combineProofs(proof: TakeProof | null, { findings, notCompared }: WordComparison): TakeProof {
  const alignment = proof ?? UNCOMPARED;
  const merged = mergeFindings({ alignment: alignment.findings, recogniser: findings, notCompared });
  const isHeard = merged.some(
    ({ source, confidence }) => source !== 'alignment' && confidence >= SUSPICIOUS_CONFIDENCE,
  );
  return {
    ...alignment,
    score: alignment.score + ERROR_WEIGHT * wordErrors(findings),
    isSuspicious: alignment.isSuspicious || isHeard,
    findings: merged,
  };
}

/** Returns how many words are probably wrong. */
const wordErrors = (findings: readonly Finding[]): number =>
  findings.reduce((sum, finding) => sum + finding.confidence * Math.max(1, finding.toWord - finding.fromWord), 0);
