// From the lines of a project to finished files.
import type { AudioTags, CoverPicture } from '../../../codecs/audio-tags.ts';
import type { DeliveryEncoding, MasteringGoal } from '../../../shared/model/delivery.ts';
import type { TargetExtra } from '../../../shared/model/delivery-target.ts';
import type { FailedExport } from '../../../shared/model/export.ts';
import type { ListenedEntry, ListenedLine } from '../../../shared/model/listening.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import { makeTimeline, UNMEASURED_ENDS } from '../../../shared/rules/timeline.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { MasteringWorkers } from '../mastering/mastering-workers.ts';
import type { ChosenSound } from '../mastering/sound-plan.ts';
import { voiceGains } from '../mastering/voice-levels.ts';
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

/** What of the book is written into its files. */
export interface DeliveredBook {
  /** What the book is called. */
  readonly title: string;
  readonly tags: Omit<AudioTags, 'title' | 'track' | 'cover' | 'album'>;
  readonly cover: CoverPicture | null;
}

export interface DeliveryChoice {
  /** An absolute path. */
  readonly outDir: string;
  readonly shape: DeliveryShape;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly chapterMarks: boolean;
  /** What goes along with the files; nothing unless given. */
  readonly extras?: readonly TargetExtra[];
  readonly book: DeliveredBook;
  /** The name of a file, with its extension. `number` is 1-based. */
  readonly nameOf: (file: { readonly number: number; readonly files: number; readonly title: string }) => string;
  /** What a chapter without a heading is called. */
  readonly untitled: string;
  readonly allowStale: boolean;
  readonly approvedOnly: boolean;
  /** Chapters by the paragraph of their heading, null for what stands before the first one; null: the whole script. */
  readonly chapterIds: readonly (number | null)[] | null;
}

export interface DeliveryPorts {
  readonly mastering: MasteringWorkers;
  readonly workers: Pick<AudioWorkers, 'analyseAudio'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** The folder as it was when the work began, where something else is done before; left out: as it is now. */
  readonly disk?: Disk | undefined;
  readonly onProgress?: ((progress: DeliveryProgress) => void) | undefined;
  /** Told what was done by an export that fails. */
  readonly onStopped?: ((report: DeliveredReport) => void) | undefined;
}

export interface DeliveredReport extends DeliveryReport {
  /** Lines that are left out on purpose: without a take, out of date, not approved. */
  readonly leftOut: readonly FailedExport[];
  /** What is suspicious about the takes that are heard. */
  readonly judged: JudgedTakes;
  /** All lines that are not heard in the files, those that are left out on purpose among them. In script order. */
  readonly missing: readonly FailedExport[];
  /** Lines that are heard with a take of other words or settings. */
  readonly outdated: readonly FailedExport[];
}

/** What is known of the sound of takes. */
export interface KnownSounds {
  /** By the hash of the audio. */
  readonly measured: ReadonlyMap<string, MeasuredAudio>;
  /** How much each voice is turned up or down, in dB. */
  readonly gains: ReadonlyMap<string, number>;
}

/** The files that a choice makes of these lines, in order, and what goes along with them. */
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

/** The identities of the lines that are heard in files. */
export const heardIn = (files: readonly DeliveryFile[]): ReadonlySet<number> =>
  new Set(files.flatMap(({ sections }) => sections.flatMap(({ plan }) => plan.clips.map(({ lineId }) => lineId))));

/** Files as they are to be, and the lines that they were chosen from. */
interface FilesPlan extends Pick<KnownSounds, 'measured'> {
  readonly files: readonly DeliveryFile[];
  readonly selection: ExportSelection;
}

/**
 * Plans the files that a choice makes of a project. Takes that were not measured yet are measured, as far as it matters.
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
 * Makes the finished files of a project.
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
 * The lines of a selection that are not heard, and those that are heard as an older take.
 *
 * @param heard the identities of the lines that are
 * @param isSample it ends early on purpose: what comes after its last line is not missing from it
 * @param failed lines that were to be heard, and could not be
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

/** The lines of files that were not made: the one whose take is the reason, and the others. */
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

/** Brackets around a heading say that it is not read aloud. */
const withoutBrackets = (title: string): string => title.replace(/^[([](.*)[)\]]$/, '$1');

/** Lines by their identity, and what is known of their sound. */
interface HeardLines extends Pick<KnownSounds, 'measured'> {
  readonly chosen: ReadonlyMap<number, ExportLine>;
}

/** The chapters in script order, with the takes that are exported and no others. */
function chaptersOf(
  project: Project,
  heard: HeardLines,
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

function withTake(entry: ListenedEntry, { chosen, measured }: HeardLines): ListenedEntry {
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

/** Takes; there are as many audio threads. */
const MEASURED_AT_ONCE = 2;

/** The figures of takes. Takes that were not measured yet are measured now, and their figures kept where that can be. */
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
    // A take that can't be read is told of where it is to be heard.
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

/** How much each voice is turned up or down. */
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
