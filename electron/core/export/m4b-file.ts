// Puts an M4B together from streams of AAC, one a chapter.
import type { FileHandle } from 'node:fs/promises';
import { ADTS_HEAD, adtsFrameSize } from '../../../codecs/adts.ts';
import type { AudioTags, ChapterMark } from '../../../codecs/audio-tags.ts';
import { m4bParts } from '../../../codecs/m4b.ts';

/** A stream of ADTS frames, read when it is needed. */
export type AacStream = () => Promise<Uint8Array>;

/** The places and lengths of the packets of a stream; null where it is none, or was cut. */
export function aacPackets(stream: Uint8Array): { readonly from: number; readonly to: number }[] | null {
  const packets: { readonly from: number; readonly to: number }[] = [];
  for (let from = 0; from < stream.length; ) {
    if (from + ADTS_HEAD > stream.length || stream[from] !== 0xff || ((stream[from + 1] ?? 0) & 0xf7) !== 0xf1)
      return null;
    const size = adtsFrameSize(stream, from);
    if (size <= ADTS_HEAD || from + size > stream.length) return null;
    packets.push({ from: from + ADTS_HEAD, to: from + size });
    from += size;
  }
  return packets;
}

function packetsOf(stream: Uint8Array): { readonly from: number; readonly to: number }[] {
  const packets = aacPackets(stream);
  if (packets === null) throw new Error('A stream of AAC is broken.');
  return packets;
}

/**
 * Writes an M4B to an empty file. One stream is in memory at a time.
 *
 * @param chapters none: the file has none
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
    for (const { from, to } of packetsOf(await read())) sizes.push(to - from);
  }
  const { head, tail } = m4bParts({ ...about, packetSizes: Uint32Array.from(sizes) });
  await file.writeFile(head);
  for (const read of streams) {
    const stream = await read();
    const packets = packetsOf(stream);
    // The heads between the packets are left out in place: what is behind moves forward.
    let length = 0;
    for (const { from, to } of packets) {
      stream.copyWithin(length, from, to);
      length += to - from;
    }
    await file.writeFile(stream.subarray(0, length));
  }
  await file.writeFile(tail);
}
