// Compares takes with their text in the background. Takes without a current proof form the queue, so nothing is lost if
// the process is killed.
import type { ProofStatus } from '../../../shared/model/proofed-take.ts';
import type { Clock } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Project } from '../project/project.ts';
import type { SpokenVoice, TakeToProof } from '../project/proof/proof-store.ts';
import { hashOfRecogniser, type ProofingParts, proofTake } from './proof-take.ts';
import { VoiceLearner } from './voice-learner.ts';

interface TakeProoferParts extends ProofingParts {
  readonly clock: Pick<Clock, 'sleep'>;
  /** True while other work, such as a run's downloads, must not be slowed down. */
  readonly isBusy: () => boolean;
  readonly onTakes: (lineIds: readonly number[]) => void;
}

/** Delay until the project has been opened, because listing the takes of a long book takes a while. */
const OPENING_MS = 3_000;
const BUSY_MS = 500;

export class TakeProofer {
  readonly #parts: TakeProoferParts;
  readonly #end = new AbortController();
  readonly #learner: VoiceLearner;
  /** Ids of takes; null until they have been listed. */
  #queue: TakeQueue | null = null;
  #working: Promise<void> | null = null;
  #urgent = Promise.withResolvers<void>();

  constructor(parts: TakeProoferParts) {
    this.#parts = parts;
    this.#learner = new VoiceLearner(parts);
  }

  /** Starts or continues, unless the project's setting is off. */
  begin(): void {
    if (this.#end.signal.aborted || !this.#parts.project.settings().proofTakes) return;
    this.#working ??= this.#work()
      .catch((error: unknown) => {
        // If the disk is full or the folder has been moved, the takes wait.
        if (!this.#end.signal.aborted && !(error instanceof ProjectError)) this.#parts.onDefect(error);
        this.#queue = null;
      })
      .finally(() => {
        this.#working = null;
      });
  }

  /** Call when takes of these lines have been stored. Retakes come first, because the producer ordered them. */
  takesArrived(lineIds: readonly number[]): void {
    const { project } = this.#parts;
    for (const { takeId, isRetake } of latestTakes(project, lineIds)) {
      if (project.proofs.isCurrent(takeId, hashOfRecogniser(this.#parts))) continue;
      this.#queue?.add(takeId, isRetake);
      if (isRetake) this.#urgent.resolve();
    }
    this.begin();
  }

  status(): Omit<ProofStatus, 'isOn'> {
    return this.#parts.project.proofs.status(hashOfRecogniser(this.#parts));
  }

  /** Call when the setting, the language of the takes or the installed recognisers have changed. */
  restart(): void {
    this.#queue = null;
    this.begin();
  }

  /** Doesn't wait for the thread, which might be learning a voice. Its result is discarded. */
  close(): void {
    this.#end.abort();
  }

  async #work(): Promise<void> {
    const { project, clock } = this.#parts;
    const { signal } = this.#end;
    if (!this.#queue) await clock.sleep(OPENING_MS, signal);
    while (await this.#isFree()) {
      this.#queue ??= new TakeQueue(project.proofs.waiting(hashOfRecogniser(this.#parts)));
      const next = this.#queue.next();
      if (next === undefined) return;
      const take = project.proofs.takeToProof(next.takeId);
      if (!take) continue;
      // Learning takes up to a minute, so urgent takes are compared first.
      if (next.isUrgent) await this.#proof(take);
      if (take.voice) await this.#proofUrgentUntil(this.#learn(take.voice));
      if (!next.isUrgent && (await this.#isFree())) await this.#proof(take);
    }
  }

  /** Waits while other work must not be slowed down. Returns false if no more takes are compared. */
  async #isFree(): Promise<boolean> {
    const { project, clock, isBusy } = this.#parts;
    const { signal } = this.#end;
    while (isBusy()) await clock.sleep(BUSY_MS, signal);
    return !signal.aborted && project.settings().proofTakes;
  }

  async #proof(take: TakeToProof): Promise<void> {
    if (await proofTake(this.#parts, take, this.#end.signal)) this.#parts.onTakes([take.lineId]);
  }

  async #learn(voice: SpokenVoice): Promise<void> {
    const outdated = await this.#learner.learnIfDue(voice, this.#end.signal);
    for (const id of outdated) this.#queue?.add(id, false);
  }

  /** Compares urgent takes until the work is done. */
  async #proofUrgentUntil(work: Promise<void>): Promise<void> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    // Errors are thrown below.
    done.catch(() => {});
    for (;;) {
      this.#urgent = Promise.withResolvers<void>();
      const takeId = this.#queue?.nextUrgent();
      if (takeId === undefined) await Promise.race([done, this.#urgent.promise]);
      if (isDone) {
        if (takeId !== undefined) this.#queue?.add(takeId, true);
        return done;
      }
      const take = takeId !== undefined && (await this.#isFree()) && this.#parts.project.proofs.takeToProof(takeId);
      if (take) await this.#proof(take);
    }
  }
}

/** Ids of takes, without duplicates. */
class TakeQueue {
  readonly #urgent: Set<number> = new Set();
  readonly #others: Set<number>;

  constructor(takeIds: readonly number[]) {
    this.#others = new Set(takeIds);
  }

  /** Returns false if the take is already in the queue. */
  add(takeId: number, isUrgent: boolean): boolean {
    const isNew = !this.#urgent.has(takeId) && !this.#others.has(takeId);
    (isUrgent ? this.#urgent : this.#others).add(takeId);
    return isNew;
  }

  next(): { readonly takeId: number; readonly isUrgent: boolean } | undefined {
    const urgent = this.nextUrgent();
    if (urgent !== undefined) return { takeId: urgent, isUrgent: true };
    for (const takeId of this.#others) {
      this.#others.delete(takeId);
      return { takeId, isUrgent: false };
    }
    return undefined;
  }

  nextUrgent(): number | undefined {
    for (const takeId of this.#urgent) {
      this.#urgent.delete(takeId);
      this.#others.delete(takeId);
      return takeId;
    }
    return undefined;
  }
}

function latestTakes(
  { db }: Project,
  lineIds: readonly number[],
): { readonly takeId: number; readonly isRetake: boolean }[] {
  return db
    .prepare<{ readonly id: number; readonly takes: number }>(
      `SELECT max(id) AS id, count(*) AS takes FROM takes WHERE line_id IN (SELECT value FROM json_each(?))
       GROUP BY line_id ORDER BY id`,
    )
    .all(JSON.stringify(lineIds))
    .map(({ id, takes }) => ({ takeId: id, isRetake: takes > 1 }));
}

interface ProofRun {
  readonly signal: AbortSignal;
  /** The number of takes to compare at the same time. */
  readonly concurrency: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** Compares takes that have no current proof, and takes that were compared before their voice was learnt. */
export async function proofTakes(
  parts: ProofingParts,
  takeIds: readonly number[],
  { signal, concurrency, onProgress }: ProofRun,
): Promise<void> {
  const { project } = parts;
  const learner = new VoiceLearner(parts);
  const queue = new TakeQueue(takeIds);
  let total = takeIds.length;
  let done = 0;
  const work = async () => {
    for (;;) {
      const takeId = signal.aborted ? undefined : queue.next()?.takeId;
      if (takeId === undefined) return;
      const take = project.proofs.takeToProof(takeId);
      const outdated = take?.voice ? await learner.learnIfDue(take.voice, signal) : [];
      for (const id of outdated) if (id !== takeId && queue.add(id, false)) total += 1;
      if (take && !signal.aborted) await proofTake(parts, take, signal);
      done += 1;
      onProgress(done, total);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
