// Writes a delivery: one file per chapter or one for all, plus `delivery.json`, the list of files that Lectern owns
// there.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AAC_FRAME, aacPackets, id3Tag } from '@lectern/audio';
import {
  type EncodedTags,
  encodedTags,
  isTaggedWithin,
  type MasteredSound,
  type SoundPlan,
} from '@lectern/audio/mastering';
import { hashOfFile } from '../../../node/files/regular-file.ts';
import type { ExportNotice, LineReason } from '../../../shared/model/export.ts';
import { nameKey } from '../../../shared/rules/file-names.ts';
import { largest } from '../../../shared/rules/lists.ts';
import { type MasteringWorkers, TakeAudioError } from '../audio/mastering-workers.ts';
import type { Clock } from '../ports.ts';
import { chapterMarksOf, chapterNotices } from './chapter-marks.ts';
import {
  beginDeliveryJournal,
  type DeliveryFolder,
  type DeliveryRow,
  deliveryRowSchema,
  notePlacing,
  type ReadDelivery,
  surveyDelivery,
  writeDeliveryManifest,
} from './delivery-manifest.ts';
import { wholePlan } from './delivery-plan.ts';
import { DeliveryCount, type DeliveryProgress } from './delivery-progress.ts';
import { type Disk, folderDisk, inParallel } from './disk.ts';
import { asExportError, heldFile } from './export-error.ts';
import { ExportFolder } from './export-folder.ts';
import {
  cacheStream,
  figuresFile,
  findReusableStreams,
  removeStreams,
  type StreamFigures,
  streamFile,
} from './former-streams.ts';
import { writeM4b } from './m4b-file.ts';
import { type DeliveryFile, type PlacedFile, placeFiles, type SoundTerms, streamKeyOf } from './placed-files.ts';
import { parkedName, survey } from './survey.ts';

export interface DeliveryOptions extends SoundTerms {
  /** The target folder; created if missing. */
  readonly outDir: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly files: readonly DeliveryFile[];
  readonly workers: MasteringWorkers;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: DeliveryProgress) => void) | undefined;
  /** Called with the partial report of an export that fails. */
  readonly onStopped?: ((report: DeliveryReport) => void) | undefined;
}

export interface FailedDelivery {
  readonly file: string;
  /** The line with the bad take; null if no take is the cause. */
  readonly lineId: number | null;
  readonly lines: readonly number[];
  readonly problem: TakeAudioError['kind'] | 'held';
  readonly audioHash: string | null;
}

export interface DeliveryReport {
  readonly files: readonly DeliveryRow[];
  /** Extra files: cover, chapter list or transcript. */
  readonly extras: readonly DeliveryRow[];
  readonly written: number;
  readonly moved: number;
  readonly unchanged: number;
  /** Number of files moved to the bin, and the bin's path relative to the folder (null if none). */
  readonly binned: number;
  readonly binFolder: string | null;
  readonly failed: readonly FailedDelivery[];
  readonly notices: readonly ExportNotice[];
}

/**
 * Writes the files of a delivery and `delivery.json`, the list of files that Lectern owns. Replaced and obsolete files
 * move to `bin/<time>/`. Files that would get the same bytes are kept, or only renamed. Files not on the list are never
 * touched.
 *
 * The export can be cancelled or killed at any time: finished files stay, and so do the finished chapters of an
 * unfinished file.
 *
 * @throws ExportError; the signal's reason when aborted
 */
export async function writeDelivery(
  options: DeliveryOptions,
  disk: Disk = folderDisk(options.outDir),
): Promise<DeliveryReport> {
  const { outDir, clock } = options;
  try {
    await disk.makeFolder(outDir);
    const unlock = disk.lock();
    try {
      return await deliverLocked(options, new ExportFolder<DeliveryRow>(outDir, disk, clock.now()));
    } finally {
      unlock();
    }
  } catch (error) {
    throw asExportError(error, outDir);
  }
}

async function deliverLocked(options: DeliveryOptions, folder: DeliveryFolder): Promise<DeliveryReport> {
  const { project, clock } = options;
  const former = await surveyDelivery(folder, project, clock.now());
  const changed = await survey(folder);
  const plan = await placeFiles(options.files, options, folder, changed);
  options.signal?.throwIfAborted();
  const writer = new DeliveryWriter(options, folder, changed);
  const finish = (): Promise<void> => writeList(options, folder, former, plan);
  try {
    await writer.run(plan);
  } catch (error) {
    // Save the list even though the export failed. If that fails too, the next export recovers it from the journal.
    await finish().catch(() => undefined);
    options.onStopped?.(writer.report(plan));
    throw error;
  }
  await finish();
  return writer.report(plan);
}

const writeList = (
  { project, clock }: DeliveryOptions,
  folder: DeliveryFolder,
  former: ReadDelivery | null,
  plan: readonly PlacedFile[],
): Promise<void> =>
  writeDeliveryManifest(folder, project, former, { order: plan.map(({ file }) => file), nowMs: clock.now() });

const figuresSchema = deliveryRowSchema.pick({ loudnessLufs: true, rmsDbfs: true, truePeakDbtp: true });
/** For files without audio. */
const UNHEARD = { loudnessLufs: null, rmsDbfs: null, truePeakDbtp: null };

interface FileHead {
  readonly prefix?: Uint8Array;
  readonly tags?: EncodedTags;
}

class DeliveryWriter {
  readonly #options: DeliveryOptions;
  readonly #folder: DeliveryFolder;
  readonly #changed: ReadonlySet<string>;
  readonly #failed: FailedDelivery[] = [];
  /** Finished files, keyed by their planned name. */
  readonly #good = new Map<string, DeliveryRow>();
  readonly #count: DeliveryCount;
  #written = 0;
  #moved = 0;
  #unchanged = 0;

  /** @param changed files modified since Lectern wrote them, as `nameKey` values */
  constructor(options: DeliveryOptions, folder: DeliveryFolder, changed: ReadonlySet<string>) {
    this.#options = options;
    this.#folder = folder;
    this.#changed = changed;
    this.#count = new DeliveryCount(options.goal.sampleRate, options.onProgress);
  }

  async run(files: readonly PlacedFile[]): Promise<void> {
    const { project, workers } = this.#options;
    this.#folder.expect(files.map(({ file }) => file));
    const missing = files.filter(({ row }) => row === null);
    const moving = files.filter(({ row, file }) => row !== null && row.file !== file);
    if (missing.length + moving.length > 0) await beginDeliveryJournal(this.#folder, project);
    for (const { row, file } of files) {
      if (row?.file !== file) continue;
      this.#good.set(file, row);
      this.#unchanged += 1;
    }
    await this.#move(moving);
    this.#count.begin(missing);
    if (this.#options.encoding.codec === 'aac') {
      for (const each of missing) await this.#make(each);
    } else await inParallel(missing, workers.size, (each) => this.#make(each));
    // After a failure, the next export reuses the streams.
    if (this.#failed.length === 0) await removeStreams(this.#folder);
    const kept = new Set([...this.#good.values()].map(({ file }) => nameKey(file)));
    for (const row of this.#folder.rows()) {
      if (!kept.has(nameKey(row.file))) await this.#folder.bin(row);
    }
  }

  report(files: readonly PlacedFile[]): DeliveryReport {
    const made = files.flatMap(({ file }) => this.#good.get(file) ?? []);
    return {
      files: made.filter(({ isSound }) => isSound),
      extras: made.filter(({ isSound }) => !isSound),
      written: this.#written,
      moved: this.#moved,
      unchanged: this.#unchanged,
      binned: this.#folder.binCount,
      binFolder: this.#folder.binFolder,
      failed: this.#failed,
      notices: chapterNotices(
        files.flatMap(({ wanted, file }) => {
          const row = this.#good.get(file);
          return row ? [{ wanted, file: row.file }] : [];
        }),
        this.#options,
      ),
    };
  }

  /** Renames files. If another owned file still has the new name, the file waits in the work folder. */
  async #move(moving: readonly PlacedFile[]): Promise<void> {
    const announce = async (): Promise<void> => {};
    const waiting: { readonly row: DeliveryRow; readonly file: string }[] = [];
    for (const [index, { row, file }] of moving.entries()) {
      if (!row) continue;
      const parked = parkedName(index, row.file);
      await this.#note({ ...row, file: parked });
      waiting.push({ row: await this.#folder.move(row, parked, announce), file });
    }
    for (const { row, file } of waiting) {
      await this.#note({ ...row, file });
      const moved = await this.#folder.move(row, file, (name) => this.#note({ ...row, file: name }));
      this.#good.set(file, moved);
      this.#moved += 1;
    }
  }

  #note(row: DeliveryRow): Promise<void> {
    return notePlacing(this.#folder, this.#options.project, row);
  }

  async #make(placed: PlacedFile): Promise<void> {
    const { signal, encoding } = this.#options;
    signal?.throwIfAborted();
    this.#count.begun(placed.file);
    try {
      if (placed.wanted.bytes) await this.#makeOfBytes(placed, placed.wanted.bytes);
      else await (encoding.codec === 'aac' ? this.#makeOfStreams(placed) : this.#makeInOnePass(placed));
    } catch (error) {
      const failed = failureOf(error, placed);
      if (!failed) throw error;
      this.#failed.push(failed);
    }
    this.#count.ended();
  }

  async #master(plan: SoundPlan, file: FileHandle, { prefix, tags }: FileHead = {}): Promise<MasteredSound> {
    const { goal, encoding, workers, signal } = this.#options;
    const onProgress = (share: number): void => this.#count.part(plan, share);
    const order = { plan, goal, encoding, tags };
    const made = await workers.master(order, { fd: file.fd }, { signal, onProgress, prefix });
    onProgress(1);
    return made;
  }

  async #makeOfBytes(placed: PlacedFile, bytes: Uint8Array): Promise<void> {
    const partial = await this.#folder.writePartial(bytes);
    await this.#place(placed, partial, createHash('sha256').update(bytes).digest('hex'), UNHEARD);
  }

  async #makeInOnePass(placed: PlacedFile): Promise<void> {
    const { wanted } = placed;
    const { goal, encoding } = this.#options;
    const marks = chapterMarksOf(wanted, this.#options);
    const chapters = { marks, frames: wanted.frames, sampleRate: goal.sampleRate };
    const head: FileHead = isTaggedWithin(encoding)
      ? { tags: encodedTags(encoding, wanted.tags, chapters) }
      : { prefix: id3Tag(wanted.tags, chapters) };
    let figures: StreamFigures | undefined;
    let sha256 = '';
    const partial = await this.#folder.writePartial(async (file) => {
      figures = await this.#master(wholePlan(wanted), file, head);
      sha256 = await hashOfFile(file);
    });
    this.#count.chaptersMade(wanted.sections.length);
    if (figures) await this.#place(placed, partial, sha256, figures);
  }

  /** Builds an M4B from one AAC stream per chapter. The streams stay in the work folder until all are finished. */
  async #makeOfStreams(placed: PlacedFile): Promise<void> {
    const { goal, workers } = this.#options;
    const { sections, tags } = placed.wanted;
    const streams = sections.map(({ plan }) => ({ plan, key: streamKeyOf(plan, this.#options) }));
    const former = this.#folder.rows().filter(({ file }) => !this.#changed.has(nameKey(file)));
    await findReusableStreams(this.#folder, former, new Set(streams.map(({ key }) => key)), goal);
    const made = new Map<string, StreamFigures>();
    await inParallel(streams, workers.size, async ({ plan, key }) => {
      made.set(key, await this.#makeStream(plan, key));
      this.#count.chaptersMade(1);
    });
    let sha256 = '';
    const partial = await this.#folder.writePartial(async (target) => {
      const reading = streams.map(({ key }) => this.#readStream.bind(this, key));
      const { sampleRate, channels } = goal;
      await writeM4b(target, reading, {
        sampleRate,
        channels,
        chapters: chapterMarksOf(placed.wanted, this.#options),
        tags,
      });
      sha256 = await hashOfFile(target);
    });
    await this.#place(placed, partial, sha256, loudest([...made.values()]), made);
  }

  #streamOf(plan: SoundPlan, streams: ReadonlyMap<string, StreamFigures>) {
    const key = streamKeyOf(plan, this.#options);
    const figures = streams.get(key);
    return figures && { stream: { key, ...figures } };
  }

  #readStream(key: string): Promise<Uint8Array> {
    return this.#folder.disk.read(this.#folder.at(streamFile(key)), MOST_STREAM_BYTES);
  }

  /**
   * Returns the figures of a chapter's stream, encoding it unless a complete stream and its figures file already exist.
   */
  async #makeStream(plan: SoundPlan, key: string): Promise<StreamFigures> {
    const { disk } = this.#folder;
    const figures = this.#folder.at(figuresFile(key));
    if (await disk.look(figures)) {
      const packets = aacPackets(await this.#readStream(key).catch(() => new Uint8Array(0)));
      if (packets?.length === plan.frames / AAC_FRAME + 1) {
        this.#count.part(plan, 1);
        return figuresSchema.parse(JSON.parse(new TextDecoder().decode(await disk.read(figures, 10_000))));
      }
    }
    let made: MasteredSound | undefined;
    const partial = await this.#folder.writePartial(async (target) => {
      made = await this.#master(plan, target);
    });
    if (!made) throw new Error('A stream of AAC was not made.');
    await cacheStream(this.#folder, key, partial, made);
    const { loudnessLufs, rmsDbfs, truePeakDbtp } = made;
    return { loudnessLufs, rmsDbfs, truePeakDbtp };
  }

  async #place(
    { wanted, file, key }: PlacedFile,
    partial: string,
    sha256: string,
    figures: StreamFigures,
    streams?: ReadonlyMap<string, StreamFigures>,
  ): Promise<void> {
    const { loudnessLufs, rmsDbfs, truePeakDbtp } = figures;
    const row: DeliveryRow = {
      file,
      key,
      title: wanted.title,
      isSound: wanted.bytes === undefined,
      durationSeconds: this.#count.seconds(wanted.frames),
      sizeBytes: 0,
      sha256,
      modifiedMs: 0,
      loudnessLufs,
      rmsDbfs,
      truePeakDbtp,
      chapters: wanted.sections.map(({ title, plan, startFrame, leadFrames }) => ({
        title,
        startSeconds: this.#count.seconds(startFrame),
        lines: plan.clips.map((clip) => {
          const start = startFrame + leadFrames + clip.startFrame;
          const end = start + clip.frames;
          return [clip.lineId, this.#count.seconds(start), this.#count.seconds(end), clip.fromSeconds];
        }),
        ...(streams && this.#streamOf(plan, streams)),
      })),
    };
    try {
      await this.#note(row);
      const made = await this.#folder.place(partial, row, (name) => this.#note({ ...row, file: name }));
      this.#good.set(file, made);
      this.#written += 1;
    } catch (error) {
      await this.#folder.discard(partial).catch(() => undefined);
      throw error;
    }
  }
}

/** Limit for one chapter. One hour of stereo at the highest bitrate is 140 MB. */
const MOST_STREAM_BYTES = 1024 ** 3;

function failureOf(error: unknown, { wanted, file }: PlacedFile): FailedDelivery | null {
  const clips = wanted.sections.flatMap(({ plan }) => plan.clips);
  const lines = clips.map(({ lineId }) => lineId);
  if (heldFile(error) !== null) return { file, lineId: null, lines, problem: 'held', audioHash: null };
  if (!(error instanceof TakeAudioError)) return null;
  const clip = clips.find(({ audio }) => audio.hash === error.hash);
  return { file, lineId: clip?.lineId ?? null, lines, problem: error.kind, audioHash: error.hash };
}

const loudest = (all: readonly StreamFigures[]): StreamFigures => {
  const most = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : largest(known);
  };
  return {
    loudnessLufs: most(all.map(({ loudnessLufs }) => loudnessLufs)),
    rmsDbfs: most(all.map(({ rmsDbfs }) => rmsDbfs)),
    truePeakDbtp: most(all.map(({ truePeakDbtp }) => truePeakDbtp)),
  };
};

export function failedDeliveryReason({ file, problem }: FailedDelivery): LineReason {
  switch (problem) {
    case 'held':
      return { kind: 'file-in-use', file };
    case 'damaged':
    case 'missing':
    case 'unsafe':
      return { kind: `audio-${problem}` };
    case 'undecodable':
      return { kind: 'audio-damaged' };
  }
}
