// Cuts a narrator's recording of a whole chapter into takes of its lines.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ConformedChapter, Stretch } from '@lectern/audio/alignment';
import type { CheckedAudio } from '@lectern/audio/meters';
import type { InputParameters, Language } from '@lectern/tts-protocol';
import { openRegularFile } from '../../../node/files/regular-file.ts';
import { createWorkerPool } from '../../../node/worker-pool.ts';
import { RECORDING_ORIGIN } from '../../../shared/model/connection.ts';
import type { ConformProblem } from '../../../shared/model/problems/conform-problem.ts';
import { DOUBTFUL_CONFIDENCE } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { detectLanguage } from '../../../shared/rules/detect-language.ts';
import { canReadLanguage } from '../../../shared/rules/espeak-voices.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock } from '../ports.ts';
import { SoundFileError, soundFileError } from '../project/cues/attach-sound.ts';
import type { LineState } from '../project/lines/line-store.ts';
import type { Project } from '../project/project.ts';
import type { ConformJob, ConformJobResult } from './conform-work.ts';

/** Nothing was written. */
export class ConformError extends Error {
  override readonly name = 'ConformError';
  readonly problem: ConformProblem;

  constructor(problem: ConformProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * The outcome for a line. `taken`: the new take is the line's pick. `approved-kept`: the new take is added, but the
 * approved take remains the pick. `blocked`: the line can't have takes, for example because its role has no voice
 * (`LineState.problem`).
 */
export type ConformedLineState = 'taken' | 'approved-kept' | 'missing' | 'blocked';

export interface ConformedLine {
  readonly lineId: number;
  readonly number: number;
  readonly state: ConformedLineState;
  /** Null if the line is missing. */
  readonly stretch: Stretch | null;
  /** 0 to 1; null if the line is missing. */
  readonly confidence: number | null;
  readonly isDoubtful: boolean;
  /** The new take; null before it is written, and for lines without one. */
  readonly takeId: number | null;
}

export interface RepeatedReading extends Stretch {
  readonly lineId: number;
  readonly number: number;
  /** False for a false start. */
  readonly isComplete: boolean;
}

export interface ConformReport {
  readonly durationSeconds: number;
  readonly sampleRate: number;
  readonly language: Language;
  readonly lines: readonly ConformedLine[];
  /** Earlier readings and false starts, which aren't used. */
  readonly repeats: readonly RepeatedReading[];
  /** Sounds that don't belong to any line. */
  readonly extras: readonly Stretch[];
}

export interface RecordingOfChapter {
  /** The chapter's heading; null for the lines before the first chapter. */
  readonly chapterId: number | null;
  readonly path: string;
  /** Replaces the project's language. */
  readonly language?: Language | undefined;
}

export interface ConformOrder extends RecordingOfChapter {
  /** Reports the result without writing anything. */
  readonly isDryRun: boolean;
  /** Picks the new takes even for lines whose pick is approved. */
  readonly replaceApproved: boolean;
}

interface SearchPorts {
  readonly audio: Pick<AudioWorkers, 'checkAudio'>;
  /** Receives the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the search, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

interface AddingPorts {
  readonly audio: Pick<AudioWorkers, 'checkAudio'>;
  /**
   * Assigns voices to roles that have none, because takes belong to a voice. Called in the transaction that adds the
   * takes, but not in a dry run, which assumes that every role gets a voice.
   */
  readonly castRoles: () => void;
  readonly clock: Clock;
  readonly onProgress?: (share: number) => void;
}

interface AddingOrder {
  /** The lines that get takes; all if absent. */
  readonly lineIds?: ReadonlySet<number>;
  readonly replaceApproved: boolean;
}

const WORKER = new URL('./conform-worker.ts', import.meta.url);

/** Share of the progress for finding lines; the rest is for cutting. */
const FOUND_SHARE = 0.9;

/**
 * Finds a chapter's lines in a recording, and adds a take for each. All takes are added at once, or none.
 * @throws as `searchRecording`; ProjectError
 */
export async function conformRecording(
  project: Project,
  { isDryRun, replaceApproved, ...recording }: ConformOrder,
  { audio, castRoles, clock, onProgress = () => {} }: AddingPorts,
): Promise<ConformReport> {
  const searched = await searchRecording(project, recording, {
    audio,
    onProgress: (share) => onProgress(FOUND_SHARE * share),
  });
  try {
    if (isDryRun) return searched.report(replaceApproved);
    const cutting = (share: number) => onProgress(FOUND_SHARE + (1 - FOUND_SHARE) * share);
    return await searched.addTakes({ replaceApproved }, { audio, castRoles, clock, onProgress: cutting });
  } finally {
    await searched.close();
  }
}

/**
 * Finds a chapter's lines in a recording. Writes nothing. The file stays open until the result is closed.
 * @throws SoundFileError if the recording can't be read; ConformError; the signal's reason
 */
export async function searchRecording(
  project: Project,
  { chapterId, path, language: wanted }: RecordingOfChapter,
  { audio, onProgress = () => {}, signal }: SearchPorts,
): Promise<SearchedRecording> {
  const lines = project.lines.states({ chapterId });
  if (lines.length === 0) throw new ConformError({ kind: 'no-lines' });
  const texts = lines.map((line) => project.lines.spokenText(line));
  const language = wanted ?? project.settings().language ?? detectLanguage(texts.join('\n'));
  if (language === null || !canReadLanguage(language)) throw new ConformError({ kind: 'language', language });
  const file = await openRegularFile(path, 'follow').catch((error: unknown) => {
    throw soundFileError(error, path);
  });
  const threads = new ConformThread();
  const stop = () => void threads.close();
  signal?.addEventListener('abort', stop);
  try {
    const version = await versionOf(file);
    const checked = await audio.checkAudio({ fd: file.fd }, { format: 'wav' });
    signal?.throwIfAborted();
    if (!checked.ok) throw new SoundFileError({ kind: 'undecodable', path, defect: checked.defect });
    const found = await threads.find({ kind: 'find', audio: { fd: file.fd }, lines: texts, language }, onProgress);
    if (found.isOtherText) throw new ConformError({ kind: 'other-text' });
    const { durationSeconds, sampleRate } = checked;
    const report = { durationSeconds, sampleRate, language, ...reportOf(lines, found) };
    return new SearchedRecording({ project, file, version, path, threads, report, texts: textsById(lines, texts) });
  } catch (error) {
    await threads.close();
    await file.close();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const textsById = (lines: readonly LineState[], texts: readonly string[]): ReadonlyMap<number, string> =>
  new Map(lines.map(({ id }, index) => [id, at(texts, index)]));

/** Changes if the file is written again while it is open. */
async function versionOf(file: FileHandle): Promise<string> {
  const { size, mtimeMs } = await file.stat();
  return `${size} ${mtimeMs}`;
}

interface SearchedParts {
  readonly project: Project;
  readonly file: FileHandle;
  readonly version: string;
  readonly path: string;
  readonly threads: ConformThread;
  readonly report: ConformReport;
  /** The texts that were searched for. */
  readonly texts: ReadonlyMap<number, string>;
}

/** A recording in which a chapter's lines have been found. */
export class SearchedRecording {
  readonly #parts: SearchedParts;

  constructor(parts: SearchedParts) {
    this.#parts = parts;
  }

  get project(): Project {
    return this.#parts.project;
  }

  report(replaceApproved = false): ConformReport {
    const { project, report } = this.#parts;
    const now = new Map(
      project.lines.states({ ids: report.lines.map(({ lineId }) => lineId) }).map((line) => [line.id, line]),
    );
    const lines = report.lines.map((line) => {
      const state = now.get(line.lineId);
      return state ? { ...line, state: stateOf(state, line.stretch, replaceApproved) } : line;
    });
    return { ...report, lines };
  }

  /** Returns a part of the recording as a FLAC file. @throws ConformError `changed`; AudioFormatError */
  async cut(stretch: Stretch): Promise<Uint8Array> {
    const cuts: Uint8Array[] = [];
    await this.#cut([stretch], async (bytes) => void cuts.push(bytes));
    return at(cuts, 0);
  }

  /**
   * Adds a take for each line that was found. All takes are added at once, or none. Lines whose text has changed since
   * the search get none.
   * @throws ConformError `changed`; ProjectError
   */
  async addTakes(
    { lineIds, replaceApproved }: AddingOrder,
    { audio, castRoles, clock, onProgress = () => {} }: AddingPorts,
  ): Promise<ConformReport> {
    const { project, path, texts } = this.#parts;
    const report = this.report(replaceApproved);
    const added = report.lines.filter(
      ({ lineId, state }) =>
        (state === 'taken' || state === 'approved-kept') && (lineIds === undefined || lineIds.has(lineId)),
    );
    const cuts: StoredCut[] = [];
    await this.#cut(added.map(stretchOf), async (bytes) => {
      cuts.push(await store(project, bytes, audio));
      onProgress(cuts.length / added.length);
    });
    const takeIds = project.db.durably(() => {
      castRoles();
      return addTakes(project, { lines: added, cuts, texts }, { path, replaceApproved }, clock.now());
    });
    const wanted = new Set(added.map(({ lineId }) => lineId));
    return {
      ...report,
      lines: report.lines.map((line) => (wanted.has(line.lineId) ? afterAdding(line, takeIds) : line)),
    };
  }

  async #cut(stretches: readonly Stretch[], onCut: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const { file, version, threads } = this.#parts;
    if ((await versionOf(file)) !== version) throw new ConformError({ kind: 'changed' });
    await threads.cut({ kind: 'cut', audio: { fd: file.fd }, stretches }, onCut);
  }

  async close(): Promise<void> {
    await this.#parts.threads.close();
    await this.#parts.file.close();
  }
}

function stretchOf({ stretch }: ConformedLine): Stretch {
  if (!stretch) throw new Error('A missing line has no audio.');
  return stretch;
}

function afterAdding(line: ConformedLine, takeIds: ReadonlyMap<number, number>): ConformedLine {
  const takeId = takeIds.get(line.lineId);
  return takeId === undefined ? { ...line, state: 'blocked' } : { ...line, takeId };
}

function reportOf(
  lines: readonly LineState[],
  { lines: readings, repeats, extras }: ConformedChapter,
): Pick<ConformReport, 'lines' | 'repeats' | 'extras'> {
  return {
    lines: lines.map((line, index) => {
      const reading = readings[index] ?? null;
      const found = reading && { startSeconds: reading.startSeconds, endSeconds: reading.endSeconds };
      return {
        lineId: line.id,
        number: line.number,
        state: stateOf(line, found, false),
        stretch: found,
        confidence: reading?.confidence ?? null,
        isDoubtful: reading !== null && reading.confidence < DOUBTFUL_CONFIDENCE,
        takeId: null,
      };
    }),
    repeats: repeats.map(({ line: index, startSeconds, endSeconds, isComplete }) => {
      const { id, number } = at(lines, index);
      return { lineId: id, number, startSeconds, endSeconds, isComplete };
    }),
    extras,
  };
}

function stateOf(line: LineState, found: Stretch | null, replaceApproved: boolean): ConformedLineState {
  if (!found || found.endSeconds <= found.startSeconds) return 'missing';
  if (line.renderKey === null && line.problem?.kind !== 'no-voice') return 'blocked';
  return line.pick?.approved === true && !replaceApproved ? 'approved-kept' : 'taken';
}

type DecodableAudio = Extract<CheckedAudio, { ok: true }>;

interface StoredCut {
  readonly audioHash: string;
  readonly sizeBytes: number;
  readonly checked: DecodableAudio;
}

async function store(project: Project, bytes: Uint8Array, audio: Pick<AudioWorkers, 'checkAudio'>): Promise<StoredCut> {
  const checked = await audio.checkAudio(bytes, { format: 'flac' });
  if (!checked.ok) throw new Error(`A cut line can't be decoded: ${checked.defect.kind}.`);
  const { hash, sizeBytes } = await project.takes.putAudio(bytes, checked.format);
  return { audioHash: hash, sizeBytes, checked };
}

interface LinesWithCuts {
  readonly lines: readonly ConformedLine[];
  readonly cuts: readonly StoredCut[];
  readonly texts: ReadonlyMap<number, string>;
}

/** @returns the takes of the lines that can have one */
function addTakes(
  project: Project,
  { lines, cuts, texts }: LinesWithCuts,
  { path, replaceApproved }: Pick<ConformOrder, 'path' | 'replaceApproved'>,
  now: number,
): Map<number, number> {
  const takeIds = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const written = project.lines.states({ ids: [line.lineId] })[0];
    // No voice was found for the role, or the line was deleted or edited after the recording was searched.
    if (!written?.renderKey || project.lines.spokenText(written) !== texts.get(line.lineId)) continue;
    const { audioHash, sizeBytes, checked } = at(cuts, index);
    const known = project.takes.takesOf(line.lineId);
    const same = known.find((take) => take.audioHash === audioHash && take.renderKey === written.renderKey);
    const takeId =
      same?.id ??
      project.takes.addTake({
        lineId: line.lineId,
        renderKey: written.renderKey,
        request: requestOf(project, written),
        audioHash,
        format: checked.format,
        sampleRate: checked.sampleRate,
        sizeBytes,
        durationSeconds: checked.durationSeconds,
        source: { origin: RECORDING_ORIGIN, userId: '', recording: { file: basename(path), ...stretchOf(line) } },
        jobId: null,
        createdAt: now,
      });
    project.takes.putAnalysis(audioHash, checked.analysis);
    const replace = replaceApproved || written.pick?.approved !== true;
    project.decisions.pickTake(line.lineId, written.renderKey, takeId, { replace });
    takeIds.set(line.lineId, takeId);
  }
  return takeIds;
}

function requestOf(project: Project, line: LineState): InputParameters {
  const built = project.lines.requestOf(line.id);
  if (!built.ok) throw new Error('A line with a key has a request.');
  return built.request;
}

class ConformThread {
  readonly #pool = createWorkerPool<{ readonly job: ConformJob; readonly port: MessagePort }, ConformJobResult>(
    WORKER,
    1,
  );

  async find(
    job: Extract<ConformJob, { kind: 'find' }>,
    onProgress: (share: number) => void,
  ): Promise<ConformedChapter> {
    const found = await this.#run(job, async (message) => {
      if (typeof message === 'number') onProgress(message);
    });
    if (!found) throw new Error('The thread sent no result.');
    return found;
  }

  async cut(job: Extract<ConformJob, { kind: 'cut' }>, onCut: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    await this.#run(job, async (message, port) => {
      if (!(message instanceof Uint8Array)) return;
      await onCut(message);
      port.postMessage('written');
    });
  }

  /** Fails if the thread or the handling of one of its messages fails. */
  async #run(
    job: ConformJob,
    onMessage: (message: unknown, port: MessagePort) => Promise<void>,
  ): Promise<ConformJobResult> {
    const { port1: own, port2: port } = new MessageChannel();
    const failed = new Promise<never>((_, reject) => {
      own.on('message', (message: unknown) => void onMessage(message, own).catch(reject));
    });
    try {
      return await Promise.race([this.#pool.run({ job, port }, [port]), failed]);
    } finally {
      own.close();
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
