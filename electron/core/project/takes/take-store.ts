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
  countUnmeasured,
  type MeasuredAudio,
  measuredAudio,
  putAnalysis,
  type UnmeasuredAudio,
  unmeasuredAudio,
} from './take-analyses.ts';
import { TakeFiles } from './take-files.ts';

const takeSourceSchema = connectionIdentitySchema.extend({
  /** Where the service keeps the batch and the job, as its links said. */
  batchLink: z.string().nullish(),
  childLink: z.string().nullish(),
});
/** Where a take came from. */
export type TakeSource = z.infer<typeof takeSourceSchema>;

/** A rendering that came back, as it is kept. */
export interface NewTake {
  readonly lineId: number;
  readonly renderKey: string;
  /** The whole request that made it. */
  readonly request: InputParameters;
  /** Of the audio, as `putAudio` gave it. */
  readonly audioHash: string;
  readonly format: OutputFormat;
  /** Hz. */
  readonly sampleRate: number;
  readonly sizeBytes: number;
  readonly durationSeconds: number;
  /** As the service announced it; null, or absent: it announced none. */
  readonly announcedSeconds?: number | null;
  readonly source: TakeSource;
  /** The job that it came back from, or null. */
  readonly jobId: number | null;
  /** What its voices may be used for; null, or absent: not known. */
  readonly uses?: readonly VoiceUse[] | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface Take extends Omit<NewTake, 'uses' | 'announcedSeconds'> {
  readonly id: number;
  readonly verdict: Verdict | null;
  readonly note: string;
  /** Seconds that are left out at the start and at the end. */
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
  /** What was wrong with the audio file when it was last looked at. */
  readonly audioProblem: AudioProblem | null;
}

/** A take whose audio can't be played. */
export interface TakeDamage {
  readonly lineId: number;
  readonly takeId: number;
  readonly problem: AudioProblem;
}

/** What is found of a take's audio file is not what was remembered of it. */
export interface AudioChange {
  readonly takeId: number;
  /** Null: it is whole again. */
  readonly problem: AudioProblem | null;
  readonly file: MissingAudio;
  /** Its bytes were read; else its size was looked at. */
  readonly byBytes: boolean;
}

/** An audio file that takes need and that is missing or damaged. */
export interface MissingAudio {
  readonly hash: string;
  readonly format: OutputFormat;
  readonly sizeBytes: number;
}

/** Audio files looked at together. */
const FILES_AT_ONCE = 16;
const TAKES_IN_A_MOMENT = 2_000;

/** The takes of lines and their audio. */
export class TakeStore {
  readonly #db: Database;
  readonly #files: TakeFiles;
  readonly #mayWrite: boolean;

  constructor(db: Database, paths: Pick<ProjectPaths, 'files' | 'takes'>, mayWrite: boolean, checkPlace?: () => void) {
    this.#db = db;
    this.#files = new TakeFiles(paths, undefined, checkPlace);
    this.#mayWrite = mayWrite;
  }

  /** Keeps audio under the hash of its bytes, flushed. @throws ProjectError `disk-full` and others */
  putAudio(bytes: Uint8Array, format: OutputFormat): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    return this.#files.put(bytes, format);
  }

  /** A file to receive audio into: callers discard it, also after `keepAudio`. Writing to it throws ProjectError. */
  receiveAudio(expected?: number): IncomingFile {
    return this.#files.receive(expected);
  }

  /** Keeps audio that was received, as `putAudio` does. @throws as `putAudio` */
  keepAudio(
    incoming: IncomingFile,
    format: OutputFormat,
  ): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    return this.#files.keep(incoming, format);
  }

  /** Opens a take's audio file for reading; callers close it. @throws UnsafeEntryError; what the system says */
  openAudio(hash: string, format: OutputFormat): Promise<FileHandle> {
    return this.#files.openToRead(hash, format);
  }

  /** The path of a take's audio file; null where its row names none that Lectern would have kept. */
  audioPath(hash: string, format: OutputFormat): string | null {
    return this.#files.path(hash, format);
  }

  /** Whether an audio file is there and has the size that it should have; what is in it is not looked at. */
  audioProblem(audio: {
    readonly hash: string;
    readonly format: OutputFormat;
    readonly sizeBytes: number;
  }): Promise<AudioProblem | null> {
    return this.#files.problem(audio, false);
  }

  /** Adds a take whose audio is kept already, which heals other takes of the same audio. @returns its id */
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
        take.uses ? this.#usesId(JSON.stringify(take.uses)) : null,
        take.announcedSeconds ?? null,
      ).lastInsertRowid;
  }

  /** Takes of the same voices share what is recorded of them. */
  #usesId(uses: string): number {
    const known = this.#db.prepare<{ readonly id: number }>('SELECT id FROM voice_uses WHERE uses = ?').all(uses)[0];
    return known?.id ?? this.#db.prepare('INSERT INTO voice_uses (uses) VALUES (?)').run(uses).lastInsertRowid;
  }

  /** Whether the project is open for writing. */
  get mayWrite(): boolean {
    return this.#mayWrite;
  }

  /** Keeps what was measured of audio, in place of what was measured before. */
  putAnalysis(audioHash: string, analysis: AudioAnalysis): void {
    this.#db.transaction(() => putAnalysis(this.#db, audioHash, analysis));
  }

  /**
   * Audio of takes that has not been measured, or in an older way than today's: of projects that were made before it
   * was. The latest first; missing or damaged audio is left out.
   *
   * @param limit at most this many
   */
  takesWithoutAnalysis(limit: number): UnmeasuredAudio[] {
    return unmeasuredAudio(this.#db, limit);
  }

  /** The figures of measured audio by its hash. */
  measuredAudio(): Map<string, MeasuredAudio> {
    return measuredAudio(this.#db);
  }

  /** How many takes are still to be measured. */
  countWithoutAnalysis(): number {
    return countUnmeasured(this.#db);
  }

  /**
   * Remembers that audio was found missing or damaged, or whole again (null): lines whose pick it is are not fresh until
   * it is whole.
   */
  setAudioProblem(audioHash: string, problem: AudioProblem | null): void {
    const update = this.#db.prepare('UPDATE takes SET audio_problem = ? WHERE audio_hash = ?');
    this.#db.transaction(() => update.run(problem, audioHash));
  }

  /** All takes of a line, of all its keys, oldest first. */
  takesOf(lineId: number): Take[] {
    const rows = this.#db.prepare<StoredTake>(TAKES_OF_LINE).all(lineId);
    return rows.map((row) => ({
      ...row,
      request: this.#db.readDocument(
        row.request,
        (value) => inputParametersSchema.parse(value),
        'the request of a take',
      ),
      source: this.#db.readDocument(row.source, (value) => takeSourceSchema.parse(value), 'the source of a take'),
    }));
  }

  /**
   * Looks at the audio files of all takes and remembers which are missing or damaged: their lines are not fresh until
   * the file is back. A reader remembers it for itself alone.
   *
   * @param options `deep`: reads every byte; otherwise presence and size are looked at
   * @returns the takes of living lines whose audio can't be played, in order of their ids
   */
  async verify(options: { readonly deep?: boolean } = {}): Promise<TakeDamage[]> {
    const looked = await this.#look(options.deep === true);
    this.noteAudio(changesOf(looked));
    return looked.flatMap(({ id, line_id, deleted_at, found }) =>
      found === null || deleted_at !== null ? [] : [{ lineId: line_id, takeId: id, problem: found }],
    );
  }

  /**
   * What has changed of some audio files since it was last remembered. Changes nothing: for `noteAudio`.
   *
   * @param after the takes after this one, as many as are looked at in a moment
   * @returns `next`: what to go on after; null where these were the last ones
   */
  async audioChanges(after: number): Promise<{ readonly changes: AudioChange[]; readonly next: number | null }> {
    const looked = await this.#look(false, after, TAKES_IN_A_MOMENT);
    return { changes: changesOf(looked), next: looked.at(TAKES_IN_A_MOMENT - 1)?.id ?? null };
  }

  /** Remembers what was found of audio files; a reader does for itself alone. @throws ProjectError */
  noteAudio(changes: readonly AudioChange[]): void {
    // A file that has come since it was looked for must not be called missing: a run may have fetched it.
    const current = changes.filter(
      ({ problem, file, byBytes }) => problem === null || byBytes || !this.#files.looksWhole(file),
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

  /** The audio that is remembered as missing or damaged, each file once. */
  missingAudio(): MissingAudio[] {
    return this.#db
      .prepare<MissingAudio>(
        `SELECT DISTINCT audio_hash AS hash, format, size AS sizeBytes FROM takes WHERE audio_problem IS NOT NULL`,
      )
      .all();
  }

  /**
   * Puts audio back in its place, copied from an open file, where that holds exactly its bytes.
   *
   * @returns false where it holds something else: nothing was changed then
   * @throws ProjectError `disk-full` and others
   */
  async putBack(audio: MissingAudio, source: FileHandle): Promise<boolean> {
    if (!(await this.#files.adopt(audio, source))) return false;
    this.setAudioProblem(audio.hash, null);
    return true;
  }

  async #look(deep: boolean, after = 0, most = Number.MAX_SAFE_INTEGER): Promise<LookedAt[]> {
    const rows = this.#db
      .prepare<StoredAudio>(
        `SELECT takes.id, line_id, audio_hash, format, size, audio_problem, deleted_at
         FROM takes JOIN lines ON lines.id = takes.line_id WHERE takes.id > ? ORDER BY takes.id LIMIT ?`,
      )
      .all(after, most);
    const looked: LookedAt[] = rows.map((row) => ({ ...row, found: null, byBytes: false }));
    const queue = looked.values();
    const look = async () => {
      for (const row of queue) {
        const file = { hash: row.audio_hash, format: row.format, sizeBytes: row.size };
        // A damaged file may have the right size: only its bytes can tell that it is whole again.
        row.byBytes = deep || row.audio_problem === 'damaged';
        row.found = await this.#files.problem(file, row.byBytes);
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, look));
    return looked;
  }
}

/** A take's row; `request` and `source` hold documents. */
interface StoredTake extends Omit<Take, 'request' | 'source'> {
  readonly request: string;
  readonly source: string;
}

const TAKES_OF_LINE = `
  SELECT id, line_id AS lineId, render_key AS renderKey, request, audio_hash AS audioHash, format,
    sample_rate AS sampleRate, size AS sizeBytes, duration AS durationSeconds, source, job_id AS jobId,
    created_at AS createdAt, verdict, note, trim_start AS trimStartSeconds, trim_end AS trimEndSeconds,
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

interface LookedAt extends StoredAudio {
  found: AudioProblem | null;
  byBytes: boolean;
}

const changesOf = (looked: readonly LookedAt[]): AudioChange[] =>
  looked.flatMap(({ id, audio_hash: hash, format, size: sizeBytes, audio_problem, found, byBytes }) =>
    audio_problem === found ? [] : [{ takeId: id, problem: found, file: { hash, format, sizeBytes }, byBytes }],
  );

/**
 * Lets a connection that can't write the project see what it found itself: a view of its own in place of the table.
 *
 * @param json takes and what was found of them, as `[[id, problem], …]`
 */
function overlayAudioProblems(db: Database, json: string): void {
  const columns = db.prepare<{ readonly name: string }>(`SELECT name FROM pragma_table_info('takes', 'main')`).all();
  const kept = columns.map(({ name }) => `stored.${name}`).filter((name) => name !== 'stored.audio_problem');
  db.exec(`PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE IF NOT EXISTS found_audio (take_id INTEGER PRIMARY KEY, problem TEXT);
    CREATE TEMP VIEW IF NOT EXISTS takes AS SELECT ${kept.join(', ')},
      CASE WHEN EXISTS (SELECT 1 FROM found_audio WHERE take_id = stored.id)
        THEN (SELECT problem FROM found_audio WHERE take_id = stored.id) ELSE stored.audio_problem END AS audio_problem
      FROM main.takes AS stored`);
  // Statements that were prepared before read the table itself.
  db.forgetStatements();
  db.prepare('INSERT OR REPLACE INTO temp.found_audio SELECT value ->> 0, value ->> 1 FROM json_each(?)').run(json);
}
