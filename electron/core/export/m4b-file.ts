import type { FileHandle } from 'node:fs/promises';
import { type AudioTags, type ChapterMark, m4bParts, ownPackets } from '@lectern/audio';

export type AacStream = () => Promise<Uint8Array>;

/**
 * Assembles AAC streams, one per chapter, into an M4B and writes it to an empty file. Only one stream is in memory at a
 * time.
 *
 * @param chapters empty for a file without chapters
 */
export async function writeM4b(
  file: FileHandle,
  streams: readonly AacStream[],
  about: {
    readonly sampleRate: number;
    readonly channels: 1 | 2;
    readonly chapters: readonly ChapterMark[];
    readonly tags: AudioTags;
  },
): Promise<void> {
  const sizes: number[] = [];
  for (const read of streams) {
    for (const { from, to } of ownPackets(await read())) sizes.push(to - from);
  }
  const { head, tail } = m4bParts({ ...about, packetSizes: Uint32Array.from(sizes) });
  await file.writeFile(head);
  for (const read of streams) {
    const stream = await read();
    const packets = ownPackets(stream);
    // Removes the ADTS headers in place.
    let length = 0;
    for (const { from, to } of packets) {
      stream.copyWithin(length, from, to);
      length += to - from;
    }
    await file.writeFile(stream.subarray(0, length));
  }
  await file.writeFile(tail);
}
