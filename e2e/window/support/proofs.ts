// Stores proofs of takes, as if they had been compared with their text.
import type { Project } from '../../../electron/core/project/project.ts';
import { proofResult } from '../../../electron/core/project/proof/testing/give-proof.ts';
import type { Finding } from '../../../shared/model/proof.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';

/** A finding without times. The words are spread evenly over the take. */
export type PlantedFinding = Pick<Finding, 'kind' | 'fromWord' | 'toWord'> & Partial<Finding>;

/** Lines of a voice that has been learnt. */
const LEARNT = 40;

/**
 * Stores a proof for the exported take of each line.
 * @param planted the findings of suspicious takes, keyed by line number
 * @param linesLearnt below `MIN_LINES_OF_VOICE`, no take counts as suspicious
 */
export function addProofs(
  project: Project,
  planted: Readonly<Record<number, readonly PlantedFinding[]>>,
  linesLearnt = LEARNT,
): void {
  const numbers = new Map(project.lines.states().map(({ id }, at) => [id, at + 1]));
  for (const takeId of project.proofs.waiting()) {
    const take = project.proofs.takeToProof(takeId);
    if (!take) continue;
    const count = spokenWords(take.text).length;
    const each = take.durationSeconds / Math.max(1, count);
    const findings = (planted[numbers.get(take.lineId) ?? 0] ?? []).map(
      (finding): Finding => ({
        startSeconds: each * finding.fromWord,
        endSeconds: each * Math.max(finding.toWord, finding.fromWord + 0.3),
        confidence: 0.9,
        source: 'alignment',
        ...finding,
      }),
    );
    const { words: _, ...result } = proofResult(take.text, take.audioHash, findings, {
      linesLearnt,
      isSuspicious: findings.length > 0 && linesLearnt >= 30,
    });
    const words = Array.from({ length: count }, (_, word) => ({
      startSeconds: word * each,
      endSeconds: (word + 1) * each,
      confidence: 0.9,
    }));
    project.proofs.put(take, { ...result, words });
  }
}
