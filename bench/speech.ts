// Measures how much speech the service renders per second, compared with the plain synthesizer: first eSpeak NG, then
// Flite, with the same lines and voices, alternating in the same run.
//
// The service does everything it does in production: it accepts batches of 50 over HTTP, stores each job durably before
// and after, speaks and levels it, and flushes a WAV file before completing the job, while being polled as often as by
// Lectern. The plain synthesizers call the package in a loop and discard the samples, once on one core and once on all
// cores, since busy cores slow each other down. Everything is warmed up with the same number of lines per thread.
//
// Each round of the service is compared with the plain round right after it, and the median of the ratios counts,
// because the machine's load changes over minutes. Only speech counts as output, not the silence that the service adds
// around it.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { LISTED_VOICES } from '../packages/speech-service/voices/catalogue.ts';
import type { BenchRow } from './bench-row.ts';
import { castPlayLines } from './play-lines.ts';
import {
  combinePeers,
  type Peer,
  type SpeechCost,
  type SpokenLine,
  type Synthesizer,
  startBarePeer,
  startServicePeer,
} from './speech-peers.ts';

/** Enough lines that the startup and shutdown of a round hardly affect the result. */
const LINES: Readonly<Record<Synthesizer, number>> = { 'eSpeak NG': 480, Flite: 120 };
const ROUNDS = 5;
/** Warm-up rounds, which run until all code has been compiled. */
const WARM_UP_ROUNDS = 2;
/** Minimum throughput relative to the plain synthesizer on the same cores. */
const BAR = 0.85;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function speakAlternately(peers: readonly Peer[], lines: readonly SpokenLine[]): Promise<SpeechCost[][]> {
  const rounds: SpeechCost[][] = peers.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, peer] of peers.entries()) rounds[index]?.push(await peer.speak(lines));
  }
  return rounds;
}

interface Rounds {
  readonly own: readonly SpeechCost[];
  readonly bare: readonly SpeechCost[];
  readonly bareOnAll: readonly SpeechCost[];
}

function summariseRounds(synthesizer: Synthesizer, { own, bare, bareOnAll }: Rounds, cores: number): BenchRow[] {
  const seconds = median(bare.map((round) => round.audioSeconds));
  const perSecond = (rounds: readonly SpeechCost[], times = 1): number =>
    median(rounds.map((round) => (times * seconds) / round.wallSeconds));
  const perCpuSecond = (rounds: readonly SpeechCost[], times = 1): number =>
    median(rounds.map((round) => (times * seconds) / round.cpuSeconds));
  const memory = (rounds: readonly SpeechCost[]): number => Math.max(...rounds.map((round) => round.memoryBytes));
  const fold = (speed: number): string => `${Math.round(speed)} times real time`;
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  const onOne = perSecond(bare);
  const onAll = perSecond(bareOnAll, cores);
  const cpuOnAll = perCpuSecond(bareOnAll, cores);
  /** Returns the median over all rounds of the others' cost per line divided by ours. */
  const pairs = (others: readonly SpeechCost[], lines: number, of: 'wallSeconds' | 'cpuSeconds'): number =>
    median(own.map((round, index) => (others[index]?.[of] ?? Number.NaN) / lines / round[of]));
  const open = { bar: '', ok: null };
  const barred = (ratio: number) => ({ ratio, bar: `at least ${BAR}`, ok: ratio >= BAR });
  return [
    {
      name: `${synthesizer} on ${cores} cores, ${LINES[synthesizer]} lines (${Math.round(seconds)} s) to WAV through batches`,
      value: fold(perSecond(own)),
      against: `bare ${synthesizer} on all ${cores} cores at once: ${fold(onAll)} (medians of ${ROUNDS}, by turns)`,
      ...barred(pairs(bareOnAll, cores, 'wallSeconds')),
    },
    {
      name: 'the same for each second of processor time, whatever else the machine does',
      value: fold(perCpuSecond(own)),
      against: `bare ${synthesizer} on all ${cores} cores at once: ${fold(cpuOnAll)}`,
      ...barred(pairs(bareOnAll, cores, 'cpuSeconds')),
    },
    {
      name: 'speech for each of the cores, against one core that has the machine to itself',
      value: fold(perSecond(own) / cores),
      against: `bare ${synthesizer} on one core: ${fold(onOne)}`,
      ratio: pairs(bare, 1, 'wallSeconds') / cores,
      ...open,
    },
    {
      name: 'memory at its most, the whole process',
      value: mebibytes(memory(own)),
      against: `bare ${synthesizer}, ${cores} of it: ${mebibytes(memory(bareOnAll))}`,
      ratio: memory(own) / memory(bareOnAll),
      ...open,
    },
  ];
}

async function measureSynthesizer(synthesizer: Synthesizer): Promise<BenchRow[]> {
  const cores = availableParallelism();
  const folder = temporaryFolder();
  const service = await startServicePeer(join(folder.path, 'service'));
  const bares = Array.from({ length: cores }, () => startBarePeer(synthesizer));
  const [first = startBarePeer(synthesizer)] = bares;
  const all = combinePeers(bares);
  try {
    const lines = castPlayLines(LISTED_VOICES, synthesizer, LINES[synthesizer]);
    // The service's threads share the lines, so warm up with enough lines for each thread.
    for (let round = 0; round < WARM_UP_ROUNDS * cores; round += 1) await service.speak(lines);
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await all.speak(lines);
    const [own = [], bareOnAll = [], bare = []] = await speakAlternately([service, all, first], lines);
    return summariseRounds(synthesizer, { own, bare, bareOnAll }, cores);
  } finally {
    await Promise.all([service, ...bares].map((peer) => peer.stop()));
    folder.remove();
  }
}

/** Takes about two and a half minutes on an idle machine. */
export async function run(): Promise<BenchRow[]> {
  return [...(await measureSynthesizer('eSpeak NG')), ...(await measureSynthesizer('Flite'))];
}
