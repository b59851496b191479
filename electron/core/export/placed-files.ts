// What an export has to make: each file under the name that it gets, and what stands there of it already.
import { createHash } from 'node:crypto';
import type { AudioTags } from '../../../codecs/audio-tags.ts';
import type { DeliveryEncoding, MasteringGoal } from '../../../shared/model/delivery.ts';
import { at } from '../../../shared/rules/at.ts';
import { nameKey, uniqueNames } from '../../../shared/rules/file-names.ts';
import { MASTERING_VERSION } from '../mastering/master-sound.ts';
import type { SoundPlan } from '../mastering/sound-plan.ts';
import type { DeliveryFolder, DeliveryRow } from './delivery-manifest.ts';
import type { PlannedFile } from './delivery-plan.ts';

/** A file to make. */
export interface DeliveryFile extends PlannedFile {
  /** The name that it is to have, with its extension. */
  readonly name: string;
  readonly tags: AudioTags;
  /** What is in it, where it is no sound that is to be made. */
  readonly bytes?: Uint8Array;
}

/** How sounds are made. */
export interface SoundTerms {
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  /** Whether files of several chapters say where each begins. */
  readonly chapterMarks: boolean;
}

/** A file under the name that it gets, and what is there of it. */
export interface PlacedFile {
  readonly wanted: DeliveryFile;
  readonly file: string;
  readonly key: string;
  /** The file as it stands; null where it is to be made. */
  readonly row: DeliveryRow | null;
}

/**
 * Gives files their names in a folder, and finds those that are there.
 *
 * @param changed files that are not as they were written any more, as `nameKey` gives them
 */
export async function placeFiles(
  wanted: readonly DeliveryFile[],
  terms: SoundTerms,
  folder: DeliveryFolder,
  changed: ReadonlySet<string>,
): Promise<PlacedFile[]> {
  const standing = new Set((await folder.disk.list(folder.path)).map(nameKey));
  const isTaken = (name: string): boolean => standing.has(nameKey(name)) && !folder.rowAt(name);
  const names = uniqueNames(
    wanted.map(({ name }) => name),
    isTaken,
  );
  const made = new Map(folder.rows().flatMap((row) => (changed.has(nameKey(row.file)) ? [] : [[row.key, row]])));
  return wanted.map((each, index): PlacedFile => {
    const file = at(names, index);
    const key = keyOf(each, terms);
    const own = folder.rowAt(file);
    const row = own?.key === key && !changed.has(nameKey(file)) ? own : (made.get(key) ?? null);
    // Two files of the same bytes: the second is made, too.
    if (row) made.delete(key);
    return { wanted: each, file, key, row };
  });
}

/** The same exactly where a sound would be. Where the project lies is no part of it. */
const soundOf = (plan: SoundPlan): unknown => ({
  ...plan,
  clips: plan.clips.map(({ audio: { hash, format }, ...clip }) => ({ ...clip, hash, format })),
});

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

function keyOf({ bytes, sections, tags }: DeliveryFile, { goal, encoding, chapterMarks }: SoundTerms): string {
  if (bytes) return hashOf({ bytes: createHash('sha256').update(bytes).digest('hex') });
  const cover = tags.cover && createHash('sha256').update(tags.cover.bytes).digest('hex');
  const parts = sections.map(({ title, plan, startFrame }) => ({ title, startFrame, plan: soundOf(plan) }));
  return hashOf({
    version: MASTERING_VERSION,
    tagsVersion: TAGS_VERSION,
    parts,
    tags: { ...tags, cover },
    goal,
    encoding,
    chapterMarks,
  });
}

/** Goes into the keys of files: higher whenever the same tags and chapters give other bytes in any container. */
const TAGS_VERSION = 2;

/** Tells a stream of one chapter's sound from others. */
export const streamKeyOf = (plan: SoundPlan, { goal, encoding }: SoundTerms): string =>
  hashOf({ version: MASTERING_VERSION, plan: soundOf(plan), goal, encoding });
