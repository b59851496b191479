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
import { at } from '../../../../shared/rules/at.ts';
import type { AudioFolder, AudioRow } from './audio-list.ts';
import { WORK_FOLDER } from './exported-names.ts';

/** Measured before encoding. Only whole files have a `signature`. */
export type StreamFigures = Pick<AudioRow, 'loudnessLufs' | 'rmsDbfs' | 'truePeakDbtp' | 'signature'>;

export const streamFile = (key: string): string => `${WORK_FOLDER}/${key}.aac`;
export const figuresFile = (key: string): string => `${streamFile(key)}.json`;

/** Writes the file with the measurements last, so that its presence shows that both files are complete. */
export async function cacheStream(
  folder: AudioFolder,
  key: string,
  partial: string,
  { loudnessLufs, rmsDbfs, truePeakDbtp, signature }: StreamFigures,
): Promise<void> {
  await folder.disk.rename(folder.at(partial), folder.at(streamFile(key)));
  await folder.replace(figuresFile(key), JSON.stringify({ loudnessLufs, rmsDbfs, truePeakDbtp, signature }));
}

export async function removeStreams(folder: AudioFolder): Promise<void> {
  for (const name of await folder.disk.list(folder.at(WORK_FOLDER))) {
    if (/^[0-9a-f]{64}\.aac(\.json)?$/.test(name)) await folder.discard(`${WORK_FOLDER}/${name}`);
  }
}

/** Caches streams extracted from unmodified files. `wanted` has the number of packets for each stream key. */
export async function findReusableStreams(
  folder: AudioFolder,
  rows: readonly AudioRow[],
  wanted: ReadonlyMap<string, number>,
  goal: Pick<MasteringGoal, 'sampleRate' | 'channels'>,
): Promise<void> {
  const left = new Map(wanted);
  for (const key of wanted.keys()) {
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
      const own = sizes.subarray(0, stream && left.get(stream.key));
      if (stream && left.delete(stream.key)) {
        const bytes = adtsStream(await read(offset, sum(own)), own, goal);
        await cacheStream(folder, stream.key, await folder.writePartial(bytes), stream);
      }
      offset += sum(sizes);
      first = end;
    }
  }
}

const sum = (sizes: Uint32Array): number => sizes.reduce((total, size) => total + size, 0);

interface AacStream {
  readonly read: () => Promise<Uint8Array>;
  /** Its number of packets in the file. The last one, which is silent, is repeated as needed. */
  readonly packets: number;
}

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
  for (const { read, packets: count } of streams) {
    const packets = requirePackets(await read());
    for (let index = 0; index < count; index += 1) {
      const { from, to } = at(packets, Math.min(index, packets.length - 1));
      sizes.push(to - from);
    }
  }
  const { head, tail } = m4bParts({ ...about, packetSizes: Uint32Array.from(sizes) });
  await file.writeFile(head);
  for (const { read, packets: count } of streams) {
    const stream = await read();
    const packets = requirePackets(stream);
    // Removes the ADTS headers in place.
    let length = 0;
    for (const { from, to } of packets) {
      stream.copyWithin(length, from, to);
      length += to - from;
    }
    await file.writeFile(stream.subarray(0, length));
    const { from, to } = at(packets, packets.length - 1);
    const last = stream.subarray(length - (to - from), length);
    for (let index = packets.length; index < count; index += 1) await file.writeFile(last);
  }
  await file.writeFile(tail);
}
