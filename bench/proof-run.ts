// Measures how much slower a run gets while its takes are compared with their text. The service speaks with eSpeak NG on
// the same machine, which is the worst case. Unlike in the window, comparisons aren't postponed during downloads.
// `LECTERN_PROOF_LINES=100` measures a shorter run.
import { join } from 'node:path';
import { startService, temporaryFolder } from '../e2e/support/processes.ts';
import { openStudio } from '../e2e/support/studio.ts';
import { createProofWorkers } from '../electron/core/audio/proof-workers.ts';
import { TakeProofer } from '../electron/core/production/take-proofer.ts';
import { systemClock } from '../electron/core/system.ts';
import type { BenchRow } from './bench-row.ts';

const LINES = Number(process.env['LECTERN_PROOF_LINES'] ?? 1_000);
const ROUNDS = 3;
const MAX_RATIO = 1.1;
const MAX_MEGABYTES = 500;
const MEMORY_MS = 100;

interface MeasuredRun {
  readonly ms: number;
  readonly megabytes: number;
  /** The number of takes that had been compared when the run ended. */
  readonly proofed: number;
}

type Account = Parameters<typeof openStudio>[0];

async function measureRun(account: Account, isProofing: boolean, round: number): Promise<MeasuredRun> {
  const workers = createProofWorkers();
  let proofer: TakeProofer | null = null;
  const studio = openStudio({
    ...account,
    onEvent: (event) => event.kind === 'line-rendered' && proofer?.takesArrived([event.lineId]),
  });
  const onDefect = (error: unknown): string => {
    throw error;
  };
  const { project } = studio;
  if (isProofing) {
    const ports = { clock: { ...systemClock, sleep: async () => {} }, isBusy: () => false, onTakes: () => {} };
    proofer = new TakeProofer({ project, workers, onDefect, ...ports });
  }
  let bytes = 0;
  const timer = setInterval(() => {
    bytes = Math.max(bytes, process.memoryUsage.rss());
  }, MEMORY_MS);
  try {
    const text = (line: number): string =>
      `The captain of ship ${line} looked at the harbour in round ${round}, and waited.`;
    await studio.write(Array.from({ length: LINES }, (_, line) => text(line + 1)).join('\n\n'));
    const startedAt = performance.now();
    const { rendered } = await studio.render();
    const ms = performance.now() - startedAt;
    if (rendered.length !== LINES) throw new Error(`${rendered.length} of ${LINES} lines were rendered`);
    return { ms, megabytes: bytes / 1e6, proofed: project.proofs.status().proofed };
  } finally {
    clearInterval(timer);
    proofer?.close();
    await workers.close();
    studio.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export async function run(): Promise<BenchRow[]> {
  const service = temporaryFolder();
  const started = await startService(join(service.path, 'service'), '--speech', 'espeak');
  const { environment } = started;
  const account = {
    baseUrl: new URL(environment['LECTERN_BASE_URL'] ?? ''),
    key: environment['LECTERN_API_KEY'] ?? '',
    userId: environment['LECTERN_USER_ID'] ?? '',
  };
  const runs = { off: [] as MeasuredRun[], on: [] as MeasuredRun[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['off', 'on'] as const) {
        const folder = temporaryFolder();
        try {
          // Different words, because the service caches its renders.
          runs[kind].push(
            await measureRun({ ...account, folder: folder.path }, kind === 'on', 2 * round + (kind === 'on' ? 1 : 0)),
          );
        } finally {
          folder.remove();
        }
      }
    }
  } finally {
    await started.stop();
    service.remove();
  }
  const [off, on] = [median(runs.off.map(({ ms }) => ms)), median(runs.on.map(({ ms }) => ms))];
  const [without, megabytes] = [runs.off, runs.on].map((list) => Math.max(...list.map((one) => one.megabytes)));
  const proofed = median(runs.on.map((one) => one.proofed));
  return [
    {
      name: `run of ${LINES} lines while takes are compared (${proofed} by its end)`,
      value: `${Math.round(on)} ms`,
      against: `without comparing: ${Math.round(off)} ms (medians of ${ROUNDS}, by turns)`,
      ratio: on / off,
      bar: `${MAX_RATIO} or less`,
      ok: on / off <= MAX_RATIO,
    },
    {
      name: 'memory while takes are compared',
      value: `${Math.round(megabytes ?? 0)} MB`,
      against: `without comparing: ${Math.round(without ?? 0)} MB`,
      ratio: null,
      bar: `${MAX_MEGABYTES} MB or less`,
      ok: (megabytes ?? 0) <= MAX_MEGABYTES,
    },
  ];
}
