// Measures how many planted faults proofing finds with voices that it wasn't trained on (docs/proof.md). Requires Festival
// with its voices ked, slt and lp.
import { compareLine, learnVoice, type PreparedLine, type VoiceModel } from '@lectern/audio/alignment';
import type { TakeProof } from '../shared/model/proof.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import {
  BENCH_VOICES,
  type BenchTake,
  type BenchVoice,
  cachedTakes,
  PLANTED_FAULTS,
  type PlantedFault,
  prepareTakes,
  type WordSpan,
} from './proof-takes.ts';

/** False findings per 100 clean lines, and the share of faults that must be found at each. */
const FALSE_RATES = [0.02, 0.05, 0.1] as const;
const RECALL_BARS = [0.85, 0.92, 0.96] as const;
const FEWER_LINES_LEARNT = [0, 10, 30] as const;
export const MOST_LINES = 100;
/** Faults that are easy to find, and the share that must be found at 2 false findings per 100 clean lines. */
const COARSE_FAULTS: readonly PlantedFault[] = ['skip3', 'insert', 'wrong'];
const COARSE_BAR = 0.95;
const PLACE_BAR = 0.95;
const SPEED_BAR = 8;

/** A take's score: the higher, the more likely a fault. */
export interface RankedTake {
  readonly take: Pick<BenchTake, 'fault'>;
  readonly score: number;
}

export interface ScoredTake extends RankedTake {
  readonly voice: string;
  readonly take: BenchTake;
  readonly proof: TakeProof;
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export interface VoiceRun {
  readonly scored: ReadonlyMap<number, readonly ScoredTake[]>;
  /** Takes of one or two words, scored with the most lines learnt. */
  readonly short: readonly ScoredTake[];
  readonly audioSeconds: number;
  readonly seconds: number;
}

export const MEASURING_VOICES = BENCH_VOICES.filter(({ set }) => set === 'measuring');

const runs = new Map<string, Promise<VoiceRun>>();

/** Scores a voice's takes with models of different numbers of lines. Other benches share the result. */
export function runVoice(voice: BenchVoice): Promise<VoiceRun> {
  const run = runs.get(voice.name) ?? scoreVoice(voice);
  runs.set(voice.name, run);
  return run;
}

async function scoreVoice(voice: BenchVoice): Promise<VoiceRun> {
  console.log(`  ${voice.name}`);
  const { learning, testing, short } = await cachedTakes(voice);
  const start = cpuSeconds();
  const learnable = await prepareTakes(learning);
  const lines = await prepareTakes(testing);
  const scored = new Map<number, readonly ScoredTake[]>();
  const model = learnVoice(learnable.slice(0, MOST_LINES));
  scored.set(MOST_LINES, scoreTakes(voice.name, testing, lines, model));
  const seconds = cpuSeconds() - start;
  for (const count of FEWER_LINES_LEARNT) {
    const fewer = count === 0 ? null : learnVoice(learnable.slice(0, count));
    scored.set(count, scoreTakes(voice.name, testing, lines, fewer));
  }
  const takes = [...learning, ...testing];
  return {
    scored,
    short: scoreTakes(voice.name, short, await prepareTakes(short), model),
    audioSeconds: takes.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0),
    seconds,
  };
}

export function scoreTakes(
  voice: string,
  takes: readonly BenchTake[],
  lines: readonly PreparedLine[],
  model: VoiceModel | null,
): ScoredTake[] {
  return takes.map((take, index) => {
    const proof = compareLine(at(lines, index), model);
    return { voice, take, proof, score: proof.score };
  });
}

/** The score that this share of the clean takes exceeds. */
function thresholdAt(takes: readonly RankedTake[], falseRate: number): number {
  const clean = takes.filter(({ take }) => take.fault === null).map(({ score }) => score);
  const sorted = clean.toSorted((a, b) => b - a);
  return sorted[Math.floor(falseRate * sorted.length)] ?? Infinity;
}

function recall(takes: readonly RankedTake[], threshold: number, faults: readonly PlantedFault[]): number {
  const faulty = takes.filter(({ take }) => take.fault !== null && faults.includes(take.fault));
  return faulty.filter(({ score }) => score > threshold).length / faulty.length;
}

export const percent = (share: number): string => (Number.isNaN(share) ? '–' : (100 * share).toFixed(0));

export const recalls = (takes: readonly RankedTake[], faults: readonly PlantedFault[] = PLANTED_FAULTS): number[] =>
  FALSE_RATES.map((rate) => recall(takes, thresholdAt(takes, rate), faults));

export const listRecalls = (takes: readonly RankedTake[]): string => listed(recalls(takes));

export const listed = (shares: readonly number[]): string => `${shares.map(percent).join(' / ')} %`;

export const isNear = (proof: TakeProof, span: WordSpan): boolean => {
  const [first] = proof.findings;
  return first !== undefined && first.fromWord <= span.to && first.toWord >= span.from;
};

export const info = (name: string, value: string, against = 'planted faults'): BenchRow => ({
  name,
  value,
  against,
  ratio: null,
  bar: '',
  ok: null,
});

export function recallRows(name: string, takes: readonly RankedTake[]): BenchRow[] {
  return PLANTED_FAULTS.map((fault) => {
    const count = takes.filter(({ take }) => take.fault === fault).length;
    return info(`${name}: ${fault} (${count} takes)`, listed(recalls(takes, [fault])));
  });
}

/** Takes five minutes on one core, and several more for making the takes (`cachedTakes`). */
export async function run(): Promise<BenchRow[]> {
  const measured: VoiceRun[] = [];
  for (const voice of MEASURING_VOICES) measured.push(await runVoice(voice));
  return reportRuns(measured);
}

export const scoredWith = (runs: readonly VoiceRun[], count: number): ScoredTake[] =>
  runs.flatMap(({ scored }) => [...(scored.get(count) ?? [])]);

/** Lists how often each kind of finding comes first in suspicious takes with a fault. */
function countKinds(takes: readonly ScoredTake[], fault: PlantedFault): string {
  const counts = new Map<string, number>();
  for (const { take, proof } of takes) {
    const kind = proof.findings[0]?.kind;
    if (take.fault === fault && proof.isSuspicious && kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Array.from(counts, ([kind, count]) => `${kind} ${count}`).join(', ');
}

function describeSuspicious(takes: readonly ScoredTake[]): string {
  const counted = (isFaulty: boolean): string => {
    const kind = takes.filter(({ take }) => (take.fault !== null) === isFaulty);
    return `${kind.filter(({ proof }) => proof.isSuspicious).length} of ${kind.length}`;
  };
  return `${counted(true)} faulty, ${counted(false)} clean`;
}

function reportRuns(runs: readonly VoiceRun[]): BenchRow[] {
  const takes = scoredWith(runs, MOST_LINES);
  const faulty = takes.filter(({ take }) => take.fault !== null);
  const found = recalls(takes);
  const audioSeconds = runs.reduce((sum, one) => sum + one.audioSeconds, 0);
  const speed = audioSeconds / runs.reduce((sum, one) => sum + one.seconds, 0);
  const threshold = thresholdAt(takes, 0.05);
  const placeable = faulty.filter(({ take, score }) => take.span && take.fault !== 'wrong' && score > threshold);
  const placed = placeable.filter(({ take, proof }) => take.span && isNear(proof, take.span)).length;
  const coarse = recall(takes, thresholdAt(takes, 0.02), COARSE_FAULTS);
  const cleanCount = takes.length - faulty.length;
  const rows: BenchRow[] = [
    {
      name: `Faults found at 2 / 5 / 10 false findings per 100 clean lines (${faulty.length} faulty, ${cleanCount} clean takes)`,
      value: listed(found),
      against: 'planted faults',
      ratio: null,
      bar: listed(RECALL_BARS),
      ok: found.every((share, index) => share >= at(RECALL_BARS, index)),
    },
    {
      name: 'Three skipped words, insertions and wrong sentences, at 2 false findings',
      value: `${percent(coarse)} %`,
      against: 'planted faults',
      ratio: null,
      bar: `${percent(COARSE_BAR)} %`,
      ok: coarse >= COARSE_BAR,
    },
    {
      name: 'Places within a word of the fault, at 5 false findings',
      value: `${placed} of ${placeable.length}`,
      against: 'planted faults',
      ratio: null,
      bar: `${percent(PLACE_BAR)} %`,
      ok: placed >= PLACE_BAR * placeable.length,
    },
    {
      name: 'Speed on one core, with readings and learning',
      value: `${speed.toFixed(1)} times real time`,
      against: `${(audioSeconds / 60).toFixed(0)} minutes of takes`,
      ratio: null,
      bar: `${SPEED_BAR} times`,
      ok: speed >= SPEED_BAR,
    },
    info('Takes marked as suspicious', describeSuspicious(takes)),
    ...[...FEWER_LINES_LEARNT, MOST_LINES].map((count) =>
      info(`Lines learnt: ${count}`, listed(recalls(scoredWith(runs, count)))),
    ),
    info('Takes of one or two words marked as suspicious', describeSuspicious(runs.flatMap(({ short }) => short))),
    ...runs.map(({ scored }) => {
      const own = scored.get(MOST_LINES) ?? [];
      return info(`Voice ${own[0]?.voice}, with a threshold of its own`, listed(recalls(own)));
    }),
    ...recallRows('Alignment', takes),
    ...PLANTED_FAULTS.map((fault) => info(`First findings of suspicious takes: ${fault}`, countKinds(takes, fault))),
  ];
  return rows;
}
