import { createHash } from 'node:crypto';
import type { AudioTags } from '@lectern/audio';
import { MASTERING_VERSION, type SoundPlan } from '@lectern/audio/mastering';
import type { DeliveryEncoding, MasteringGoal } from '../../../shared/model/delivery.ts';
import { at } from '../../../shared/rules/at.ts';
import { nameKey, uniqueNames } from '../../../shared/rules/file-names.ts';
import type { DeliveryFolder, DeliveryRow } from './delivery-manifest.ts';
import type { PlannedFile } from './delivery-plan.ts';

export interface DeliveryFile extends PlannedFile {
  readonly name: string;
  readonly tags: AudioTags;
  /** Content of the file, if it isn't encoded audio. */
  readonly bytes?: Uint8Array;
}

export interface SoundTerms {
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  /** Whether files with several chapters contain chapter marks. */
  readonly chapterMarks: boolean;
}

export interface PlacedFile {
  readonly wanted: DeliveryFile;
  readonly file: string;
  readonly key: string;
  /** The existing file; null if it has to be written. */
  readonly row: DeliveryRow | null;
}

/**
 * Chooses the file names in a folder and finds existing files with the same content.
 *
 * @param changed files modified since Lectern wrote them, as `nameKey` values
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
    // An existing file can be used only once, so an identical second file is written.
    if (row) made.delete(key);
    return { wanted: each, file, key, row };
  });
}

/**
 * Returns the parts of a plan that determine the audio. Paths are left out, so that a moved project has the same keys.
 */
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

/** Part of the file keys. Increase it when the same tags and chapters produce different bytes in any container. */
const TAGS_VERSION = 2;

export const streamKeyOf = (plan: SoundPlan, { goal, encoding }: SoundTerms): string =>
  hashOf({ version: MASTERING_VERSION, plan: soundOf(plan), goal, encoding });
