import type { FileHandle } from 'node:fs/promises';
import { AudioFormatError } from '@lectern/audio';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import type { ProofOrder, ProofWorkers } from '../audio/proof-workers.ts';
import type { Project } from '../project/project.ts';
import type { RecogniserHashOf, StoredProofResult, TakeToProof } from '../project/proof/proof-store.ts';
import { settleRetry } from '../project/proof/retries.ts';
import type { StoredFindings } from '../project/proof/stored-findings.ts';
import type { TakeListener } from '../recognition/take-listener.ts';
import { combineProofs } from '../rules/proof/combine-proofs.ts';

export interface ProofingParts {
  readonly project: Project;
  readonly workers: ProofWorkers;
  /** If absent, nothing new is recognised, but what recognisers have heard is kept. */
  readonly listener?: Pick<TakeListener, 'recogniserOf' | 'listen'> | undefined;
  /** Records a defect and returns its id. */
  readonly onDefect: (error: unknown) => string;
}

/** Returns undefined if it doesn't matter which recognisers takes were compared with. */
export const hashOfRecogniser = ({ listener }: Pick<ProofingParts, 'listener'>): RecogniserHashOf | undefined =>
  listener && ((language) => listener.recogniserOf(language)?.hash ?? null);

/**
 * Compares a take with its text and stores the result, which may be the reason why it can't be compared. If the take is a
 * retry, the better take is picked.
 * @returns whether a result was stored; false after `signal` is aborted
 * @throws ProjectError
 */
export async function proofTake(parts: ProofingParts, take: TakeToProof, signal: AbortSignal): Promise<boolean> {
  const { project, onDefect } = parts;
  const result = await compare(parts, take, signal).catch((error: unknown) => {
    if (error instanceof AudioFormatError) return notCompared(take, { kind: 'audio', problem: 'damaged' });
    if (signal.aborted) return null;
    return notCompared(take, { kind: 'failed', id: onDefect(error) });
  });
  if (signal.aborted || result === null) return false;
  project.proofs.put(take, result);
  settleRetry(project, take.takeId);
  return true;
}

async function compare(parts: ProofingParts, take: TakeToProof, signal: AbortSignal): Promise<StoredProofResult> {
  const { project, workers, listener } = parts;
  const voice = take.voice === null ? null : project.proofs.voice(take.voice);
  const model = voice?.model ?? null;
  const recogniser = listener?.recogniserOf(take.language) ?? null;
  const known = project.proofs.known(take);
  const isHeard = known?.heard != null && (!listener || known.recogniser?.hash === recogniser?.hash);
  const file = await openTake(project, take);
  if (!file) return { ...notCompared(take, { kind: 'audio', problem: 'missing' }), recogniser };
  try {
    const order = proofOrder(take);
    const comparison = { model, known: known && { ...known, isHeard }, isHeard: recogniser !== null || isHeard };
    const compared = await workers.compareTake({ fd: file.fd }, order, comparison).catch((error: unknown) => {
      // The thread may have crashed for an unrelated reason, such as a lack of memory, so try once more.
      if (error instanceof WorkerLostError) return workers.compareTake({ fd: file.fd }, order, comparison);
      throw error;
    });
    const { audioHash, words, speech } = compared;
    const isModelUsed = model !== null && compared.proof !== null && compared.proof.linesLearnt > 0;
    // A damaged model is learnt again.
    if (voice && model !== null && compared.proof && !isModelUsed) project.proofs.forgetModel(voice.rowId);
    const listened = speech
      ? await listen(parts, take, speech, signal)
      : isHeard && audioHash === known.audioHash
        ? { recogniser: known.recogniser, heard: known.heard, notHeard: known.notHeard }
        : { recogniser, heard: null, notHeard: null };
    const proof = listened.heard ? combineProofs(compared.proof, listened.heard) : compared.proof;
    return {
      ...listened,
      audioHash: audioHash ?? take.audioHash,
      words,
      proof,
      notCompared: proof ? null : compared.notCompared,
      // If only a recogniser can check the take, no model of the voice would change that.
      modelLines: isModelUsed || compared.proof === null ? (voice?.linesLearnt ?? 0) : 0,
    };
  } finally {
    await file.close();
  }
}

type Listened = Pick<StoredFindings, 'recogniser' | 'heard' | 'notHeard'>;

async function listen(
  { project, listener }: ProofingParts,
  { language, text }: TakeToProof,
  samples: Float32Array,
  signal: AbortSignal,
): Promise<Listened> {
  const folded = text.toLowerCase();
  const occurs = (name: string): boolean =>
    name
      .toLowerCase()
      .split(/\s/)
      .some((word) => word !== '' && folded.includes(word));
  const names = project.cast.roles().flatMap(({ name }) => (occurs(name) ? [name] : []));
  // The text is as sent, with rules applied, but recognisers might know the original spelling.
  const respellings = project.cast
    .rules()
    .flatMap(({ from, to }) => [{ from, to }, ...(to === '' ? [] : [{ from: to, to: from }])])
    .filter(({ from }) => occurs(from));
  const take = { text, samples, sampleRate: ALIGNMENT_RATE, names, respellings };
  return (await listener?.listen(language, take, signal)) ?? { recogniser: null, heard: null, notHeard: null };
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
