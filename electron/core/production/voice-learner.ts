import { setImmediate } from 'node:timers/promises';
import type { PreparedLine } from '@lectern/audio/alignment';
import { MIN_LINES_OF_VOICE } from '../../../shared/model/proof.ts';
import type { SpokenVoice } from '../project/proof/proof-store.ts';
import { openTake, type ProofingParts, proofOrder } from './proof-take.ts';

/** Numbers of lines at which a voice is learnt again. Each of the first ones is compared with the others. */
const LEARNING_STEPS = [MIN_LINES_OF_VOICE + 1, 60, 120, 150] as const;

const NOTHING: readonly number[] = [];

/** Learns voices from lines spread over the whole project. */
export class VoiceLearner {
  readonly #parts: ProofingParts;
  /** Ids of the lines of each voice, by the id of its model. */
  readonly #lines = new Map<number, Set<number>>();
  #lastTake = 0;
  readonly #learning = new Map<number, Promise<readonly number[]>>();
  /** The steps already tried for each voice, so that unreadable takes don't cause endless attempts. */
  readonly #tried = new Map<number, number>();

  constructor(parts: ProofingParts) {
    this.#parts = parts;
  }

  /**
   * Learns a voice if it has enough new lines.
   * @returns ids of takes that were compared before the voice was learnt from these lines
   * @throws ProjectError
   */
  async learnIfDue(voice: SpokenVoice, signal: AbortSignal): Promise<readonly number[]> {
    await this.#countLines();
    const { proofs } = this.#parts.project;
    const { rowId, linesLearnt } = proofs.voice(voice);
    const running = this.#learning.get(rowId);
    if (running) {
      await running;
      return NOTHING;
    }
    const step = stepFor(this.#lines.get(rowId)?.size ?? 0);
    if (step <= Math.max(linesLearnt, this.#tried.get(rowId) ?? 0)) return NOTHING;
    const learning = this.#learn(voice, rowId, step, signal).finally(() => this.#learning.delete(rowId));
    this.#learning.set(rowId, learning);
    return learning;
  }

  async #countLines(): Promise<void> {
    const { proofs } = this.#parts.project;
    for (;;) {
      const page = proofs.voicesOfTakes(this.#lastTake);
      if (page.length === 0) return;
      for (const { takeId, lineId, voice } of page) {
        this.#lastTake = Math.max(this.#lastTake, takeId);
        if (voice === null) continue;
        const lines = this.#lines.get(voice) ?? new Set();
        this.#lines.set(voice, lines.add(lineId));
      }
      await setImmediate();
    }
  }

  async #learn(voice: SpokenVoice, rowId: number, step: number, signal: AbortSignal): Promise<readonly number[]> {
    const { project, workers, onDefect } = this.#parts;
    const takeIds = project.proofs.takesToLearn(voice, step);
    this.#tried.set(rowId, step);
    if (takeIds.length < MIN_LINES_OF_VOICE) return NOTHING;
    const lines: PreparedLine[] = [];
    try {
      for (const takeId of takeIds) {
        if (signal.aborted) return NOTHING;
        const line = await this.#prepare(takeId);
        if (line) lines.push(line);
      }
      if (lines.length < MIN_LINES_OF_VOICE) return NOTHING;
      const model = await workers.learnVoice(lines);
      if (signal.aborted) return NOTHING;
      project.proofs.putModel(rowId, lines.length, model);
    } catch (error) {
      if (!signal.aborted) onDefect(error);
      return NOTHING;
    }
    return project.proofs.takesToRescore(rowId);
  }

  /** Returns null if the take can't be read or compared. */
  async #prepare(takeId: number): Promise<PreparedLine | null> {
    const { project, workers } = this.#parts;
    const take = project.proofs.takeToProof(takeId);
    const file = take && (await openTake(project, take));
    if (!take || !file) return null;
    try {
      return await workers.prepareLine({ fd: file.fd }, proofOrder(take));
    } catch {
      // Reported when the take is compared.
      return null;
    } finally {
      await file.close();
    }
  }
}

const stepFor = (lines: number): number => LEARNING_STEPS.findLast((step) => step <= lines) ?? 0;
