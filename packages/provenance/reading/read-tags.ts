import { LimitedWorker } from './limited-worker.ts';

/** What the tags of a file say about synthetic speech. */
export interface OriginTags {
  /** URI of a term in the IPTC's Digital Source Type vocabulary; null if there is none. */
  readonly sourceType: string | null;
  /** A sentence for listeners; null if there is none. */
  readonly disclosure: string | null;
}

/** `damaged`: the tags can't be parsed. */
export type TagReading = OriginTags | 'damaged' | 'too-slow';

/** Generous, because only the tags are read. */
const TIME_LIMIT_MS = 20_000;

const worker = new LimitedWorker<string, OriginTags | 'damaged'>(
  new URL('./tags-worker.ts', import.meta.url),
  TIME_LIMIT_MS,
);

/** Reads the tags of an audio file. Problems with the file are part of the result. */
export async function readTags(path: string): Promise<TagReading> {
  const tags = await worker.run(path);
  return tags === 'crashed' ? 'damaged' : tags;
}
