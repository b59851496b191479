// Simulates clients of the service on several machines, and measures the CPU time of its processes.
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import type pg from 'pg';
import type { ServiceAccount } from '../packages/speech-service/ports/accounts.ts';
import type { SharedProcess, SharedService } from '../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT, credentials, job } from '../packages/speech-service/testing/test-service.ts';

export const JOBS_PER_BATCH = 50;

/** 357 characters, the length of a paragraph. */
const TEXT = 'It was a bright cold day in April, and the clocks strike. '.repeat(6).concat('Here it ends.');
const BATCH = JSON.stringify({ jobs: Array.from({ length: JOBS_PER_BATCH }, () => job({ text: TEXT })) });
const SINGLE = JSON.stringify({ text: 'Hello there.', voice: job()['voice'] });

const headersOf = (account: ServiceAccount) => ({ 'content-type': 'application/json', ...credentials(account) });
const HEADERS = headersOf(ACCOUNT);

/** Linux reports CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const TMPFS = 0x01021994;

/** Returns the fields after the name in `/proc/PID/stat` (proc(5)), or none if the process has ended. */
function statOf(pid: number | string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

const seconds = (fields: readonly string[], ...columns: readonly number[]): number =>
  columns.reduce((sum, column) => sum + Number(fields[column] ?? 0), 0) / TICKS_PER_SECOND;

/** Returns the CPU time of PostgreSQL's main process and its children, in seconds. */
async function postgresSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const main = statOf(rows[0]?.pid ?? 0)[1] ?? '';
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((fields) => fields[1] === main);
  return children.reduce((sum, fields) => sum + seconds(fields, 11, 12), seconds(statOf(main), 11, 12, 13, 14));
}

export interface CpuSeconds {
  readonly postgres: number;
  readonly node: number;
}

export async function cpuSeconds(pool: pg.Pool, processes: readonly SharedProcess[]): Promise<CpuSeconds> {
  const node = processes.reduce((sum, { process: { pid = 0 } }) => sum + seconds(statOf(pid), 11, 12), 0);
  return { postgres: await postgresSeconds(pool), node };
}

/** Moves temporary files from a tmpfs to a disk, so that flushing them takes a realistic time. */
export function avoidMemoryDisk(): void {
  if (statfsSync(tmpdir()).type === TMPFS) process.env['TMPDIR'] = '/var/tmp';
}

export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

const agent = new Agent({ keepAlive: true });

const addressOf = ({ said }: SharedProcess): string => {
  const { address }: { readonly address: string } = JSON.parse(said);
  return address;
};

/** Sends a request directly to a node, without a load balancer. @returns the length of the response */
function post(node: SharedProcess, path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, addressOf(node)), { method: 'POST', agent, headers: HEADERS }, (response) => {
      let length = 0;
      response.on('data', (bytes: Buffer) => (length += bytes.length));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 201 ? resolve(length) : reject(new Error(`The status is ${response.statusCode}.`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Accepted {
  readonly batches: number;
  readonly seconds: number;
  /** In milliseconds. */
  readonly times: Spread;
}

/**
 * Sends batches from several clients, each of which sends one batch at a time.
 * @param isOver returns whether to stop, given the number of batches and the elapsed milliseconds
 */
export async function sendBatches(
  { nodes }: SharedService,
  clients: number,
  isOver: (batches: number, milliseconds: number) => boolean,
): Promise<Accepted> {
  const times: number[] = [];
  let sent = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const node = nodes[client % nodes.length];
      if (node === undefined) throw new Error('There is no node.');
      while (!isOver(sent, performance.now() - startedAt)) {
        sent += 1;
        const sentAt = performance.now();
        await post(node, '/api/v2/tts/batches', BATCH);
        times.push(performance.now() - sentAt);
      }
    }),
  );
  return { batches: times.length, seconds: (performance.now() - startedAt) / 1000, times: spreadOf(times) };
}

export interface EventClient {
  readonly id: string;
  close(): void;
}

/**
 * Creates a single job and follows its events.
 * @param onProgress called with the job's ID, its stage and the progress within the stage
 */
export function followJob(
  node: SharedProcess,
  onProgress: (id: string, stage: string, stageProgress: number) => void,
  account: ServiceAccount = ACCOUNT,
): Promise<EventClient> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(account), accept: 'text/event-stream' };
    const sent = request(new URL('/api/v2/tts', addressOf(node)), { method: 'POST', headers }, (response) => {
      const id = response.headers.location?.split('/').at(-1);
      if (response.statusCode !== 200 || id === undefined) {
        reject(new Error(`The status is ${response.statusCode}.`));
        return;
      }
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const rows = (rest + text).split('\n');
        rest = rows.pop() ?? '';
        for (const row of rows) {
          const [, stage, progress = '0'] = /^data: .*?"stage":"(\w+)"(?:.*"stageProgress":([\d.]+))?/.exec(row) ?? [];
          if (stage !== undefined) onProgress(id, stage, Number(progress));
        }
      });
      response.on('error', () => {});
      resolve({ id, close: () => sent.destroy() });
    });
    sent.on('error', reject);
    sent.end(SINGLE);
  });
}

/** Returns the milliseconds from sending a single job until a worker starts it. */
export async function timeAudition(node: SharedProcess, account: ServiceAccount): Promise<number> {
  const from = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const onStage = (_: string, stage: string): void => {
    if (stage !== 'queued') resolve(performance.now() - from);
  };
  const client = await followJob(node, onStage, account);
  const milliseconds = await promise;
  client.close();
  return milliseconds;
}
