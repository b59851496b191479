// Measures the wall time of a run of 500 lines with silent audio, compared with a plain `fetch` loop. The loop sends
// the same requests at the same concurrency and poll interval. Like Lectern, it downloads each file, flushes it to disk
// and decodes it once.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from '@lectern/audio';
import type { InputParameters } from '@lectern/tts-protocol';
import { type ServiceProcess, startService, temporaryFolder } from '../e2e/support/processes.ts';
import { openStudio } from '../e2e/support/studio.ts';
import type { BenchRow } from './bench-row.ts';

const LINES = 500;
const BATCH_LINES = 50;
const BATCHES_AT_ONCE = 8;
const DOWNLOADS_AT_ONCE = 8;
const POLL_MS = 100;
const ROUNDS = 7;

interface Account {
  readonly baseUrl: URL;
  readonly key: string;
  readonly userId: string;
}

const readAccount = ({ environment }: ServiceProcess): Account => ({
  baseUrl: new URL(environment['LECTERN_BASE_URL'] ?? ''),
  key: environment['LECTERN_API_KEY'] ?? '',
  userId: environment['LECTERN_USER_ID'] ?? '',
});

/** Runs Lectern. Returns the duration in milliseconds, and the number of requests for its lines. */
async function runLectern(account: Account, folder: string): Promise<{ ms: number; requests: InputParameters[] }> {
  const studio = openStudio({
    ...account,
    folder,
    concurrency: BATCHES_AT_ONCE,
    pollTiming: { firstMs: POLL_MS, longestMs: POLL_MS, factor: 1 },
  });
  try {
    const paragraphs = Array.from({ length: LINES }, (_, i) => `Line ${i + 1} of the run, with ${randomUUID()} in it.`);
    await studio.write(paragraphs.join('\n\n'));
    const { lines } = studio.project;
    const requests = lines.states().flatMap((line) => lines.toRender(line.id)?.request ?? []);
    const startedAt = performance.now();
    const { rendered } = await studio.render();
    const ms = performance.now() - startedAt;
    if (rendered.length !== LINES) throw new Error(`${rendered.length} of ${LINES} lines were rendered`);
    return { ms, requests };
  } finally {
    studio.close();
  }
}

/**
 * Does the same work without a journal, a project or rate limiting. Its only check is that it decodes each file once.
 */
async function runBare(account: Account, folder: string, requests: readonly InputParameters[]): Promise<number> {
  const takes = join(folder, 'bare');
  mkdirSync(takes, { recursive: true });
  const headers = { authorization: `Bearer ${account.key}`, 'x-user-id': account.userId };
  const startedAt = performance.now();
  const queue = Array.from({ length: Math.ceil(requests.length / BATCH_LINES) }, (_, i) =>
    requests.slice(i * BATCH_LINES, (i + 1) * BATCH_LINES),
  );
  const downloads = new Set<Promise<void>>();
  let running = 0;
  const waiting: (() => void)[] = [];
  const download = async (url: string) => {
    if (running >= DOWNLOADS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const file = await open(join(takes, randomUUID()), 'w');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await decode(bytes);
    running -= 1;
    waiting.shift()?.();
  };
  const batch = async (jobs: readonly InputParameters[]) => {
    const body = JSON.stringify({ jobs });
    const reply = await fetch(new URL('/api/v2/tts/batches', account.baseUrl), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    await reply.json();
    const location = new URL(reply.headers.get('location') ?? '', account.baseUrl);
    const done = new Set<string>();
    while (done.size < jobs.length) {
      await sleep(POLL_MS);
      const read = (await (await fetch(location, { headers })).json()) as {
        jobs: { id: string; status: string; output?: { url: string } }[];
      };
      for (const { id, status, output } of read.jobs) {
        if (status !== 'completed' || !output || done.has(id)) continue;
        done.add(id);
        downloads.add(download(output.url));
      }
    }
  };
  // Lectern submits the next batch as soon as the previous one has been accepted, rather than completed. Batches are
  // accepted almost immediately, so start all of them at once.
  await Promise.all(queue.map((jobs) => batch(jobs)));
  await Promise.all(downloads);
  return performance.now() - startedAt;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Alternates between the two. Each uses its own folder, but both use the same service. */
export async function run(): Promise<BenchRow[]> {
  const service = temporaryFolder();
  const started = await startService(join(service.path, 'service'), '--speech', 'silent');
  const account = readAccount(started);
  const own: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = temporaryFolder();
      try {
        const { ms, requests } = await runLectern(account, folder.path);
        const bareMs = await runBare(account, folder.path, requests);
        // The first round is a warm-up.
        if (round > 0) {
          own.push(ms);
          bare.push(bareMs);
        }
      } finally {
        folder.remove();
      }
    }
  } finally {
    await started.stop();
    service.remove();
  }
  const ratio = median(own) / median(bare);
  return [
    {
      name: `run of ${LINES} lines, audio costing nothing`,
      value: `${Math.round(median(own))} ms`,
      against: `bare fetch loop: ${Math.round(median(bare))} ms (medians of ${ROUNDS - 1}, by turns)`,
      ratio,
      bar: '1.15 or less',
      ok: ratio <= 1.15,
    },
  ];
}
