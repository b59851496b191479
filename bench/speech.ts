// Speech per core, as the service produces it, against the same eSpeak NG called bare: the same lines in the same
// voices, by turns in the same run.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { corpus, temporaryFolder } from '../e2e/support/processes.ts';
import { LISTED_VOICES } from '../service/voices/catalogue.ts';
import type { BenchRow } from './bench-row.ts';
import { type Peer, type Spoken, type SpokenLine, startBarePeer, startServicePeer, together } from './speech-peers.ts';

const LINES = 160;
const ROUNDS = 3;
/** Rounds in which all are still being compiled; the service's threads share the lines, and so take longer to warm. */
const WARMING = 2;
const CAST = 8;

/** The first lines of a play, short and long as they come, each role in a voice of its own. */
function linesOfThePlay(): SpokenLine[] {
  const voices = LISTED_VOICES.filter((voice) => voice.languageCode.startsWith('en')).slice(0, CAST);
  const roles = new Map<string, string>();
  const rows = readFileSync(corpus('earnest.txt'), 'utf8').split('\n');
  const lines = rows.flatMap((row) => {
    const [, role = '', text = ''] = /^([A-Z ]+): (.+)$/.exec(row) ?? [];
    if (text === '') return [];
    const voice = roles.get(role) ?? voices[roles.size % CAST]?.id ?? '';
    roles.set(role, voice);
    return [{ voice, text }];
  });
  return lines.slice(0, LINES);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function byTurns(peers: readonly Peer[], lines: readonly SpokenLine[]): Promise<Spoken[][]> {
  const rounds: Spoken[][] = peers.map(() => []);
  for (let round = 0; round < WARMING + ROUNDS; round += 1) {
    for (const [index, peer] of peers.entries()) {
      const spoken = await peer.speak(lines);
      if (round >= WARMING) rounds[index]?.push(spoken);
    }
  }
  return rounds;
}

interface Rounds {
  readonly own: readonly Spoken[];
  readonly bare: readonly Spoken[];
  readonly bareOnAll: readonly Spoken[];
}

function rowsOf({ own, bare, bareOnAll }: Rounds, cores: number): BenchRow[] {
  const perSecond = (rounds: readonly Spoken[]): number =>
    median(rounds.map((round) => round.audioSeconds / round.wallSeconds));
  const perCpuSecond = (rounds: readonly Spoken[]): number =>
    median(rounds.map((round) => round.audioSeconds / round.cpuSeconds));
  const memory = (rounds: readonly Spoken[]): number => Math.max(...rounds.map((round) => round.memoryBytes));
  const times = (speed: number): string => `${Math.round(speed)} times real time`;
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  const seconds = Math.round(median(own.map((round) => round.audioSeconds)));
  const perCore = perSecond(own) / cores;
  const perCoreOnAll = perSecond(bareOnAll) / cores;
  const open = { bar: '', ok: null };
  return [
    {
      name: `speech for each of ${cores} cores, ${LINES} lines (${seconds} s) to WAV through a batch`,
      value: times(perCore),
      against: `bare eSpeak NG on one core: ${times(perSecond(bare))} (medians of ${ROUNDS}, by turns)`,
      ratio: perCore / perSecond(bare),
      ...open,
    },
    {
      name: 'the same, against cores that are as busy',
      value: times(perCore),
      against: `bare eSpeak NG on each of ${cores} cores at once: ${times(perCoreOnAll)} for each`,
      ratio: perCore / perCoreOnAll,
      ...open,
    },
    {
      name: 'speech for each second of processor time, whatever else the machine does',
      value: times(perCpuSecond(own)),
      against: `bare eSpeak NG: ${times(perCpuSecond(bare))}`,
      ratio: perCpuSecond(own) / perCpuSecond(bare),
      ...open,
    },
    {
      name: 'memory at its most, the whole process',
      value: mebibytes(memory(own)),
      against: `bare eSpeak NG, ${cores} of it: ${mebibytes(memory(bareOnAll))}`,
      ratio: memory(own) / memory(bareOnAll),
      ...open,
    },
  ];
}

/** Takes about 40 s. */
export async function run(): Promise<BenchRow[]> {
  const cores = availableParallelism();
  const folder = temporaryFolder();
  const service = await startServicePeer(join(folder.path, 'service'));
  const bares = Array.from({ length: cores }, startBarePeer);
  const [first = startBarePeer()] = bares;
  try {
    const peers = [service, first, together(bares)];
    const [own = [], bare = [], bareOnAll = []] = await byTurns(peers, linesOfThePlay());
    return rowsOf({ own, bare, bareOnAll }, cores);
  } finally {
    await Promise.all([service, ...bares].map((peer) => peer.stop()));
    folder.remove();
  }
}
