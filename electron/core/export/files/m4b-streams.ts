// Caches the AAC streams of an M4B, extracts them from earlier exports, and assembles them.

import type { FileHandle } from 'node:fs/promises';
import {
  AAC_FRAME,
  type AudioTags,
  adtsStream,
  type ChapterMark,
  m4bPackets,
  m4bParts,
  requirePackets,
} from '@lectern/audio';
import type { MasteringGoal } from '../../../../shared/model/export/delivery.ts';
import type { AudioFolder, AudioRow } from './audio-list.ts';
import { WORK_FOLDER } from './exported-names.ts';

/** Measured before encoding. */
export type StreamFigures = Pick<AudioRow, 'loudnessLufs' | 'rmsDbfs' | 'truePeakDbtp'>;

export const streamFile = (key: string): string => `${WORK_FOLDER}/${key}.aac`;
export const figuresFile = (key: string): string => `${streamFile(key)}.json`;

/** Writes the file with the measurements last, so that its presence shows that both files are complete. */
export async function cacheStream(
  folder: AudioFolder,
  key: string,
  partial: string,
  { loudnessLufs, rmsDbfs, truePeakDbtp }: StreamFigures,
): Promise<void> {
  await folder.disk.rename(folder.at(partial), folder.at(streamFile(key)));
  await folder.replace(figuresFile(key), JSON.stringify({ loudnessLufs, rmsDbfs, truePeakDbtp }));
}

export async function removeStreams(folder: AudioFolder): Promise<void> {
  for (const name of await folder.disk.list(folder.at(WORK_FOLDER))) {
    if (/^[0-9a-f]{64}\.aac(\.json)?$/.test(name)) await folder.discard(`${WORK_FOLDER}/${name}`);
  }
}

/** Caches streams extracted from unmodified files. `wanted` are stream keys. */
export async function findReusableStreams(
  folder: AudioFolder,
  rows: readonly AudioRow[],
  wanted: ReadonlySet<string>,
  goal: Pick<MasteringGoal, 'sampleRate' | 'channels'>,
): Promise<void> {
  const left = new Set(wanted);
  for (const key of wanted) {
    if (await folder.disk.stat(folder.at(figuresFile(key)))) left.delete(key);
  }
  for (const row of rows) {
    if (!row.chapters.some(({ stream }) => stream && left.has(stream.key))) continue;
    const read = (offset: number, bytes: number) => folder.disk.readAt(folder.at(row.file), offset, bytes);
    const packets = await m4bPackets(read);
    if (packets === null) continue;
    let offset = packets.start;
    let first = 0;
    for (const [index, { stream }] of row.chapters.entries()) {
      const next = row.chapters[index + 1];
      const end = next ? Math.round((next.startSeconds * goal.sampleRate) / AAC_FRAME) : packets.sizes.length;
      const sizes = packets.sizes.subarray(first, end);
      const length = sizes.reduce((sum, size) => sum + size, 0);
      if (stream && left.delete(stream.key)) {
        const bytes = adtsStream(await read(offset, length), sizes, goal);
        await cacheStream(folder, stream.key, await folder.writePartial(bytes), stream);
      }
      offset += length;
      first = end;
    }
  }
}

type AacStream = () => Promise<Uint8Array>;

/** Keeps only one stream in memory at a time. */
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
    for (const { from, to } of requirePackets(await read())) sizes.push(to - from);
  }
  const { head, tail } = m4bParts({ ...about, packetSizes: Uint32Array.from(sizes) });
  await file.writeFile(head);
  for (const read of streams) {
    const stream = await read();
    const packets = requirePackets(stream);
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
