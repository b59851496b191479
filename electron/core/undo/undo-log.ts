import { type OutdatedReason, UNDO_DEPTH } from '../../../shared/ipc/undo-requests.ts';
import { RequestError, refuse, requireFound } from '../bridge/request-error.ts';
import type { Awaitable, Clock, Random } from '../ports.ts';
import { SerialQueue } from '../timing.ts';

/** Undoes a change. Returns a function that redoes it; null if it can't be redone. @throws RequestError `outdated` */
export type Inverse = () => Inverse | null | Promise<Inverse | null>;

export function repeatable<F>(former: F, revert: (former: F) => Awaitable<void>, make: () => Awaitable<F>): Inverse {
  return async () => {
    await revert(former);
    return async () => repeatable(await make(), revert, make);
  };
}

export const once =
  (revert: () => Awaitable<unknown>): Inverse =>
  async () => {
    await revert();
    return null;
  };

/** Refuses to undo a change if that would also undo a later one. @throws RequestError `outdated` */
export function refuseOutdated(isOutdated: boolean, reason: OutdatedReason, role?: string): void {
  if (isOutdated) refuse({ kind: 'outdated', reason, ...(role === undefined ? {} : { role }) });
}

/** Stores a project's steps, so that they can be undone after a restart. */
export interface StepStore {
  /** Stores a step with the changes that the current request has made. */
  add(id: string): void;
  /** Stores the changes that undoing or redoing the step has made. */
  turn(id: string, isUndone: boolean): void;
  delete(id: string): void;
}

interface ChangedProject {
  readonly steps?: StepStore;
}

interface StepOptions {
  /** The open project that was changed; absent for machine-wide changes. */
  readonly project?: ChangedProject;
  /** Consecutive small steps with the same name count as one towards the limit. */
  readonly joins?: string;
}

interface Entry extends StepOptions {
  readonly inverse: Inverse;
}

interface Group {
  readonly joins: string | undefined;
  readonly entries: Map<string, Entry>;
}

/** Groups of steps, from oldest to newest. The oldest group is dropped if there are more than `UNDO_DEPTH`. */
class Steps {
  readonly #groups: Group[] = [];
  readonly #groupOf = new Map<string, Group>();

  get(id: string): Entry | undefined {
    return this.#groupOf.get(id)?.entries.get(id);
  }

  add(id: string, entry: Entry): void {
    const last = this.#groups.at(-1);
    const isJoined = last !== undefined && entry.joins !== undefined && entry.joins === last.joins;
    const group = isJoined ? last : { joins: entry.joins, entries: new Map<string, Entry>() };
    if (!isJoined) this.#groups.push(group);
    group.entries.set(id, entry);
    this.#groupOf.set(id, group);
    const oldest = this.#groups.length > UNDO_DEPTH ? this.#groups.shift() : undefined;
    for (const old of oldest?.entries.keys() ?? []) this.#groupOf.delete(old);
  }

  delete(id: string): boolean {
    const group = this.#groupOf.get(id);
    if (!group) return false;
    this.#groupOf.delete(id);
    group.entries.delete(id);
    if (group.entries.size === 0) this.#groups.splice(this.#groups.indexOf(group), 1);
    return true;
  }

  forget(project: ChangedProject): void {
    for (const [id, { entries }] of this.#groupOf) if (entries.get(id)?.project === project) this.delete(id);
  }
}

const TIME_DIGITS = 15;

export class UndoLog {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #random: Random;
  readonly #queue = new SerialQueue();
  readonly #done = new Steps();
  readonly #undone = new Steps();
  #addedAt = 0;

  constructor({ clock, random }: { readonly clock: Pick<Clock, 'now'>; readonly random: Random }) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Adds a step. @returns an id; ids sort in the order of the changes */
  add(inverse: Inverse, options: StepOptions = {}): string {
    this.#addedAt = Math.max(this.#clock.now(), this.#addedAt + 1);
    const id = `${String(this.#addedAt).padStart(TIME_DIGITS, '0')}-${this.#random.id()}`;
    this.#done.add(id, { ...options, inverse });
    options.project?.steps?.add(id);
    return id;
  }

  /** Adds a step that was stored before the project was opened, unless it is known. Add the oldest one first. */
  restore(id: string, inverse: Inverse, project: ChangedProject, isUndone: boolean): void {
    if (this.#done.get(id) || this.#undone.get(id)) return;
    (isUndone ? this.#undone : this.#done).add(id, { project, inverse });
  }

  /**
   * Undoes a step. A step that fails can be tried again, unless it is outdated.
   * @returns whether the step can be redone
   */
  undo(id: string): Promise<boolean> {
    return this.#queue.run(() => this.#applyInverse(id, this.#done, this.#undone));
  }

  /** Redoes an undone step. @throws like `undo` */
  async redo(id: string): Promise<void> {
    await this.#queue.run(() => this.#applyInverse(id, this.#undone, this.#done));
  }

  forget(project: ChangedProject): void {
    for (const steps of [this.#done, this.#undone]) steps.forget(project);
  }

  async #applyInverse(id: string, from: Steps, to: Steps): Promise<boolean> {
    const { inverse, ...entry } = requireFound(from.get(id), 'step');
    try {
      const back = await inverse();
      // The project might have been closed while the step was queued, in which case the step has been removed.
      if (from.delete(id)) {
        if (back) {
          to.add(id, { ...entry, inverse: back });
          entry.project?.steps?.turn(id, to === this.#undone);
        } else entry.project?.steps?.delete(id);
      }
      return back !== null;
    } catch (error) {
      if (error instanceof RequestError && error.error.kind === 'outdated' && from.delete(id)) {
        entry.project?.steps?.delete(id);
      }
      throw error;
    }
  }
}
