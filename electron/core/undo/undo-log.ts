// What takes changes back, one log for a studio: of the project that is open, and of what belongs to the machine.
import { type OutdatedReason, UNDO_DEPTH } from '../../../shared/ipc/undo-requests.ts';
import { found, RequestError, refuse } from '../bridge/request-error.ts';
import type { Awaitable, Clock, Random } from '../ports.ts';
import { SerialQueue } from '../timing.ts';

/**
 * Takes a change back.
 *
 * @returns the inverse of that, which makes the change again; null where it can't be made again
 * @throws RequestError `outdated` where that would undo something else: nothing is changed then
 */
export type Inverse = () => Inverse | null | Promise<Inverse | null>;

/**
 * The inverse of a change that can be made again in the same way.
 *
 * @param former what the change answered: how things stood
 * @param takeBack brings that back
 * @param make makes the change again
 */
export function repeatable<F>(former: F, takeBack: (former: F) => Awaitable<void>, make: () => Awaitable<F>): Inverse {
  return async () => {
    await takeBack(former);
    return async () => repeatable(await make(), takeBack, make);
  };
}

/** The inverse of a change that can't be made again by itself. */
export const once =
  (takeBack: () => Awaitable<unknown>): Inverse =>
  async () => {
    await takeBack();
    return null;
  };

/** Taking a step back would undo something else. @throws RequestError `outdated` where that is so */
export function refuseOutdated(isOutdated: boolean, reason: OutdatedReason, role?: string): void {
  if (isOutdated) refuse({ kind: 'outdated', reason, ...(role === undefined ? {} : { role }) });
}

interface StepOptions {
  /** The project that was changed, as long as it is open; absent: what belongs to the machine. */
  readonly project?: object;
  /** Small steps of the same name that follow each other count as one, however many they are. */
  readonly joins?: string;
}

interface Entry extends StepOptions {
  readonly inverse: Inverse;
}

/** Steps that count as one, the oldest first. */
interface Group {
  readonly joins: string | undefined;
  readonly entries: Map<string, Entry>;
}

/** Steps in their order. The oldest group goes where there are more than `UNDO_DEPTH`. */
class Steps {
  /** None of them empty, the oldest first. */
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

  /** @returns whether it was there */
  delete(id: string): boolean {
    const group = this.#groupOf.get(id);
    if (!group) return false;
    this.#groupOf.delete(id);
    group.entries.delete(id);
    if (group.entries.size === 0) this.#groups.splice(this.#groups.indexOf(group), 1);
    return true;
  }

  forget(project: object): void {
    for (const [id, { entries }] of this.#groupOf) if (entries.get(id)?.project === project) this.delete(id);
  }
}

/** Of a time in milliseconds. */
const TIME_DIGITS = 15;

export class UndoLog {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #random: Random;
  readonly #queue = new SerialQueue();
  readonly #done = new Steps();
  /** What was taken back and can be done again, the one that was taken back first in front. */
  readonly #undone = new Steps();
  /** When a step was added last, as its id has it. */
  #addedAt = 0;

  constructor({ clock, random }: { readonly clock: Pick<Clock, 'now'>; readonly random: Random }) {
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Notes a change. The oldest step goes where there are more than `UNDO_DEPTH`.
   *
   * @returns the step's id: ids sort in the order of the changes, also after those of a studio that ran before
   */
  add(inverse: Inverse, options: StepOptions = {}): string {
    this.#addedAt = Math.max(this.#clock.now(), this.#addedAt + 1);
    const id = `${String(this.#addedAt).padStart(TIME_DIGITS, '0')}-${this.#random.id()}`;
    this.#done.add(id, { ...options, inverse });
    return id;
  }

  /**
   * Takes a step back. One that fails stays, to be tried again, unless it is outdated.
   *
   * @returns whether it can be done again
   * @throws RequestError `not-found` where it is too long ago, gone with its project, or taken back already; what the inverse throws
   */
  undo(id: string): Promise<boolean> {
    return this.#queue.run(() => this.#turnBack(id, this.#done, this.#undone));
  }

  /** Does a step again that was taken back. @throws as `undo` */
  async redo(id: string): Promise<void> {
    await this.#queue.run(() => this.#turnBack(id, this.#undone, this.#done));
  }

  /** A project is closed: its steps go. */
  forget(project: object): void {
    for (const steps of [this.#done, this.#undone]) steps.forget(project);
  }

  async #turnBack(id: string, from: Steps, to: Steps): Promise<boolean> {
    const { inverse, ...entry } = found(from.get(id), 'step');
    try {
      const back = await inverse();
      // Its project may have been closed by then.
      if (from.delete(id) && back) to.add(id, { ...entry, inverse: back });
      return back !== null;
    } catch (error) {
      if (error instanceof RequestError && error.error.kind === 'outdated') from.delete(id);
      throw error;
    }
  }
}
