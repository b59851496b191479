// Each worker publishes its lanes and voices in a row, and nodes offer the voices of all workers. Lists of voices are long, so
// they are only written and read when they have changed.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { Logger } from '../common/log.ts';
import { createStreamOrder, type StreamOrder } from '../rendering/stream-order.ts';
import { EMBEDDED_LANE } from '../speech/speech-engine.ts';
import type { EngineVoice } from '../voices/voice.ts';

const HEARTBEAT_MS = 5000;
/** How long a worker's voices are offered after its last heartbeat. */
const OFFERED_SECONDS = 600;
const REFRESH_MS = 5000;

/** Only checks the fields that are used here, because voices are written by workers and so can be trusted. */
const declaredVoice = z.looseObject({ id: z.string(), lane: z.string() });
type DeclaredVoice = EngineVoice & { readonly lane: string };

const seenRow = z.object({ id: z.string(), revision: z.string() });

const workerRow = seenRow.extend({
  voices: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(declaredVoice)),
  lanes: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.string(), z.number())),
});
type DeclaredWorker = z.infer<typeof workerRow>;

export interface WorkerSpeech {
  readonly voices: readonly EngineVoice[];
  readonly lanes: ReadonlyMap<string, number>;
  laneOf(order: StreamOrder): string;
}

/** Publishes this worker's voices, and sends heartbeats. */
export class WorkerDeclaration {
  readonly #pool: pg.Pool;
  readonly #id: string;
  readonly #speech: WorkerSpeech;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, id: string, speech: WorkerSpeech, log: Logger) {
    this.#pool = pool;
    this.#id = id;
    this.#speech = speech;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#declare();
    this.#timer = setInterval(() => {
      this.#declare().catch((error: unknown) => {
        this.#log.warn({ reason: String(error) }, 'the worker could not be declared');
      });
    }, HEARTBEAT_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #declare(): Promise<void> {
    const lanes = JSON.stringify(Object.fromEntries(this.#speech.lanes));
    const voices = JSON.stringify(this.#speech.voices.map((voice) => ({ ...voice, lane: this.#laneOf(voice) })));
    const revision = createHash('sha256').update(lanes).update(voices).digest('base64url');
    const unchanged = await this.#pool.query(
      'UPDATE lectern.workers SET seen_at = now() WHERE id = $1 AND revision = $2',
      [this.#id, revision],
    );
    if (unchanged.rowCount === 0) {
      await this.#pool.query(
        `INSERT INTO lectern.workers (id, lanes, voices, revision, seen_at) VALUES ($1, $2, $3, $4, now())
          ON CONFLICT (id) DO UPDATE
            SET lanes = excluded.lanes, voices = excluded.voices, revision = excluded.revision, seen_at = now()`,
        [this.#id, lanes, voices, revision],
      );
    }
    await this.#pool.query(`DELETE FROM lectern.workers WHERE seen_at < now() - make_interval(secs => $1)`, [
      OFFERED_SECONDS,
    ]);
  }

  #laneOf({ id }: EngineVoice): string {
    return this.#speech.laneOf(createStreamOrder({ text: 'a', voice: id }, 0));
  }
}

/** The voices of all workers. */
export class WorkerDirectory {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #local: readonly EngineVoice[];
  #timer: NodeJS.Timeout | undefined;
  #workers: ReadonlyMap<string, DeclaredWorker> = new Map();
  #voices: readonly EngineVoice[];
  #laneOfVoice: ReadonlyMap<string, string> = new Map();
  #laneSizes: ReadonlyMap<string, number> = new Map();

  /** @param local voices that are always offered */
  constructor(pool: pg.Pool, local: readonly EngineVoice[], log: Logger) {
    this.#pool = pool;
    this.#local = local;
    this.#voices = local;
    this.#log = log;
  }

  /** All voices. The array is only replaced when voices change. */
  get voices(): readonly EngineVoice[] {
    return this.#voices;
  }

  /** Returns whether a voice is only available on workers. */
  isRemote(id: string): boolean {
    return (this.#laneOfVoice.get(id) ?? EMBEDDED_LANE) !== EMBEDDED_LANE;
  }

  /** Returns the lane for a request: of the lanes of its voices, the one with the lowest concurrency. */
  laneOf({ request }: StreamOrder): string {
    const size = (lane: string): number => this.#laneSizes.get(lane) ?? 0;
    const lanes = request.turns
      .map(({ voice }) => this.#laneOfVoice.get(voice) ?? EMBEDDED_LANE)
      .filter((lane) => lane !== EMBEDDED_LANE);
    return lanes.sort((a, b) => size(a) - size(b))[0] ?? EMBEDDED_LANE;
  }

  async start(): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => {
      this.#refresh().catch((error: unknown) => {
        this.#log.warn({ reason: String(error) }, 'the workers could not be listed');
      });
    }, REFRESH_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #refresh(): Promise<void> {
    const { rows } = await this.#pool.query(
      'SELECT id, revision FROM lectern.workers WHERE seen_at > now() - make_interval(secs => $1) ORDER BY id',
      [OFFERED_SECONDS],
    );
    const seen = rows.map((row) => seenRow.parse(row));
    const changed = seen.filter(({ id, revision }) => this.#workers.get(id)?.revision !== revision);
    if (changed.length === 0 && seen.length === this.#workers.size) return;
    const read = await this.#pool.query('SELECT id, revision, lanes, voices FROM lectern.workers WHERE id = ANY($1)', [
      changed.map(({ id }) => id),
    ]);
    const known = new Map(this.#workers);
    for (const row of read.rows) {
      const worker = workerRow.parse(row);
      known.set(worker.id, worker);
    }
    this.#list(seen.flatMap(({ id }) => known.get(id) ?? []));
  }

  #list(workers: readonly DeclaredWorker[]): void {
    const byId = new Map(this.#local.map((voice): [string, EngineVoice] => [voice.id, voice]));
    const laneOfVoice = new Map<string, string>();
    for (const declared of workers.flatMap(({ voices }) => voices)) {
      // Workers serialise voices of this type. Fields that this version doesn't know are ignored.
      const { lane, ...voice } = declared as unknown as DeclaredVoice;
      if (!byId.has(voice.id)) byId.set(voice.id, voice);
      laneOfVoice.set(voice.id, lane);
    }
    this.#laneSizes = new Map(workers.flatMap(({ lanes }) => Object.entries(lanes)));
    this.#laneOfVoice = laneOfVoice;
    this.#voices = [...byId.values()];
    this.#workers = new Map(workers.map((worker) => [worker.id, worker]));
  }
}
