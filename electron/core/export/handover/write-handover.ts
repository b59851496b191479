// Writes handovers: sessions with their takes, and text files that accompany finished audio. Existing files with the
// same names move to the bin unless they are identical. Other files are never touched, and a file gets its final name
// only when complete.
import { createHash } from 'node:crypto';
import { writeAll } from '../../../../node/files/durable-write.ts';
import type { HandoverForm, TimedForm } from '../../../../shared/model/delivery-target.ts';
import type { ExportVerdict, FailedExport } from '../../../../shared/model/export.ts';
import { audacityLabels, cmxEdl, jsonChapters } from '../../../../shared/rules/handover/chapters-and-labels.ts';
import type { Handover, TimedHandover } from '../../../../shared/rules/handover/handover.ts';
import { otioTimeline } from '../../../../shared/rules/handover/otio.ts';
import { reaperProject } from '../../../../shared/rules/handover/reaper.ts';
import { srt, vtt } from '../../../../shared/rules/handover/subtitles.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import { safeNamePart } from '../../../../shared/rules/safe-name.ts';
import type { Clock } from '../../ports.ts';
import type { Project } from '../../project/project.ts';
import { type JudgedTakes, suspiciousTakes } from '../../project/takes/suspicious-takes.ts';
import { type DeliveryChoice, type DeliveryPorts, heardIn, planFiles, unheard } from '../deliver.ts';
import { handoverOf, stemOf } from '../delivery-extras.ts';
import { foundDisk } from '../disk.ts';
import { asExportError } from '../export-error.ts';
import { ExportFolder, type OwnedFile } from '../export-folder.ts';
import { checkPlace } from '../export-place.ts';
import { type ExportSelection, missingLines, selectLines, unexported } from '../export-selection.ts';
import { whileInPlace } from '../export-takes.ts';
import { exportVerdict, takeRows } from '../export-verdict.ts';
import { type CopiedTake, copyTake } from '../take-copy.ts';
import { type HandedAudio, type ReadHandover, readHandover } from './read-handover.ts';

/**
 * How to write a format.
 *
 * @template H its input
 */
interface TextForm<H> {
  readonly extension: string;
  readonly write: (handover: H) => string;
}

const TIMED_TEXTS: Readonly<Record<TimedForm, TextForm<TimedHandover>>> = {
  srt: { extension: 'srt', write: srt },
  vtt: { extension: 'vtt', write: vtt },
  'json-chapters': { extension: 'chapters.json', write: jsonChapters },
  labels: { extension: 'labels.txt', write: audacityLabels },
};

/** Formats that reference individual takes instead of a finished file, so the takes are exported with them. */
export type SessionForm = Exclude<HandoverForm, TimedForm>;

const SESSIONS: Readonly<Record<Exclude<SessionForm, 'package'>, TextForm<Handover>>> = {
  edl: { extension: 'edl', write: cmxEdl },
  rpp: { extension: 'rpp', write: reaperProject },
  otio: { extension: 'otio', write: otioTimeline },
};

export interface HandoverReport {
  /** Paths relative to the folder, starting with the requested file. */
  readonly files: readonly string[];
  readonly written: number;
  readonly unchanged: number;
  /** Number of existing files moved to the bin. */
  readonly binned: number;
  readonly leftOut: readonly FailedExport[];
  readonly failed: readonly FailedExport[];
  readonly verdict: ExportVerdict;
}

export interface HandoverChoice {
  /** Absolute. */
  readonly outDir: string;
  readonly form: SessionForm;
  readonly allowStale: boolean;
}

interface HandoverPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
}

/**
 * Writes a session with its takes, or the whole package. Times refer to the whole script in sequence. In the package,
 * this includes subtitles, chapters and labels, because it has no finished audio file.
 *
 * @throws ExportError; ProjectError `moved-while-open`; the signal's reason when aborted
 */
export const handOver = (
  project: Project,
  { outDir, form, allowStale }: HandoverChoice,
  ports: HandoverPorts,
): Promise<HandoverReport> =>
  inFolder(project, outDir, ports, (folder) => {
    const selection = selectLines(project, { allowStale, approvedOnly: false, chapterIds: null });
    const judged = suspiciousTakes(project.db, selection.exported, { allowStale });
    const read = { ...readHandover(project, { allowStale }), selection, judged };
    return writeForms(project, read, form, folder, ports.signal);
  });

interface TimedTextsChoice {
  readonly form: TimedForm;
  /** The delivery with the matching audio files. The texts are written to its folder, named after these files. */
  readonly files: DeliveryChoice;
}

/**
 * Writes subtitles, chapters or labels for each audio file of a delivery, without creating the audio. Times are exact
 * for that file: they include its lead-in, encoder delay and pauses.
 *
 * @throws ExportError; ProjectError `moved-while-open`; the signal's reason when aborted
 */
export async function writeTimedTexts(
  project: Project,
  { form, files: choice }: TimedTextsChoice,
  ports: HandoverPorts & Pick<DeliveryPorts, 'workers'>,
): Promise<HandoverReport> {
  const { files, measured, selection } = await planFiles(project, { ...choice, extras: [] }, ports);
  const { extension, write } = TIMED_TEXTS[form];
  const source = { project, tags: choice.book.tags, sampleRate: choice.goal.sampleRate, measured };
  return inFolder(project, choice.outDir, ports, async (folder) => {
    const names: string[] = [];
    for (const file of files) {
      ports.signal.throwIfAborted();
      const name = `${stemOf(file)}.${extension}`;
      await folder.putText(name, write(handoverOf(file, source)));
      names.push(name);
    }
    const { missing, outdated } = unheard(selection, heardIn(files), choice.shape.kind === 'sample');
    const isMissing = new Set(missing.map(({ lineId }) => lineId));
    const ofMissing = (lines: readonly FailedExport[]) => lines.filter(({ lineId }) => isMissing.has(lineId));
    const [leftOut, failed] = [ofMissing(selection.leftOut), ofMissing(selection.lost)];
    return { files: names, ...folder.counts, leftOut, failed, verdict: exportVerdict({ missing, outdated, rows: [] }) };
  });
}

async function inFolder<R>(
  project: Project,
  outDir: string,
  { clock, signal }: HandoverPorts,
  work: (folder: HandoverFolder) => Promise<R>,
): Promise<R> {
  project.file.check();
  const found = await foundDisk(outDir);
  checkPlace(outDir, project.dir);
  const disk = whileInPlace(found, () => project.file.check());
  try {
    await disk.makeFolder(outDir);
    const unlock = disk.lock();
    try {
      const folder = new HandoverFolder(new ExportFolder(outDir, disk, clock.now()));
      return await folder.use(() => work(folder));
    } finally {
      unlock();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asExportError(error, outDir);
  }
}

async function writeForms(
  project: Project,
  read: ReadHandover & { readonly selection: ExportSelection; readonly judged: JudgedTakes },
  form: SessionForm,
  folder: HandoverFolder,
  signal: AbortSignal,
): Promise<HandoverReport> {
  const { handover, audio, selection, judged } = read;
  const stem = safeNamePart(handover.title, 120);
  const forms = form === 'package' ? [...Object.values(TIMED_TEXTS), ...Object.values(SESSIONS)] : [SESSIONS[form]];
  const unread: FailedExport[] = [];
  const made: HandedFile[] = [];
  for (const each of audio) {
    signal.throwIfAborted();
    const put = await folder.putTake(project, each);
    if (put === null) unread.push(unexported(each.line, { kind: 'audio-damaged' }));
    else made.push({ file: each.file, ...put, take: takeOf(project, each) });
  }
  const isUnread = new Set(unread.map(({ lineId }) => lineId));
  const exported = new Set(audio.map(({ line }) => line.id)).difference(isUnread);
  const { leftOut, outdated, lost } = selection;
  const verdict = exportVerdict({
    missing: missingLines(selection, exported, unread),
    outdated: outdated.filter(({ lineId }) => exported.has(lineId)),
    rows: takeRows(judged),
  });
  const texts: HandedFile[] = [];
  const put = async (name: string, text: string) => {
    texts.push({ file: name, ...(await folder.putText(name, text)) });
  };
  if (form === 'package') {
    await put('script.txt', project.script.text());
    await put('cast.json', castText(project));
  }
  for (const { extension, write } of forms) await put(`${stem}.${extension}`, write(handover));
  if (form === 'package') await put(LIST_FILE, listText(project, [...texts, ...made], verdict));
  const files = (form === 'package' ? texts.toReversed() : texts).concat(made).map(({ file }) => file);
  const failed = [...unread, ...lost].sort((a, b) => a.number - b.number);
  return { files, ...folder.counts, leftOut, failed, verdict };
}

const LIST_FILE = 'handover.json';

interface PutFile {
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface HandedFile extends PutFile {
  readonly file: string;
  readonly take?: object | undefined;
}

/** Returns how a take was made: its request, service and time, and the notes of the line's other takes. */
function takeOf(project: Project, { line, take: { takeId } }: HandedAudio): object | undefined {
  const takes = project.takes.takesOf(line.id);
  const take = takes.find(({ id }) => id === takeId);
  if (!take) return undefined;
  const earlierNotes = takes.filter(({ id, note }) => id !== takeId && note !== '').map(({ note }) => note);
  const { request, source, createdAt, durationSeconds, sampleRate, verdict, note } = take;
  const treatment = {
    trimStartSeconds: take.trimStartSeconds,
    trimEndSeconds: take.trimEndSeconds,
    gainDb: take.gainDb,
  };
  return {
    ...{ id: takeId, line: line.id, number: lineNumber(line), roles: line.roles },
    ...{ service: source.origin, madeAt: new Date(createdAt).toISOString(), request },
    ...{ durationSeconds, sampleRate, verdict, note, earlierNotes, treatment },
  };
}

function castText(project: Project): string {
  const roles = project.cast.roles().map(({ name, voice, parameters }) => [name, { voice, ...parameters }]);
  return `${JSON.stringify(Object.fromEntries(roles), null, 2)}\n`;
}

function listText(project: Project, files: readonly HandedFile[], verdict: ExportVerdict): string {
  const { id, name } = project.info();
  const { version, ...book } = project.book.read();
  return `${JSON.stringify({ lectern: 'handover', version: 1, project: { id, name }, book, verdict, files }, null, 2)}\n`;
}

class UnreadableTakeError extends Error {
  override readonly name = 'UnreadableTakeError';
}

function failTake(cause: unknown): never {
  throw new UnreadableTakeError('unreadable', { cause });
}

function nullIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableTakeError) return null;
  throw error;
}

class HandoverFolder {
  readonly #folder: ExportFolder<OwnedFile>;
  #written = 0;
  #unchanged = 0;

  constructor(folder: ExportFolder<OwnedFile>) {
    this.#folder = folder;
  }

  get counts(): Pick<HandoverReport, 'written' | 'unchanged' | 'binned'> {
    return { written: this.#written, unchanged: this.#unchanged, binned: this.#folder.binCount };
  }

  /** Runs `work` in the folder after removing unfinished files of a killed export. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.#folder.sweepPartials();
    try {
      const done = await work();
      await this.#folder.settle();
      return done;
    } finally {
      await this.#folder.close().catch(() => {});
    }
  }

  /** Returns null if the take's file is missing or was modified. */
  async putTake(project: Project, { take, file }: HandedAudio): Promise<PutFile | null> {
    if (await this.#holds(file, take.audioHash)) return { sizeBytes: take.sizeBytes, sha256: take.audioHash };
    const source = await project.takes.openAudio(take.audioHash, take.format).catch(() => null);
    if (!source) return null;
    let copied: CopiedTake | undefined;
    const partial = await this.#folder
      .writePartial(async (target) => {
        copied = await copyTake(source, (bytes) => writeAll(target, bytes), failTake);
      })
      .catch(nullIfUnreadable)
      .finally(() => source.close());
    if (partial === null) return null;
    if (copied?.sourceHash !== take.audioHash) {
      await this.#folder.discard(partial);
      return null;
    }
    const { hash: sha256, sizeBytes } = copied;
    if (sha256 !== take.audioHash && (await this.#holds(file, sha256))) await this.#folder.discard(partial);
    else await this.#place(partial, file);
    return { sizeBytes, sha256 };
  }

  async putText(file: string, text: string): Promise<PutFile> {
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!(await this.#holds(file, sha256))) await this.#place(await this.#folder.writePartial(bytes), file);
    return { sizeBytes: bytes.length, sha256 };
  }

  async #holds(file: string, sha256: string): Promise<boolean> {
    const found = await this.#folder.disk.look(this.#folder.at(file));
    const isSame = found?.kind === 'file' && (await this.#folder.hashOf(file)) === sha256;
    if (isSame) this.#unchanged += 1;
    return isSame;
  }

  async #place(partial: string, file: string): Promise<void> {
    await this.#folder.placeOver(partial, file);
    this.#written += 1;
  }
}
