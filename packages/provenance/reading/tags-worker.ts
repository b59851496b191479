// Reads tags in a separate thread, because a malicious file can make the library hang or run out of memory.
import { parentPort } from 'node:worker_threads';
import { type IAudioMetadata, parseFile } from 'music-metadata';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { OriginTags } from './read-tags.ts';

/** Lectern writes no longer tags. */
const MAX_LENGTH = 2000;

async function read(path: string): Promise<OriginTags | 'damaged'> {
  try {
    const { native } = await parseFile(path, { duration: false, skipCovers: true, skipPostHeaders: true });
    // WAV files have `ISRF` in their INFO list.
    return { sourceType: textOf(native, 'DIGITALSOURCETYPE', 'ISRF'), disclosure: textOf(native, 'DISCLOSURE') };
  } catch {
    return 'damaged';
  }
}

/** Returns the text of a tag. ID3 and MP4 add a prefix to its name. */
function textOf(native: IAudioMetadata['native'], ...names: readonly string[]): string | null {
  for (const [kind, tags] of Object.entries(native)) {
    const values = tags.flatMap(({ id, value }) => {
      const name = id.toString().replace(/^(?:TXXX|----:com\.apple\.iTunes):/, '');
      return names.includes(name) && typeof value === 'string' ? [value] : [];
    });
    // The library splits ID3v2.3 text at slashes.
    const text = kind.startsWith('ID3') ? values.join('/') : (values[0] ?? '');
    if (text !== '' && text.length <= MAX_LENGTH) return text;
  }
  return null;
}

parentPort?.on('message', (path: string) => {
  void read(path).then((result) => {
    const reply: WorkerReply<OriginTags | 'damaged'> = { ok: true, result };
    parentPort?.postMessage(reply);
  });
});
