// What takes changes back, one log for a studio: of the project that is open, and of what belongs to the machine.
import { UNDO_DEPTH } from '../../../shared/ipc/undo-requests.ts';
import { found, RequestError } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import { Turns } from '../timing.ts';

/**
 * Takes a change back.
 *
 * @returns the inverse of that, which makes the change again; null where it can't be made again
 * @throws RequestError `outdated` where that would undo something else: nothing is changed then
 */
export type Inverse = () => Inverse | null | Promise<Inverse | null>;

interface StepOptions {
  /** The project that was changed, as long as it is open; absent: what belongs to the machine. */
  readonly project?: object;
  /** Small steps of the same name that follow each other count as one, however many they are. */
  readonly joins?: string;
}

interface Entry extends StepOptions {
  readonly inverse: Inverse;
  /** Steps that count as one have the same. */
  readonly group: number;
}

export class UndoLog {
  readonly #random: Random;
  readonly #turns = new Turns();
  /** The oldest first. */
  readonly #done = new Map<string, Entry>();
  /** What was taken back and can be done again, the one that was taken back first in front. */
  readonly #undone = new Map<string, Entry>();
  #lastGroup = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Notes a change. The oldest step goes where there are more than `UNDO_DEPTH`.
   *
   * @returns the step's id
   */
  add(inverse: Inverse, options: StepOptions = {}): string {
    const id = this.#random.id();
    this.#put(this.#done, id, { ...options, inverse });
    return id;
  }

  /**
   * Takes a step back. One that fails stays, to be tried again, unless it is outdated.
   *
   * @returns whether it can be done again
   * @throws RequestError `not-found` where it is too long ago, gone with its project, or taken back already; what the inverse throws
   */
  undo(id: string): Promise<boolean> {
    return this.#turns.take(() => this.#turnBack(id, this.#done, this.#undone));
  }

  /** Does a step again that was taken back. @throws as `undo` */
  async redo(id: string): Promise<void> {
    await this.#turns.take(() => this.#turnBack(id, this.#undone, this.#done));
  }

  /** A project is closed: its steps go. */
  forget(project: object): void {
    for (const entries of [this.#done, this.#undone]) {
      for (const [id, entry] of entries) if (entry.project === project) entries.delete(id);
    }
  }

  async #turnBack(id: string, from: Map<string, Entry>, to: Map<string, Entry>): Promise<boolean> {
    const { inverse, ...entry } = found(from.get(id), 'step');
    try {
      const back = await inverse();
      // Its project may have been closed by then.
      if (from.delete(id) && back) this.#put(to, id, { ...entry, inverse: back });
      return back !== null;
    } catch (error) {
      if (error instanceof RequestError && error.error.kind === 'outdated') from.delete(id);
      throw error;
    }
  }

  #put(entries: Map<string, Entry>, id: string, entry: Omit<Entry, 'group'>): void {
    const last = [...entries.values()].at(-1);
    const isJoined = entry.joins !== undefined && entry.joins === last?.joins;
    if (!isJoined) this.#lastGroup += 1;
    entries.set(id, { ...entry, group: isJoined && last ? last.group : this.#lastGroup });
    const groups = new Set(Array.from(entries.values(), ({ group }) => group));
    const [oldest] = groups;
    if (groups.size <= UNDO_DEPTH) return;
    for (const [old, { group }] of entries) if (group === oldest) entries.delete(old);
  }
}
