// Proofs without audio, for tests.
import { type Finding, PROOF_VERSION, type TakeProof } from '../../../../../shared/model/proof.ts';
import { spokenWords } from '../../../../../shared/rules/spoken-words.ts';
import type { Project } from '../../project.ts';
import type { StoredProofResult } from '../proof-store.ts';

export const finding = (kind: Finding['kind'], fromWord = 0, toWord = fromWord + 1): Finding => ({
  kind,
  fromWord,
  toWord,
  startSeconds: fromWord / 4,
  endSeconds: toWord / 4,
  confidence: 0.75,
  source: 'alignment',
});

/** Stores a proof of a take, which is suspicious if it has findings. The words last a quarter of a second each. */
export function giveProof(
  project: Project,
  takeId: number,
  findings: readonly Finding[] = [],
  changes: Partial<TakeProof> = {},
): void {
  const take = project.proofs.takeToProof(takeId);
  if (!take) throw new Error(`there is no take ${takeId}`);
  project.proofs.put(take, proofResult(take.text, take.audioHash, findings, changes));
}

export function proofResult(
  text: string,
  audioHash: string,
  findings: readonly Finding[] = [],
  changes: Partial<TakeProof> = {},
): StoredProofResult {
  const words = spokenWords(text).map((_, at) => ({ startSeconds: at / 4, endSeconds: (at + 1) / 4, confidence: 0.5 }));
  const isSuspicious = findings.length > 0;
  const proof = {
    version: PROOF_VERSION,
    linesLearnt: 0,
    score: findings.length,
    isSuspicious,
    findings: [...findings],
    ...changes,
  };
  return { audioHash, words, proof, notCompared: null, modelLines: 0 };
}
