import type { FileHandle } from 'node:fs/promises';
import { AudioFormatError } from '@lectern/audio';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import type { ProofOrder, ProofWorkers } from '../audio/proof-workers.ts';
import type { Project } from '../project/project.ts';
import type { StoredProofResult, TakeToProof } from '../project/proof/proof-store.ts';
import { settleRetry } from '../project/proof/retries.ts';

export interface ProofingParts {
  readonly project: Project;
  readonly workers: ProofWorkers;
  /** Records a defect and returns its id. */
  readonly onDefect: (error: unknown) => string;
}

/**
 * Compares a take with its text and stores the result, which may be the reason why it can't be compared. If the take is a
 * retry, the better take is picked.
 * @returns whether a result was stored; false after `signal` is aborted
 * @throws ProjectError
 */
export async function proofTake(parts: ProofingParts, take: TakeToProof, signal: AbortSignal): Promise<boolean> {
  const { project, onDefect } = parts;
  const result = await compare(parts, take).catch((error: unknown) => {
    if (error instanceof AudioFormatError) return notCompared(take, { kind: 'audio', problem: 'damaged' });
    if (signal.aborted) return null;
    return notCompared(take, { kind: 'failed', id: onDefect(error) });
  });
  if (signal.aborted || result === null) return false;
  project.proofs.put(take, result);
  settleRetry(project, take.takeId);
  return true;
}

async function compare({ project, workers }: ProofingParts, take: TakeToProof): Promise<StoredProofResult> {
  const voice = take.voice === null ? null : project.proofs.voice(take.voice);
  const model = voice?.model ?? null;
  const file = await openTake(project, take);
  if (!file) return notCompared(take, { kind: 'audio', problem: 'missing' });
  try {
    const order = { ...proofOrder(take), model };
    const compared = await workers.compareTake({ fd: file.fd }, order).catch((error: unknown) => {
      // The thread may have crashed for an unrelated reason, such as a lack of memory, so try once more.
      if (error instanceof WorkerLostError) return workers.compareTake({ fd: file.fd }, order);
      throw error;
    });
    if ('kind' in compared) return notCompared(take, compared);
    const isModelUsed = model !== null && compared.proof.linesLearnt > 0;
    // A damaged model is learnt again.
    if (voice && model !== null && !isModelUsed) project.proofs.forgetModel(voice.rowId);
    return { ...compared, notCompared: null, modelLines: isModelUsed ? (voice?.linesLearnt ?? 0) : 0 };
  } finally {
    await file.close();
  }
}

const notCompared = ({ audioHash }: TakeToProof, reason: NotCompared): StoredProofResult => ({
  audioHash,
  words: [],
  proof: null,
  notCompared: reason,
  modelLines: 0,
});

export const openTake = (project: Project, { audioHash, format }: TakeToProof): Promise<FileHandle | null> =>
  project.takes.openAudio(audioHash, format).catch(() => null);

export const proofOrder = (take: TakeToProof): ProofOrder => {
  const { text, language, format, sampleRate, durationSeconds } = take;
  return { text, language, format, sampleRate, durationSeconds };
};
