// Four desktops each render a book through a studio, whose gateway forwards their lines to an account at another service.
// Gateways and desktops are killed at random moments. No line may be paid for twice, no request may exceed the account's limits
// per minute, and the limits must be fully used as long as lines are waiting.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RATE_WINDOW_MS } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT } from '../../packages/speech-service/testing/test-service.ts';
import { type HostileService, startHostileService } from '../hostile-service/hostile-service.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import { hasRun } from '../support/kill-rounds.ts';
import { startLectern, temporaryFolder } from '../support/processes.ts';
import { rounds } from '../support/rounds.ts';

/** Number of kills; set `LECTERN_KILLS` to override it. */
const KILLS = Number(process.env['LECTERN_KILLS'] ?? rounds(40));
const DESKTOPS = 4;
const LIMIT = { requests: 20, characters: 35_000 };
const READS = 100;
const LINE_CHARACTERS = 200;
/** Minimum time between kills, and maximum random addition to it, in milliseconds. */
const KILL_AFTER_MS = [5_000, 10_000] as const;
/** Enough lines to keep the account busy while processes are killed. */
const LINES = Math.ceil(((LIMIT.characters / LINE_CHARACTERS) * (2 + (KILLS * 15_000) / RATE_WINDOW_MS)) / DESKTOPS);
/**
 * Minimum share of the limit that must be used. Requests count from when their response arrives, so the share is lower if
 * responses take longer than a second, as on a busy machine.
 */
const MIN_USED = 0.98;
const GATEWAY = fileURLToPath(new URL('../../electron/gateway/main.ts', import.meta.url));
const TIMEOUT_MS = 900_000 + KILLS * 30_000;

const random = seededRandom(7);
const folder = temporaryFolder();
let upstream: HostileService;
/** Called when the next batch arrives upstream. */
let onArrival = (): void => {};
let studio: SharedService;

beforeAll(async () => {
  upstream = await startHostileService({
    seed: 7,
    behaviours: {
      limits: { batch: LIMIT, read: { requests: READS }, list: { requests: 50 } },
      onArrival: () => onArrival(),
      shuffle: true,
      freshLinks: true,
      nulls: true,
      unknownFields: true,
      readsUntilDone: 3,
      delayMs: [20, 300],
      submission: { chances: { '503-text': 0.01, 'reset-after': 0.01, '201-no-location': 0.05, '201-half': 0.05 } },
      read: { chances: { '500': 0.02, reset: 0.02, html: 0.02 } },
      audio: { chances: { 'half-with-length': 0.02, expired: 0.02, '500': 0.02 }, atMost: 2 },
    },
  });
  studio = await SharedService.start(1, 0);
});
afterAll(async () => {
  await studio?.stop();
  await upstream?.close();
  folder.remove();
});

/** Two gateway processes, one active and one waiting. Killed processes are restarted. */
class Gateways {
  readonly #log = join(folder.path, 'gateway.log');
  readonly #configuration = join(folder.path, 'upstream.json');
  readonly #running = new Set<ReturnType<typeof spawn>>();
  #active: ReturnType<typeof spawn> | undefined;
  #onActive = (): void => {};
  /** The address of the active gateway's health checks. */
  #health = '';
  /** Periods without an active gateway, in milliseconds of `performance.now()`. */
  readonly gaps: { readonly from: number; readonly to: number }[] = [];

  /** Returns a page of the active gateway's health port. */
  async health(path: string): Promise<string> {
    return (await fetch(new URL(path, this.#health))).text();
  }

  get log(): string {
    return readFileSync(this.#log, 'utf8');
  }

  async start(): Promise<void> {
    const { baseUrl, userId, key } = upstream;
    const limits = { batch: LIMIT, read: { requests: READS }, list: { requests: 50 } };
    writeFileSync(join(folder.path, 'upstream.key'), key);
    writeFileSync(
      this.#configuration,
      JSON.stringify({ name: 'team', address: baseUrl.href, userId, keyFile: 'upstream.key', plan: 'hacker', limits }),
    );
    const active = this.#nextActive();
    this.#spawn();
    this.#spawn();
    await active;
  }

  /** Kills the active gateway, and waits until the other one has taken over. */
  async replace(): Promise<void> {
    const from = performance.now();
    const active = this.#nextActive();
    await this.#end(this.#active, 'SIGKILL');
    this.#spawn();
    await active;
    this.gaps.push({ from, to: performance.now() });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.#end(child, 'SIGTERM')));
  }

  #nextActive(): Promise<void> {
    return new Promise((resolve) => {
      this.#onActive = resolve;
    });
  }

  #spawn(): void {
    const child = spawn(
      process.execPath,
      [
        GATEWAY,
        ...['--database', studio.url, '--storage', studio.storage, '--upstream', this.#configuration],
        ...['--log-file', this.#log, '--health-port', '0', '--json'],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: folder.path } },
    );
    this.#running.add(child);
    createInterface({ input: child.stdout }).once('line', (line) => {
      this.#active = child;
      this.#health = z.object({ health: z.url() }).parse(JSON.parse(line)).health;
      this.#onActive();
    });
  }

  async #end(child: ReturnType<typeof spawn> | undefined, signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null) return;
    this.#running.delete(child);
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

const reportSchema = z.object({
  in_doubt: z.number(),
  failed: z.array(z.unknown()),
});

/** A desktop that renders a book, and resumes after being killed. */
class Desktop {
  readonly #name: string;
  readonly project: string;
  readonly #environment: Readonly<Record<string, string>>;
  #running: ReturnType<typeof startLectern> | undefined;
  #isFinished = false;
  readonly finished: Promise<z.infer<typeof reportSchema>>;
  readonly #finish: (report: z.infer<typeof reportSchema>) => void;
  readonly #fail: (error: Error) => void;

  constructor(number: number, voice: string) {
    this.#name = `book-${number}`;
    this.project = join(folder.path, this.#name);
    this.#environment = {
      LECTERN_HOME: join(folder.path, `home-${number}`),
      LECTERN_BASE_URL: studio.address,
      LECTERN_API_KEY: ACCOUNT.key,
      LECTERN_USER_ID: ACCOUNT.userId,
      LECTERN_PLAN: 'enterprise',
    };
    const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof reportSchema>>();
    this.finished = promise;
    this.#finish = resolve;
    this.#fail = reject;
    const filler = 'the tea and the muffins and the cucumber sandwiches for everyone in the morning room ';
    const text = (line: number): string =>
      `Book ${number}, line ${line}: ${filler.repeat(4)}`.slice(0, LINE_CHARACTERS - 1).trimEnd();
    const rows = Array.from({ length: LINES }, (_, line) => `LANE: ${text(line)}.`);
    writeFileSync(`${this.project}.txt`, rows.join('\n\n'));
    writeFileSync(`${this.project}.cast.json`, JSON.stringify({ LANE: voice }));
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  start(): void {
    const options = ['--out', `${this.project}-out`, '--fail-on', 'never', '--json'];
    const running = startLectern(
      hasRun(this.project)
        ? ['resume', this.project, ...options]
        : [
            ...['render', `${this.project}.txt`, '--project', this.project, '--cast', `${this.project}.cast.json`],
            ...options,
          ],
      this.#environment,
    );
    this.#running = running;
    void running.result.then(({ signal, stdout, stderr, status }) => {
      if (signal === 'SIGKILL') return;
      const parsed = reportSchema.safeParse(tryJson(stdout));
      this.#isFinished = true;
      if (parsed.success) this.#finish(parsed.data);
      else this.#fail(new Error(`${this.#name} ended with ${status}: ${stderr.slice(-500)}${stdout.slice(-500)}`));
    });
  }

  async killAndContinue(): Promise<void> {
    this.#running?.process.kill('SIGKILL');
    await this.#running?.result;
    if (!this.#isFinished) this.start();
  }

  get taken(): number {
    const database = new DatabaseSync(join(this.project, 'project.db'), { readOnly: true });
    try {
      return Number(database.prepare('SELECT count(DISTINCT line_id) AS n FROM takes').get()?.['n']);
    } finally {
      database.close();
    }
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves when the next batch arrives upstream, so that killing the gateway now leaves its outcome unknown. */
const submission = (): Promise<void> =>
  new Promise((resolve) => {
    onArrival = () => {
      onArrival = () => {};
      resolve();
    };
  });

async function findVoice(): Promise<string> {
  for (;;) {
    const voices = z
      .array(z.object({ id: z.string(), synthesizer: z.string() }))
      .parse(await studio.json('/api/v2/voices'));
    const found = voices.find(({ synthesizer }) => synthesizer === 'team');
    if (found !== undefined) return found.id;
    await sleep(200);
  }
}

/**
 * Returns the share of the limit that was used, as an average over sliding windows of a minute. The first window starts with the
 * first accepted batch; the last one ends when less than a minute's work is left.
 */
function usedShare(gaps: readonly { readonly from: number; readonly to: number }[]): number {
  const { accepted } = upstream.stats();
  const total = accepted.reduce((sum, { characters }) => sum + characters, 0);
  let sum = 0;
  let until = 0;
  for (const { at, characters } of accepted) {
    if (total - sum < LIMIT.characters) break;
    sum += characters;
    until = at;
  }
  const from = (accepted[0]?.at ?? 0) + RATE_WINDOW_MS;
  const shares: number[] = [];
  for (let moment = from; moment <= until; moment += 100) {
    // Without an active gateway, nothing can be sent.
    if (gaps.some((gap) => gap.from <= moment && moment - 2_000 <= gap.to)) continue;
    const inMinute = accepted.filter(({ at }) => at > moment - RATE_WINDOW_MS && at <= moment);
    shares.push(inMinute.reduce((used, { characters }) => used + characters, 0) / LIMIT.characters);
  }
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

test(`after ${KILLS} kills of gateways and desktops, nothing is paid for twice and no limit is exceeded`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const gateway = new Gateways();
  await gateway.start();
  const voice = await findVoice();
  const desktops = Array.from({ length: DESKTOPS }, (_, number) => new Desktop(number + 1, voice));
  for (const desktop of desktops) desktop.start();
  let kills = 0;
  for (; kills < KILLS && desktops.some(({ isFinished }) => !isFinished); kills += 1) {
    await sleep(KILL_AFTER_MS[0] + random() * KILL_AFTER_MS[1]);
    if (kills % 8 === 0) await Promise.race([submission(), sleep(RATE_WINDOW_MS)]);
    const victim = desktops[Math.floor(random() * DESKTOPS)];
    if (kills % 2 === 0) await gateway.replace();
    else await victim?.killAndContinue();
  }
  const reports = await Promise.all(desktops.map(({ finished }) => finished));
  const [ready, metrics] = [await gateway.health('/ready'), await gateway.health('/metrics')];
  await gateway.stop();
  const { byText, beyondLimits, accepted, batches } = upstream.stats();
  const twice = [...byText].filter(([, { made }]) => made > 1);
  const lines = DESKTOPS * LINES;
  const taken = desktops.reduce((sum, desktop) => sum + desktop.taken, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed.length, 0);
  const doubtful = reports.reduce((sum, report) => sum + report.in_doubt, 0);
  const used = usedShare(gateway.gaps);
  process.stdout.write(
    `${kills} kills: ${lines} lines, ${taken} rendered, ${failed} failed, ${doubtful} in doubt at the desktops, ` +
      `${byText.size} sent upstream in ${batches} batches (${accepted.length} accepted), ${twice.length} paid twice, ` +
      `beyond the limits: ${JSON.stringify(beyondLimits)}, ${(used * 100).toFixed(2)} % of the limit used, ` +
      `${(usedShare([]) * 100).toFixed(2)} % including the times without a gateway\n`,
  );
  expect(twice).toEqual([]);
  expect(beyondLimits).toEqual({ batch: 0, read: 0, list: 0, audio: 0, other: 0 });
  expect(taken + failed + doubtful).toBe(lines);
  // The books may be finished before the last kill.
  expect(kills).toBeGreaterThan(0.8 * KILLS);
  expect(used).toBeGreaterThan(MIN_USED);
  expect(ready).toBe('{"status":"ok"}');
  expect(metrics).toContain('lectern_gateway_active 1\n');
  expect(metrics).toContain('lectern_gateway_batches_refused_for_limits_total 0\n');
  expect(gateway.log + metrics).not.toContain(upstream.key);
});
