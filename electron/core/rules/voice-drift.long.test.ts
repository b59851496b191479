// Voices of real synthesizers that change at some point, and many simulated voices that don't.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FliteReader, type FliteVoiceName } from '../../../packages/audio/alignment/training/flite-reading.ts';
import { analyseCells, CellMeter } from '../../../packages/audio/meters/analyse-audio.ts';
import { VoiceSoundMeter } from '../../../packages/audio/meters/voice-sound.ts';
import { seededNumbers } from '../../../packages/audio/testing/tones.ts';
import type { DriftDimension } from '../../../shared/model/voice-drift.ts';
import { spokenLength } from './spoken-length.ts';
import { tempoOf } from './suspicion.ts';
import { voiceHistory } from './testing/voice-histories.ts';
import { driftOf, type HeardTake } from './voice-drift.ts';

const RATE = 16_000;
const SENTENCES = readFileSync(
  fileURLToPath(new URL('../../../packages/audio/alignment/training/sentences.txt', import.meta.url)),
  'utf8',
)
  .split('\n')
  .filter((sentence) => sentence.length >= 40);

interface Reading {
  readonly voice: FliteVoiceName;
  readonly stretch?: number;
  /** Factor by which the audio is played faster, which raises the pitch and the formants. */
  readonly faster?: number;
  readonly gain?: number;
}

let flite: FliteReader;
beforeAll(async () => {
  flite = await FliteReader.create();
});
afterAll(() => flite.close());

async function take(index: number, { voice, stretch = 1, faster = 1, gain = 1 }: Reading): Promise<HeardTake> {
  const text = SENTENCES[index] ?? '';
  const { samples } = await flite.read(voice, text, stretch * faster);
  const length = Math.floor(samples.length / faster);
  const changed = Float32Array.from({ length }, (_, at) => gain * (samples[Math.round(at * faster)] ?? 0));
  const block = { sampleRate: RATE, channels: [changed] };
  const [cells, meter] = [new CellMeter(), new VoiceSoundMeter()];
  cells.add(block);
  meter.add(block);
  const sound = analyseCells(cells.finish());
  const { pitchSemitones, timbre } = meter.finish();
  const tempo = tempoOf({ sound, durationSeconds: length / RATE, spokenLength: spokenLength(text), speed: 1 });
  return {
    lineId: index,
    createdAt: index,
    day: `2026-01-0${1 + Math.floor(index / 20)}`,
    chapter: null,
    pace: tempo === null ? null : Math.log(tempo),
    pitch: pitchSemitones,
    level: sound.speechLevelDb,
    timbre,
  };
}

/** Five days with 20 lines each, the last of which are read differently. */
async function fiveDays(usual: Reading, fifth: Partial<Reading>): Promise<HeardTake[]> {
  const takes: HeardTake[] = [];
  for (let index = 0; index < 100; index += 1) {
    takes.push(await take(index, index < 80 ? usual : { ...usual, ...fifth }));
  }
  return takes;
}

const alarmsOf = (takes: readonly HeardTake[]) =>
  driftOf(takes).alarms.map(({ dimension, group }) => [dimension, group]);

describe.each(['slt', 'rms', 'awb'] as const)('the Flite voice %s', (voice) => {
  it('causes no alarm while it stays the same', { timeout: 300_000 }, async () => {
    expect(alarmsOf(await fiveDays({ voice }, {}))).toEqual([]);
  });

  const changes: readonly (readonly [DriftDimension, Partial<Reading>])[] = [
    ['pitch', { faster: 2 ** (1 / 12) }],
    ['level', { gain: 10 ** (-3 / 20) }],
    ['timbre', { voice: voice === 'slt' ? 'rms' : 'slt' }],
  ];
  it.each(changes)(
    'that changes its %s on the fifth day is noticed',
    { timeout: 300_000 },
    async (dimension, change) => {
      expect(alarmsOf(await fiveDays({ voice }, change))).toContainEqual([dimension, '2026-01-05']);
    },
  );
});

it('1,000 voices that don’t change cause at most five alarms', { timeout: 600_000 }, () => {
  let alarms = 0;
  for (let seed = 0; seed < 1_000; seed += 1) {
    const random = seededNumbers(seed);
    const spread = { pace: 0.02 + 0.1 * random(), pitch: 0.1 + 1.2 * random(), level: 0.2 + 2 * random() };
    const most = 3 + 40 * random();
    const days = 2 + Math.floor(18 * random());
    const takes = voiceHistory(seed, { days, takesPerDay: () => 1 + Math.floor(most * random()), spread });
    if (driftOf(takes).alarms.length > 0) alarms += 1;
  }
  expect(alarms).toBeLessThanOrEqual(5);
});
