import { z } from 'zod';
import { connectionIdentitySchema } from '../../../shared/model/connection.ts';
import type { AudioAnalysis, AudioProblem, Verdict } from '../../../shared/model/take.ts';
import { type InputParameters, inputParametersSchema } from '../../../shared/service/input-parameters.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { Database } from './database.ts';
import { countUnmeasured, putAnalysis, type UnmeasuredAudio, unmeasuredAudio } from './take-analyses.ts';
import { TakeDecisionStore } from './take-decisions.ts';
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
  readonly source: TakeSource;
  /** The job that it came back from, or null. */
  readonly jobId: number | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface Take extends NewTake {
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

/** Audio files looked at together. */
const FILES_AT_ONCE = 16;

/** The takes of lines, their audio, and which of them a line exports. */
export class TakeStore extends TakeDecisionStore {
  readonly #db: Database;
  readonly #files: TakeFiles;
  readonly #mayWrite: boolean;

  constructor(db: Database, takesFolder: string, mayWrite: boolean) {
    super(db);
    this.#db = db;
    this.#files = new TakeFiles(takesFolder);
    this.#mayWrite = mayWrite;
  }

  /** Keeps audio under the hash of its bytes, flushed. @throws ProjectError `disk-full` and others */
  putAudio(bytes: Uint8Array, format: OutputFormat): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    return this.#files.put(bytes, format);
  }

  /** The path of a take's audio file. */
  audioPath(hash: string, format: OutputFormat): string {
    return this.#files.path(hash, format);
  }

  /** Adds a take whose audio is kept already, which heals other takes of the same audio. @returns its id */
  addTake(take: NewTake): number {
    this.#db
      .prepare('UPDATE takes SET audio_problem = NULL WHERE audio_hash = ? AND audio_problem IS NOT NULL')
      .run(take.audioHash);
    return this.#db
      .prepare(
        `INSERT INTO takes (line_id, render_key, request, audio_hash, format, sample_rate, size, duration, created_at,
           source, job_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      ).lastInsertRowid;
  }

  /** Keeps what was measured of audio, in place of what was measured before. */
  putAnalysis(audioHash: string, analysis: AudioAnalysis): void {
    this.#db.transaction(() => putAnalysis(this.#db, audioHash, analysis));
  }

  /**
   * Audio of takes that has not been measured, or in an older way than today's: of projects that were made before it
   * was. What came last first; what is missing or damaged is left out.
   *
   * @param limit at most so many
   */
  takesWithoutAnalysis(limit: number): UnmeasuredAudio[] {
    return unmeasuredAudio(this.#db, limit);
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
    this.#db.transaction(() =>
      this.#db.run(
        this.#db.sql.updateTable('takes').set({ audio_problem: problem }).where('audio_hash', '=', audioHash),
      ),
    );
  }

  /** All takes of a line, of all its keys, oldest first. */
  takesOf(lineId: number): Take[] {
    const { sql } = this.#db;
    const rows = this.#db.all(sql.selectFrom('takes').selectAll().where('line_id', '=', lineId).orderBy('id'));
    return rows.map((row) => ({
      id: row.id,
      lineId: row.line_id,
      renderKey: row.render_key,
      request: this.#db.readDocument(
        row.request,
        (value) => inputParametersSchema.parse(value),
        'the request of a take',
      ),
      audioHash: row.audio_hash,
      format: row.format,
      sampleRate: row.sample_rate,
      sizeBytes: row.size,
      durationSeconds: row.duration,
      source: this.#db.readDocument(row.source, (value) => takeSourceSchema.parse(value), 'the source of a take'),
      jobId: row.job_id,
      createdAt: row.created_at,
      verdict: row.verdict,
      note: row.note,
      trimStartSeconds: row.trim_start,
      trimEndSeconds: row.trim_end,
      gainDb: row.gain_db,
      audioProblem: row.audio_problem,
    }));
  }

  /**
   * Looks at the audio files of all takes and remembers which are missing or damaged: their lines are not fresh until
   * the file is back. A reader only reports.
   *
   * @param options `deep`: reads every byte; otherwise presence and size are looked at
   * @returns the takes of living lines whose audio can't be played, in order of their ids
   */
  async verify(options: { readonly deep?: boolean } = {}): Promise<TakeDamage[]> {
    const rows = this.#db.all(
      this.#db.sql
        .selectFrom('takes')
        .innerJoin('lines', 'lines.id', 'takes.line_id')
        .select(['takes.id', 'line_id', 'audio_hash', 'format', 'size', 'audio_problem', 'deleted_at'])
        .orderBy('takes.id'),
    );
    const found = new Map<number, AudioProblem | null>();
    const queue = rows.values();
    const look = async () => {
      for (const row of queue) {
        const file = { hash: row.audio_hash, format: row.format, sizeBytes: row.size };
        // A damaged file may have the right size: only its bytes can tell that it is whole again.
        const deep = options.deep === true || row.audio_problem === 'damaged';
        found.set(row.id, await this.#files.problem(file, deep));
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, look));
    if (this.#mayWrite) this.#remember(rows, found);
    return rows.flatMap(({ id, line_id, deleted_at }) => {
      const problem = found.get(id) ?? null;
      return problem === null || deleted_at !== null ? [] : [{ lineId: line_id, takeId: id, problem }];
    });
  }

  #remember(
    rows: readonly { readonly id: number; readonly audio_problem: AudioProblem | null }[],
    found: ReadonlyMap<number, AudioProblem | null>,
  ): void {
    const changed = rows.filter(({ id, audio_problem }) => audio_problem !== (found.get(id) ?? null));
    if (changed.length === 0) return;
    const update = this.#db.prepare('UPDATE takes SET audio_problem = ? WHERE id = ?');
    this.#db.transaction(() => {
      for (const { id } of changed) update.run(found.get(id) ?? null, id);
    });
  }
}
