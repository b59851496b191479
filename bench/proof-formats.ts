// Measures whether takes as MP3 files or at 8 kHz are proofed as well as the same takes without loss.
import { decode, encode, mixToMono, resample } from '@lectern/audio';
import { learnVoice } from '@lectern/audio/alignment';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { listRecalls, MEASURING_VOICES, MOST_LINES, recalls, runVoice, scoreTakes } from './proof.ts';
import { type BenchTake, type BenchVoice, cachedTakes, prepareTakes } from './proof-takes.ts';

/** A woman and a man of different synthesizers. */
const VOICES: readonly string[] = ['festival slt', 'flite rms'];
/** Found faults compared with the unchanged takes, at 5 false findings per 100 clean lines. */
const BAR = 0.95;

type Conversion = (take: BenchTake) => Promise<BenchTake>;

const asMp3: Conversion = async (take) => {
  // The quality 'medium' is 64 kbit/s at 16 kHz.
  const file = await encode({ sampleRate: take.sampleRate, channels: [take.samples] }, 'mp3', { quality: 'medium' });
  const { sampleRate, channels } = mixToMono(await decode(file));
  return { ...take, sampleRate, samples: at(channels, 0) };
};

const atEightKilohertz: Conversion = async (take) => {
  const { sampleRate, channels } = resample({ sampleRate: take.sampleRate, channels: [take.samples] }, 8_000);
  return { ...take, sampleRate, samples: at(channels, 0) };
};

const CONVERSIONS: readonly (readonly [name: string, conversion: Conversion])[] = [
  ['MP3 at 64 kbit/s', asMp3],
  ['8 kHz', atEightKilohertz],
];

async function convertAll(takes: readonly BenchTake[], conversion: Conversion): Promise<BenchTake[]> {
  const converted: BenchTake[] = [];
  for (const take of takes) converted.push(await conversion(take));
  return converted;
}

async function rowOf(voice: BenchVoice, name: string, conversion: Conversion): Promise<BenchRow> {
  console.log(`  ${voice.name}: ${name}`);
  const plain = (await runVoice(voice)).scored.get(MOST_LINES) ?? [];
  const { learning, testing } = await cachedTakes(voice);
  const model = learnVoice(await prepareTakes(await convertAll(learning.slice(0, MOST_LINES), conversion)));
  const takes = await convertAll(testing, conversion);
  const scored = scoreTakes(voice.name, takes, await prepareTakes(takes), model);
  const ratio = at(recalls(scored), 1) / at(recalls(plain), 1);
  return {
    name: `${voice.name}, ${name}: faults found at 2 / 5 / 10 false findings per 100 clean lines`,
    value: listRecalls(scored),
    against: `the takes without loss: ${listRecalls(plain)}`,
    ratio,
    bar: `at least ${BAR} of the faults at 5`,
    ok: ratio >= BAR,
  };
}

/** Takes four minutes of a core, and a few more for making the takes. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const voice of MEASURING_VOICES.filter(({ name }) => VOICES.includes(name))) {
    for (const [name, conversion] of CONVERSIONS) rows.push(await rowOf(voice, name, conversion));
  }
  return rows;
}
