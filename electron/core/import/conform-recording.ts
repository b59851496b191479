// Cuts a narrator's recording of a whole chapter into takes of its lines.
import { basename } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type ConformedChapter, canReadLanguage, DOUBTFUL_CONFIDENCE, type Stretch } from '@lectern/audio/alignment';
import type { CheckedAudio } from '@lectern/audio/meters';
import type { InputParameters, Language } from '@lectern/tts-protocol';
import { openRegularFile } from '../../../node/files/regular-file.ts';
import { createWorkerPool } from '../../../node/worker-pool.ts';
import { RECORDING_ORIGIN } from '../../../shared/model/connection.ts';
import { at } from '../../../shared/rules/at.ts';
import { detectLanguage } from '../../../shared/rules/detect-language.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock } from '../ports.ts';
import { SoundFileError, soundFileError } from '../project/cues/attach-sound.ts';
import type { LineState } from '../project/lines/line-store.ts';
import type { Project } from '../project/project.ts';
import type { ConformJob, ConformJobResult } from './conform-work.ts';

export type ConformProblem =
  | { readonly kind: 'no-lines' }
  /** The chapter's language can't be told, or no synthesizer reads it. */
  | { readonly kind: 'language'; readonly language: Language | null }
  /** The recording contains other words than the chapter. */
  | { readonly kind: 'other-text' };

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
 * What happens to a line: `taken` becomes the line's pick; `approved-kept` adds a take, but the approved pick stays;
 * `blocked` can't have takes, for example because its role has no voice (`LineState.problem`).
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
  /** Sounds that belong to no line. */
  readonly extras: readonly Stretch[];
}

export interface ConformOrder {
  /** The chapter's heading; null for the lines before the first chapter. */
  readonly chapterId: number | null;
  readonly path: string;
  /** Replaces the project's language. */
  readonly language?: Language | undefined;
  /** Only reports what would happen. */
  readonly isDryRun: boolean;
  /** Picks the new takes even for lines whose pick is approved. */
  readonly replaceApproved: boolean;
}

interface ConformPorts {
  readonly audio: Pick<AudioWorkers, 'checkAudio'>;
  /**
   * Gives roles without a voice one, because takes belong to a voice. Called in the transaction that adds the takes, but
   * not in a dry run, which assumes that each role gets a voice.
   */
  readonly castRoles: () => void;
  readonly clock: Clock;
  readonly onProgress?: (share: number) => void;
}

const WORKER = new URL('./conform-worker.ts', import.meta.url);

/** The rest of the work is cutting. */
const FOUND_SHARE = 0.9;

/**
 * Finds a chapter's lines in a recording, and adds a take for each. All takes are added at once, or none.
 * @throws SoundFileError if the recording can't be read; ConformError; ProjectError
 */
export async function conformRecording(
  project: Project,
  order: ConformOrder,
  { audio, castRoles, clock, onProgress = () => {} }: ConformPorts,
): Promise<ConformReport> {
  const { path } = order;
  const lines = project.lines.states({ chapterId: order.chapterId });
  if (lines.length === 0) throw new ConformError({ kind: 'no-lines' });
  const texts = lines.map((line) => project.lines.spokenText(line));
  const language = order.language ?? project.settings().language ?? detectLanguage(texts.join('\n'));
  if (language === null || !canReadLanguage(language)) throw new ConformError({ kind: 'language', language });
  const file = await openRegularFile(path, 'follow').catch((error: unknown) => {
    throw soundFileError(error, path);
  });
  const threads = new ConformThread();
  try {
    const checked = await audio.checkAudio({ fd: file.fd }, { format: 'wav' });
    if (!checked.ok) throw new SoundFileError({ kind: 'undecodable', path, defect: checked.defect });
    const found = await threads.find({ kind: 'find', audio: { fd: file.fd }, lines: texts, language }, (share) =>
      onProgress(FOUND_SHARE * share),
    );
    if (found.isOtherText) throw new ConformError({ kind: 'other-text' });
    const { durationSeconds, sampleRate } = checked;
    const report = { durationSeconds, sampleRate, language, ...reportOf(lines, found, order.replaceApproved) };
    if (order.isDryRun) return report;
    const added = report.lines.filter(({ state }) => state === 'taken' || state === 'approved-kept');
    const cuts: StoredCut[] = [];
    await threads.cut({ kind: 'cut', audio: { fd: file.fd }, stretches: added.map(stretchOf) }, async (bytes) => {
      cuts.push(await store(project, bytes, audio));
      onProgress(FOUND_SHARE + ((1 - FOUND_SHARE) * cuts.length) / added.length);
    });
    const takeIds = project.db.durably(() => {
      castRoles();
      return addTakes(project, added, cuts, order, clock.now());
    });
    return { ...report, lines: report.lines.map((line) => afterAdding(line, takeIds.get(line.lineId) ?? null)) };
  } finally {
    await threads.close();
    await file.close();
  }
}

function stretchOf({ stretch }: ConformedLine): Stretch {
  if (!stretch) throw new Error('A missing line has no audio.');
  return stretch;
}

function afterAdding(line: ConformedLine, takeId: number | null): ConformedLine {
  return takeId === null && line.state !== 'missing' ? { ...line, state: 'blocked' } : { ...line, takeId };
}

function reportOf(
  lines: readonly LineState[],
  { lines: readings, repeats, extras }: ConformedChapter,
  replaceApproved: boolean,
): Pick<ConformReport, 'lines' | 'repeats' | 'extras'> {
  return {
    lines: lines.map((line, index) => {
      const reading = readings[index] ?? null;
      const found = reading && { startSeconds: reading.startSeconds, endSeconds: reading.endSeconds };
      return {
        lineId: line.id,
        number: line.number,
        state: stateOf(line, found, replaceApproved),
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

/** @returns the takes of the lines that can have one */
function addTakes(
  project: Project,
  lines: readonly ConformedLine[],
  cuts: readonly StoredCut[],
  { path, replaceApproved }: ConformOrder,
  now: number,
): Map<number, number> {
  const takeIds = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const written = project.lines.states({ ids: [line.lineId] })[0];
    // No voice was found for the role, or the line was deleted while the recording was searched.
    if (!written?.renderKey) continue;
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
