// Reuses unchanged chapters from the M4B of an earlier export by extracting their AAC streams.
import { AAC_FRAME, adtsStream, m4bPackets } from '@lectern/audio';
import type { MasteringGoal } from '../../../shared/model/delivery.ts';
import type { DeliveryFolder, DeliveryRow } from './delivery-manifest.ts';
import { WORK_FOLDER } from './manifest.ts';

/** Measured before encoding. */
export type StreamFigures = Pick<DeliveryRow, 'loudnessLufs' | 'rmsDbfs' | 'truePeakDbtp'>;

/** The work folder keeps each chapter's stream, with its figures in a separate file, until all are finished. */
export const streamFile = (key: string): string => `${WORK_FOLDER}/${key}.aac`;
export const figuresFile = (key: string): string => `${streamFile(key)}.json`;

/**
 * Moves a stream to the work folder. The figures are written last, so that their presence means that both files are
 * complete.
 *
 * @param partial the stream under its temporary name
 */
export async function cacheStream(
  folder: DeliveryFolder,
  key: string,
  partial: string,
  { loudnessLufs, rmsDbfs, truePeakDbtp }: StreamFigures,
): Promise<void> {
  await folder.disk.rename(folder.at(partial), folder.at(streamFile(key)));
  await folder.replace(figuresFile(key), JSON.stringify({ loudnessLufs, rmsDbfs, truePeakDbtp }));
}

export async function removeStreams(folder: DeliveryFolder): Promise<void> {
  for (const name of await folder.disk.list(folder.at(WORK_FOLDER))) {
    if (/^[0-9a-f]{64}\.aac(\.json)?$/.test(name)) await folder.discard(`${WORK_FOLDER}/${name}`);
  }
}

/**
 * Extracts the wanted streams from files of earlier exports into the work folder.
 *
 * @param rows unmodified files
 * @param wanted stream keys
 */
export async function findReusableStreams(
  folder: DeliveryFolder,
  rows: readonly DeliveryRow[],
  wanted: ReadonlySet<string>,
  goal: Pick<MasteringGoal, 'sampleRate' | 'channels'>,
): Promise<void> {
  const left = new Set(wanted);
  for (const key of wanted) {
    if (await folder.disk.look(folder.at(figuresFile(key)))) left.delete(key);
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
