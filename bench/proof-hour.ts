// Measures `lectern proof` on a project with an hour of takes that haven't been compared, from the start of the process
// to its end, and the process's memory meanwhile. Linux only. `LECTERN_PROOF_LINES=100` measures fewer takes.
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { startLectern, startService, temporaryFolder } from '../e2e/support/processes.ts';
import { openStudio } from '../e2e/support/studio.ts';
import type { BenchRow } from './bench-row.ts';
import { proofTexts } from './proof-texts.ts';
import { residentBytesOf, usageOf } from './speech-peers.ts';

const ALL_LINES = 2_000;
const LINES = Number(process.env['LECTERN_PROOF_LINES'] ?? ALL_LINES);
/** So that the lines take about an hour. */
const WORDS_PER_LINE = 5;
const ROLES = ['ANNA', 'BORIS', 'CLARA'] as const;
const MAX_MINUTES_PER_HOUR = 4;
/** Maximum growth of the memory over 1,000 takes, once the voices have been learnt. */
const MAX_GROWTH_MB = 20;
const SAMPLE_MS = 200;
/** Samples from the first part of the time are ignored. */
const WARM_UP = 0.3;

function script(): string {
  const texts = proofTexts('measuring', 'english').map((text) => text.split(' ').slice(0, WORDS_PER_LINE).join(' '));
  return [...new Set(texts)]
    .slice(0, LINES)
    .map((text, line) => `${ROLES[line % ROLES.length]}: ${text.replace(/[,;:]$/, '')}`)
    .join('\n\n');
}

/** Renders a project, and returns the seconds of sound in it. */
async function renderProject(folder: string): Promise<number> {
  const service = await startService(join(folder, 'service'), '--speech', 'espeak');
  const { environment } = service;
  try {
    const studio = openStudio({
      folder,
      baseUrl: new URL(environment['LECTERN_BASE_URL'] ?? ''),
      key: environment['LECTERN_API_KEY'] ?? '',
      userId: environment['LECTERN_USER_ID'] ?? '',
    });
    try {
      await studio.write(script());
      const { rendered } = await studio.render();
      if (rendered.length !== LINES) throw new Error(`${rendered.length} of ${LINES} lines were rendered`);
      const sum = studio.project.db.prepare<{ readonly seconds: number }>('SELECT sum(duration) AS seconds FROM takes');
      return sum.get()?.seconds ?? Number.NaN;
    } finally {
      studio.close();
    }
  } finally {
    await service.stop();
  }
}

interface ProofedProject {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly load: number;
  readonly compared: number;
  readonly learnt: string;
  /** Resident megabytes, at regular intervals. */
  readonly megabytes: readonly number[];
}

async function proofProject(folder: string): Promise<ProofedProject> {
  const megabytes: number[] = [];
  const startedAt = performance.now();
  const environment = { LECTERN_HOME: join(folder, 'home') };
  const command = startLectern(['proof', join(folder, 'book.lectern'), '--json'], environment);
  const pid = command.process.pid ?? 0;
  let cpuSeconds = Number.NaN;
  const timer = setInterval(() => {
    megabytes.push(residentBytesOf(pid) / 2 ** 20);
    // NaN once the process has ended.
    cpuSeconds = usageOf(pid).cpuSeconds || cpuSeconds;
  }, SAMPLE_MS);
  const { stdout, stderr, status } = await command.result.finally(() => clearInterval(timer));
  if (status !== 0 && status !== 1) throw new Error(stderr);
  // Printed by `proof --json`.
  const report = JSON.parse(stdout) as {
    readonly compared: number;
    readonly voices: readonly { readonly lines_learnt: number }[];
  };
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds,
    load: loadavg()[0] ?? Number.NaN,
    compared: report.compared,
    learnt: report.voices.map((voice) => voice.lines_learnt).join(', '),
    megabytes: megabytes.filter((value) => !Number.isNaN(value)),
  };
}

/** Returns the slope of the line through values at regular intervals, from the first value to the last. */
function growthOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const product = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const squares = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return (product / squares) * (values.length - 1);
}

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/** Takes about five minutes on two idle cores. */
export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  try {
    const audioSeconds = await renderProject(folder.path);
    const { seconds, cpuSeconds, load, compared, learnt, megabytes } = await proofProject(folder.path);
    const perHour = (seconds / audioSeconds) * 60;
    const later = megabytes.slice(Math.floor(WARM_UP * megabytes.length));
    const growth = (growthOf(later) * 1_000) / (LINES * (1 - WARM_UP));
    const isBusy = load > availableParallelism() + 1;
    return [
      {
        name: `proofing ${compared} new takes (lines learnt: ${learnt})`,
        value: `${minutes(seconds)}, ${cpuSeconds.toFixed(0)} s of CPU time`,
        against: `${minutes(audioSeconds)} of sound; ${availableParallelism()} cores, load ${load.toFixed(1)}`,
        ratio: seconds / audioSeconds,
        bar: `${MAX_MINUTES_PER_HOUR} minutes for an hour, if nothing else is running`,
        ok: perHour <= MAX_MINUTES_PER_HOUR ? true : isBusy ? null : false,
      },
      {
        name: `memory of the process after ${100 * WARM_UP} % of the takes`,
        value: `${growth < 0 ? '' : '+'}${growth.toFixed(1)} MB in 1,000 takes`,
        against: `at most ${Math.max(...megabytes).toFixed(0)} MB, in the end ${(megabytes.at(-1) ?? Number.NaN).toFixed(0)} MB`,
        ratio: null,
        bar: `at most ${MAX_GROWTH_MB} MB`,
        // The first takes of a process always need more memory.
        ok: LINES < ALL_LINES ? null : growth <= MAX_GROWTH_MB,
      },
    ];
  } finally {
    folder.remove();
  }
}
