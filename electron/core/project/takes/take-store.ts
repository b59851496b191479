import type { FileHandle } from 'node:fs/promises';
import type { OutputFormat } from '@lectern/tts-protocol';
import { type InputParameters, inputParametersSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import type { IncomingFile } from '../../../../node/files/incoming-file.ts';
import { connectionIdentitySchema } from '../../../../shared/model/connection.ts';
import type { AudioAnalysis, AudioProblem, Verdict } from '../../../../shared/model/take.ts';
import type { VoiceUse } from '../../../../shared/model/voice-use.ts';
import type { Database } from '../folder/database.ts';
import type { ProjectPaths } from '../folder/project-paths.ts';
import {
  countUnheard,
  countUnmeasured,
  type MeasuredAudio,
  measuredAudio,
  putAnalysis,
  type UnmeasuredAudio,
  unmeasuredAudio,
} from './take-analyses.ts';
import { TakeFiles } from './take-files.ts';

const takeSourceSchema = connectionIdentitySchema.extend({
  /** Links to the batch and the job, as returned by the service. */
  batchLink: z.string().nullish(),
  childLink: z.string().nullish(),
  /** Where a recorded take was cut from. */
  recording: z.object({ file: z.string(), startSeconds: z.number().min(0), endSeconds: z.number().min(0) }).nullish(),
});
export type TakeSource = z.infer<typeof takeSourceSchema>;

export interface NewTake {
  readonly lineId: number;
  readonly renderKey: string;
  readonly request: InputParameters;
  readonly audioHash: string;
  readonly format: OutputFormat;
  /** In Hz. */
  readonly sampleRate: number;
  readonly sizeBytes: number;
  readonly durationSeconds: number;
  readonly announcedSeconds?: number | null;
  readonly source: TakeSource;
  readonly jobId: number | null;
  /** Permitted uses of the take's voices; null or absent if unknown. */
  readonly uses?: readonly VoiceUse[] | null;
  readonly createdAt: number;
}

export interface Take extends Omit<NewTake, 'uses' | 'announcedSeconds'> {
  readonly id: number;
  readonly verdict: Verdict | null;
  /** Seconds skipped at the start and the end. */
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
  readonly audioProblem: AudioProblem | null;
}

export interface TakeDamage {
  readonly lineId: number;
  readonly takeId: number;
  readonly problem: AudioProblem;
}

export interface AudioChange {
  readonly takeId: number;
  readonly problem: AudioProblem | null;
  readonly file: MissingAudio;
  /** True if the content was compared, false if only the size was compared. */
  readonly byBytes: boolean;
}

export interface MissingAudio {
  readonly hash: string;
  readonly format: OutputFormat;
  readonly sizeBytes: number;
}

const CONCURRENT_FILES = 16;
const TAKES_PER_CHECK = 2_000;

export class TakeStore {
  readonly #db: Database;
  readonly #files: TakeFiles;
  readonly #mayWrite: boolean;

  constructor(db: Database, paths: Pick<ProjectPaths, 'files' | 'takes'>, mayWrite: boolean, checkPlace?: () => void) {
    this.#db = db;
    this.#files = new TakeFiles(paths, undefined, checkPlace);
    this.#mayWrite = mayWrite;
  }

  putAudio(bytes: Uint8Array, format: OutputFormat): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    return this.#files.put(bytes, format);
  }

  /** Receives audio. Callers must discard the file, even after `keepAudio`. Writing to it throws ProjectError. */
  receiveAudio(expected?: number): IncomingFile {
    return this.#files.receive(expected);
  }

  keepAudio(
    incoming: IncomingFile,
    format: OutputFormat,
  ): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    return this.#files.keep(incoming, format);
  }

  /** Opens audio for reading. Callers close the file. @throws UnsafeEntryError; system errors */
  openAudio(hash: string, format: OutputFormat): Promise<FileHandle> {
    return this.#files.openToRead(hash, format);
  }

  audioPath(hash: string, format: OutputFormat): string | null {
    return this.#files.path(hash, format);
  }

  audioProblem(audio: {
    readonly hash: string;
    readonly format: OutputFormat;
    readonly sizeBytes: number;
  }): Promise<AudioProblem | null> {
    return this.#files.problem(audio, false);
  }

  hasAudio(audio: { readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number }): boolean {
    return this.#files.hasExpectedSize(audio);
  }

  /** Adds a take, and marks the audio of other takes with the same file as intact. @returns the take's id */
  addTake(take: NewTake): number {
    this.#db
      .prepare('UPDATE takes SET audio_problem = NULL WHERE audio_hash = ? AND audio_problem IS NOT NULL')
      .run(take.audioHash);
    return this.#db
      .prepare(
        `INSERT INTO takes (line_id, render_key, request, audio_hash, format, sample_rate, size, duration, created_at,
           source, job_id, uses_id, announced_duration) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        take.lineId,
        take.renderKey,
        JSON.stringify(take.request),
        take.audioHash,
        take.format,
        take.sampleRate,
        take.sizeBytes,
        take.durationSeconds,
        take.createdAt,
        JSON.stringify(take.source),
        take.jobId,
        take.uses ? this.#idOfUses(JSON.stringify(take.uses)) : null,
        take.announcedSeconds ?? null,
      ).lastInsertRowid;
  }

  /** Takes with the same voices share a single row. */
  #idOfUses(uses: string): number {
    const known = this.#db.prepare<{ readonly id: number }>('SELECT id FROM voice_uses WHERE uses = ?').all(uses)[0];
    return known?.id ?? this.#db.prepare('INSERT INTO voice_uses (uses) VALUES (?)').run(uses).lastInsertRowid;
  }

  get mayWrite(): boolean {
    return this.#mayWrite;
  }

  putAnalysis(audioHash: string, analysis: AudioAnalysis): void {
    this.#db.transaction(() => putAnalysis(this.#db, audioHash, analysis));
  }

  /** Latest take first. */
  takesWithoutAnalysis(limit: number): UnmeasuredAudio[] {
    return unmeasuredAudio(this.#db, limit);
  }

  measuredAudio(): Map<string, MeasuredAudio> {
    return measuredAudio(this.#db);
  }

  countWithoutAnalysis(): number {
    return countUnmeasured(this.#db);
  }

  countWithoutVoice(): number {
    return countUnheard(this.#db);
  }

  /** Marks audio as missing or damaged; null marks it as intact. Lines whose pick has such audio aren't fresh. */
  setAudioProblem(audioHash: string, problem: AudioProblem | null): void {
    const update = this.#db.prepare('UPDATE takes SET audio_problem = ? WHERE audio_hash = ?');
    this.#db.transaction(() => update.run(problem, audioHash));
  }

  /** Oldest first. */
  takesOf(lineId: number): Take[] {
    const rows = this.#db.prepare<StoredTake>(TAKES_OF_LINE).all(lineId);
    return rows.map((row) => ({
      ...row,
      request: this.#db.readDocument(row.request, (value) => inputParametersSchema.parse(value), 'takes.request'),
      source: this.#db.readDocument(row.source, (value) => takeSourceSchema.parse(value), 'takes.source'),
    }));
  }

  /**
   * Checks the audio of all takes. With read-only access, the result is kept only for this connection.
   * @param options `deep`: reads every byte
   */
  async verify(options: { readonly deep?: boolean } = {}): Promise<TakeDamage[]> {
    const looked = await this.#checkAudio(options.deep === true);
    this.recordAudioChanges(audioChangesIn(looked));
    return looked.flatMap(({ id, line_id, deleted_at, found }) =>
      found === null || deleted_at !== null ? [] : [{ lineId: line_id, takeId: id, problem: found }],
    );
  }

  /**
   * Checks the audio for one page of takes. Pass the changes to `recordAudioChanges`.
   * @param after id of the take before the page
   * @returns `next`: the next `after`
   */
  async audioChanges(after: number): Promise<{ readonly changes: AudioChange[]; readonly next: number | null }> {
    const looked = await this.#checkAudio(false, after, TAKES_PER_CHECK);
    return { changes: audioChangesIn(looked), next: looked.at(TAKES_PER_CHECK - 1)?.id ?? null };
  }

  /** Stores changes to audio problems. With read-only access, they are kept only for this connection. */
  recordAudioChanges(changes: readonly AudioChange[]): void {
    // Skip files that have arrived since the check, such as a run's downloads.
    const current = changes.filter(
      ({ problem, file, byBytes }) => problem === null || byBytes || !this.#files.hasExpectedSize(file),
    );
    if (current.length === 0) return;
    const json = JSON.stringify(current.map(({ takeId, problem }) => [takeId, problem]));
    if (!this.#mayWrite) {
      overlayAudioProblems(this.#db, json);
      return;
    }
    const update = this.#db.prepare(
      `UPDATE takes SET audio_problem = found.value ->> 1 FROM json_each(?) AS found WHERE takes.id = found.value ->> 0`,
    );
    this.#db.transaction(() => update.run(json));
  }

  missingAudio(): MissingAudio[] {
    return this.#db
      .prepare<MissingAudio>(
        `SELECT DISTINCT audio_hash AS hash, format, size AS sizeBytes FROM takes WHERE audio_problem IS NOT NULL`,
      )
      .all();
  }

  /** Restores missing audio from a file. Returns false if the file doesn't have exactly the expected content. */
  async restoreAudio(audio: MissingAudio, source: FileHandle): Promise<boolean> {
    if (!(await this.#files.copyFrom(audio, source))) return false;
    this.setAudioProblem(audio.hash, null);
    return true;
  }

  async #checkAudio(deep: boolean, after = 0, limit = Number.MAX_SAFE_INTEGER): Promise<CheckedAudioRow[]> {
    const rows = this.#db
      .prepare<StoredAudio>(
        `SELECT takes.id, line_id, audio_hash, format, size, audio_problem, deleted_at
         FROM takes JOIN lines ON lines.id = takes.line_id WHERE takes.id > ? ORDER BY takes.id LIMIT ?`,
      )
      .all(after, limit);
    const looked: CheckedAudioRow[] = rows.map((row) => ({ ...row, found: null, byBytes: false }));
    const queue = looked.values();
    const look = async () => {
      for (const row of queue) {
        const file = { hash: row.audio_hash, format: row.format, sizeBytes: row.size };
        // A damaged file can have the right size, so its content has to be checked.
        row.byBytes = deep || row.audio_problem === 'damaged';
        row.found = await this.#files.problem(file, row.byBytes);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_FILES }, look));
    return looked;
  }
}

interface StoredTake extends Omit<Take, 'request' | 'source'> {
  readonly request: string;
  readonly source: string;
}

const TAKES_OF_LINE = `
  SELECT id, line_id AS lineId, render_key AS renderKey, request, audio_hash AS audioHash, format,
    sample_rate AS sampleRate, size AS sizeBytes, duration AS durationSeconds, source, job_id AS jobId,
    created_at AS createdAt, verdict, trim_start AS trimStartSeconds, trim_end AS trimEndSeconds,
    gain_db AS gainDb, audio_problem AS audioProblem
  FROM takes WHERE line_id = ? ORDER BY id`;

interface StoredAudio {
  readonly id: number;
  readonly line_id: number;
  readonly audio_hash: string;
  readonly format: OutputFormat;
  readonly size: number;
  readonly audio_problem: AudioProblem | null;
  readonly deleted_at: number | null;
}

interface CheckedAudioRow extends StoredAudio {
  found: AudioProblem | null;
  byBytes: boolean;
}

const audioChangesIn = (checked: readonly CheckedAudioRow[]): AudioChange[] =>
  checked.flatMap(({ id, audio_hash: hash, format, size: sizeBytes, audio_problem, found, byBytes }) =>
    audio_problem === found ? [] : [{ takeId: id, problem: found, file: { hash, format, sizeBytes }, byBytes }],
  );

/** Adds a temporary view over `takes`, for read-only connections. @param json `[[id, problem], …]` */
function overlayAudioProblems(db: Database, json: string): void {
  const columns = db.prepare<{ readonly name: string }>(`SELECT name FROM pragma_table_info('takes', 'main')`).all();
  const kept = columns.map(({ name }) => `stored.${name}`).filter((name) => name !== 'stored.audio_problem');
  db.exec(`PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE IF NOT EXISTS found_audio (take_id INTEGER PRIMARY KEY, problem TEXT);
    CREATE TEMP VIEW IF NOT EXISTS takes AS SELECT ${kept.join(', ')},
      CASE WHEN EXISTS (SELECT 1 FROM found_audio WHERE take_id = stored.id)
        THEN (SELECT problem FROM found_audio WHERE take_id = stored.id) ELSE stored.audio_problem END AS audio_problem
      FROM main.takes AS stored`);
  // Statements prepared earlier would still read from the table instead of the view.
  db.forgetStatements();
  db.prepare('INSERT OR REPLACE INTO temp.found_audio SELECT value ->> 0, value ->> 1 FROM json_each(?)').run(json);
}
