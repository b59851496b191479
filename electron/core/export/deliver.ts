import type { AudioTags, CoverPicture } from '@lectern/audio';
import { type ChosenSound, voiceGains } from '@lectern/audio/mastering';
import { makeTimeline, UNMEASURED_ENDS } from '@lectern/audio/timeline';
import type { DeliveryEncoding, MasteringGoal } from '../../../shared/model/delivery.ts';
import type { TargetExtra } from '../../../shared/model/delivery-target.ts';
import type { FailedExport } from '../../../shared/model/export.ts';
import type { ListenedEntry, ListenedLine } from '../../../shared/model/listening.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { MasteringWorkers } from '../audio/mastering-workers.ts';
import type { Clock } from '../ports.ts';
import { LineNumbers } from '../project/lines/line-places.ts';
import type { Project } from '../project/project.ts';
import { type JudgedTakes, suspiciousTakes } from '../project/takes/suspicious-takes.ts';
import type { MeasuredAudio } from '../project/takes/take-analyses.ts';
import { timelineEntries } from '../project/takes/timeline-entries.ts';
import { deliveryExtras } from './delivery-extras.ts';
import { type DeliveryReport, failedDeliveryReason, writeDelivery } from './delivery-files.ts';
import { type DeliveredChapter, type DeliveryShape, type PlannedFile, planDelivery } from './delivery-plan.ts';
import type { DeliveryProgress } from './delivery-progress.ts';
import { type Disk, foundDisk, inParallel } from './disk.ts';
import { checkPlace } from './export-place.ts';
import { type ExportSelection, missingLines, selectLines, unexported } from './export-selection.ts';
import { whileInPlace } from './export-takes.ts';
import type { ExportLine } from './line-file-plan.ts';
import type { DeliveryFile } from './placed-files.ts';

export interface DeliveredBook {
  readonly title: string;
  readonly tags: Omit<AudioTags, 'title' | 'track' | 'cover' | 'album'>;
  readonly cover: CoverPicture | null;
}

export interface DeliveryChoice {
  /** Absolute. */
  readonly outDir: string;
  readonly shape: DeliveryShape;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly chapterMarks: boolean;
  /** Extra files to write next to the audio. Default: none. */
  readonly extras?: readonly TargetExtra[];
  readonly book: DeliveredBook;
  /** Returns a file name with its extension. `number` is 1-based. */
  readonly nameOf: (file: { readonly number: number; readonly files: number; readonly title: string }) => string;
  /** Title of chapters without a heading. */
  readonly untitled: string;
  readonly allowStale: boolean;
  readonly approvedOnly: boolean;
  /**
   * Chapters, identified by the paragraph of their heading; null for text before the first heading. Null instead of an
   * array means the whole script.
   */
  readonly chapterIds: readonly (number | null)[] | null;
}

export interface DeliveryPorts {
  readonly mastering: MasteringWorkers;
  readonly workers: Pick<AudioWorkers, 'analyseAudio'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** The export folder, pinned before earlier work with `foundDisk`. Default: the folder as it is now. */
  readonly disk?: Disk | undefined;
  readonly onProgress?: ((progress: DeliveryProgress) => void) | undefined;
  /** Called with the partial report of an export that fails. */
  readonly onStopped?: ((report: DeliveredReport) => void) | undefined;
}

export interface DeliveredReport extends DeliveryReport {
  /** Lines left out on purpose: without a take, out of date or not approved. */
  readonly leftOut: readonly FailedExport[];
  readonly judged: JudgedTakes;
  /** All lines missing from the files, including those left out on purpose, in script order. */
  readonly missing: readonly FailedExport[];
  /** Lines exported with a take of an older text or older settings. */
  readonly outdated: readonly FailedExport[];
}

export interface KnownSounds {
  /** Keyed by audio hash. */
  readonly measured: ReadonlyMap<string, MeasuredAudio>;
  /** Gain per voice, in dB. */
  readonly gains: ReadonlyMap<string, number>;
}

/** Plans the files for these lines, in order, followed by the extra files. */
export function filesOf(
  project: Project,
  choice: DeliveryChoice,
  lines: readonly ExportLine[],
  { measured, gains }: KnownSounds,
): DeliveryFile[] {
  const chosen = new Map(lines.map((line) => [line.id, line]));
  const soundOf = ({ lineId }: ListenedLine): ChosenSound => clipSound(known(chosen, lineId), gains);
  const { shape, goal, encoding, book } = choice;
  const planned = planDelivery(chaptersOf(project, { chosen, measured }, choice), soundOf, {
    shape,
    goal,
    encoding,
    bookTitle: book.title,
    pauses: project.settings().pauses,
  });
  const files = planned.map((file, index) => ({
    ...file,
    name: choice.nameOf({ number: index + 1, files: planned.length, title: file.title }),
    tags: tagsOf(file, index, planned.length, choice),
  }));
  const { tags, cover } = book;
  const { sampleRate } = goal;
  return [...files, ...deliveryExtras(choice.extras ?? [], files, { project, tags, cover, sampleRate, measured })];
}

export const heardIn = (files: readonly DeliveryFile[]): ReadonlySet<number> =>
  new Set(files.flatMap(({ sections }) => sections.flatMap(({ plan }) => plan.clips.map(({ lineId }) => lineId))));

interface FilesPlan extends Pick<KnownSounds, 'measured'> {
  readonly files: readonly DeliveryFile[];
  readonly selection: ExportSelection;
}

/**
 * Plans the files of a delivery and analyses takes that haven't been measured yet.
 *
 * @throws ProjectError; the signal's reason when aborted
 */
export async function planFiles(
  project: Project,
  choice: DeliveryChoice,
  ports: Pick<DeliveryPorts, 'workers' | 'signal'>,
): Promise<FilesPlan> {
  const selection = selectLines(project, choice);
  const { lines } = selection;
  const measured = await measuredSounds(project, lines, ports);
  const gains = choice.goal.evenVoices ? evenGains(lines, measured) : new Map<string, number>();
  return { files: filesOf(project, choice, lines, { measured, gains }), measured, selection };
}

/**
 * Exports a project to finished files.
 *
 * @throws ExportError; ProjectError; the signal's reason when aborted
 */
export async function deliverProject(
  project: Project,
  choice: DeliveryChoice,
  ports: DeliveryPorts,
): Promise<DeliveredReport> {
  project.file.check();
  const found = ports.disk ?? (await foundDisk(choice.outDir));
  checkPlace(choice.outDir, project.dir);
  const { id, name } = project.info();
  const { files, selection } = await planFiles(project, choice, ports);
  const judged = suspiciousTakes(project.db, selection.exported, choice);
  const inAll = (report: DeliveryReport): DeliveredReport => withMissing(report, judged, selection, choice.shape);
  const { outDir, goal, encoding, chapterMarks } = choice;
  const { mastering: workers, clock, signal, onProgress, onStopped } = ports;
  const disk = whileInPlace(found, () => project.file.check());
  const written = {
    outDir,
    project: { id, name },
    files,
    goal,
    encoding,
    chapterMarks,
    workers,
    clock,
    signal,
    onProgress,
    onStopped: (report: DeliveryReport) => onStopped?.(inAll(report)),
  };
  return inAll(await writeDelivery(written, disk));
}

function withMissing(
  report: DeliveryReport,
  judged: JudgedTakes,
  selection: ExportSelection,
  { kind }: DeliveryShape,
): DeliveredReport {
  const heard = new Set(
    report.files.flatMap(({ chapters }) => chapters.flatMap(({ lines }) => lines.map(([id]) => id))),
  );
  const { missing, outdated } = unheard(selection, heard, kind === 'sample', failedLines(report, selection));
  const isMissing = new Set(missing.map(({ lineId }) => lineId));
  return {
    ...report,
    judged,
    leftOut: selection.leftOut.filter(({ lineId }) => isMissing.has(lineId)),
    missing,
    outdated,
  };
}

/**
 * Lists the selected lines that are missing from an export, and those exported with an outdated take.
 *
 * @param heard ids of the exported lines
 * @param isSample the export ends early on purpose, so lines after its last one don't count as missing
 * @param failed lines that should have been exported but failed
 */
export function unheard(
  selection: ExportSelection,
  heard: ReadonlySet<number>,
  isSample: boolean,
  failed: readonly FailedExport[] = [],
): Pick<DeliveredReport, 'missing' | 'outdated'> {
  const last = selection.inScope.findLastIndex(({ id }) => heard.has(id));
  const inScope = isSample && last >= 0 ? selection.inScope.slice(0, last + 1) : selection.inScope;
  return {
    missing: missingLines({ ...selection, inScope }, heard, failed),
    outdated: selection.outdated.filter(({ lineId }) => heard.has(lineId)),
  };
}

/** Lists the lines of files that failed: the line with the bad take, and the other lines of its file. */
function failedLines({ failed }: DeliveryReport, { lines }: ExportSelection): FailedExport[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return failed.flatMap((one) =>
    one.lines.flatMap((id) => {
      const line = byId.get(id);
      if (!line) return [];
      const isReason = one.lineId === null || one.lineId === id;
      return [unexported(line, isReason ? failedDeliveryReason(one) : { kind: 'file-not-made', file: one.file })];
    }),
  );
}

function known<T>(values: ReadonlyMap<number, T>, id: number): T {
  const value = values.get(id);
  if (value === undefined) throw new RangeError(`line ${id} is not exported`);
  return value;
}

const voiceOf = ({ roles }: ExportLine): string => roles.join('\0');

function clipSound(line: ExportLine, gains: ReadonlyMap<string, number>): ChosenSound {
  const { audioPath: path, audioHash: hash, format, treatment } = line;
  return { audio: { path, hash, format }, gainDb: (treatment?.gainDb ?? 0) + (gains.get(voiceOf(line)) ?? 0) };
}

/** Removes brackets around a heading; they only mark it as not read aloud. */
const withoutBrackets = (title: string): string => title.replace(/^[([](.*)[)\]]$/, '$1');

interface ExportedLines extends Pick<KnownSounds, 'measured'> {
  readonly chosen: ReadonlyMap<number, ExportLine>;
}

function chaptersOf(
  project: Project,
  heard: ExportedLines,
  { chapterIds, untitled }: DeliveryChoice,
): DeliveredChapter<ListenedLine>[] {
  const numbers = new LineNumbers(project.db);
  const titles = new Map<number | null, string>();
  const { pauses, cutSilentEnds } = project.settings();
  for (const { chapterId, chapterTitle } of project.lines.states()) titles.set(chapterId, chapterTitle);
  const wanted = chapterIds && new Set(chapterIds);
  return [...titles]
    .filter(([id]) => wanted === null || wanted.has(id))
    .map(([chapterId, title]) => ({
      title: withoutBrackets(title) || untitled,
      timeline: makeTimeline<ListenedLine>(
        timelineEntries(project.db, numbers, { chapterId }).map((entry) => withTake(entry, heard)),
        { pauses, cutSilentEnds },
      ),
    }));
}

function withTake(entry: ListenedEntry, { chosen, measured }: ExportedLines): ListenedEntry {
  if (entry.kind === 'pause') return entry;
  const line = chosen.get(entry.lineId);
  if (!line || line.takeId === null) return { ...entry, take: null };
  const { takeId, durationSeconds, audioHash } = line;
  const { headSilenceSeconds, tailSilenceSeconds } = measured.get(audioHash) ?? UNMEASURED_ENDS;
  const { trimStartSeconds = 0, trimEndSeconds = 0, gainDb = 0 } = line.treatment ?? {};
  const take = {
    takeId,
    number: 0,
    durationSeconds,
    trimStartSeconds,
    trimEndSeconds,
    gainDb,
    loudnessLufs: null,
    headSilenceSeconds,
    tailSilenceSeconds,
    overview: null,
  };
  return { ...entry, take };
}

/** Matches the number of audio threads. */
const MEASURED_AT_ONCE = 2;

/** Returns the measurements of takes. Analyses those that have none and saves the result if the project is writable. */
async function measuredSounds(
  project: Project,
  lines: readonly ExportLine[],
  { workers, signal }: Pick<DeliveryPorts, 'workers' | 'signal'>,
): Promise<Map<string, MeasuredAudio>> {
  const measured = project.takes.measuredAudio();
  const unknown = new Map(
    lines.filter(({ audioHash }) => !measured.has(audioHash)).map((line) => [line.audioHash, line]),
  );
  await inParallel([...unknown.values()], MEASURED_AT_ONCE, async (line) => {
    signal.throwIfAborted();
    // An unreadable take is reported when its file is written.
    const analysis = await analysisOf(project, line, workers).catch(() => null);
    if (!analysis) return;
    const { loudnessLufs, headSilenceSeconds, tailSilenceSeconds } = analysis;
    measured.set(line.audioHash, { loudnessLufs, headSilenceSeconds, tailSilenceSeconds });
    if (project.takes.mayWrite) project.takes.putAnalysis(line.audioHash, analysis);
  });
  signal.throwIfAborted();
  return measured;
}

async function analysisOf(
  project: Project,
  { audioHash, format }: ExportLine,
  workers: DeliveryPorts['workers'],
): Promise<AudioAnalysis> {
  const file = await project.takes.openAudio(audioHash, format);
  try {
    return await workers.analyseAudio({ fd: file.fd }, { format });
  } finally {
    await file.close();
  }
}

function evenGains(lines: readonly ExportLine[], measured: KnownSounds['measured']): Map<string, number> {
  if (new Set(lines.map(voiceOf)).size < 2) return new Map();
  return voiceGains(
    lines.map((line) => ({
      voice: voiceOf(line),
      loudnessLufs: measured.get(line.audioHash)?.loudnessLufs ?? null,
      gainDb: line.treatment?.gainDb ?? 0,
      seconds: line.durationSeconds,
    })),
  );
}

function tagsOf(file: PlannedFile, index: number, files: number, { book }: DeliveryChoice): AudioTags {
  const { title, tags, cover } = book;
  const track = files > 1 ? { track: { number: index + 1, of: files } } : {};
  return { ...tags, title: file.title, album: title, cover, ...track };
}
