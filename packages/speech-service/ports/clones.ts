import type { MaybePromise } from '../common/maybe-promise.ts';
import type { Timbre } from '../common/timbre.ts';

/** `id` is the voice identifier; `based_on` identifies the embedded voice whose timbre was tuned. */
export interface StoredClone {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly gender: string | null;
  readonly created_at: number;
  readonly based_on: string;
  readonly timbre: Timbre;
}

export type CloneTimbre = Pick<StoredClone, 'based_on' | 'timbre'>;

export interface CloneStore {
  add(clone: StoredClone): MaybePromise<void>;
  /** Returns a user's clones, the oldest first. */
  of(userId: string): MaybePromise<readonly StoredClone[]>;
  find(userId: string, id: string): MaybePromise<StoredClone | undefined>;
  /** Returns a function that finds a user's clones at once, to check a request that names many voices. */
  finder(userId: string): MaybePromise<(id: string) => StoredClone | undefined>;
  /** Returns any user's clone unless it has been deleted. Callers must check access themselves. */
  findExisting(id: string): MaybePromise<StoredClone | undefined>;
  /** Erases the clone's name immediately, but keeps the timbre for waiting jobs until `eraseUnused` is called. */
  delete(userId: string, id: string, now: number): MaybePromise<StoredClone | undefined>;
  /**
   * Erases deleted clones that no unfinished job uses. Streams aren't considered: the store of a single machine is only asked at
   * startup, and the one for several machines keeps clones for an hour after they were deleted.
   */
  eraseUnused(): MaybePromise<void>;
}

/** The recordings of clones, as WAV files. */
export interface CloneSampleStore {
  /** Whether the clone can have a sample. If it turns out to have none, this is false from then on. */
  has(id: string): boolean;
  /** Write a sample before its clone. */
  write(id: string, wav: Uint8Array): MaybePromise<void>;
  /** @throws Error if there is no sample */
  read(id: string): Promise<Uint8Array>;
  /** Does nothing if there is no sample. */
  remove(id: string): Promise<void>;
}
