// `node scripts/run.mjs e2e/delivery/meter.ts`: compares our meter with ffmpeg's on 50 recordings: tones, noise and
// speech from the local voices; clipped, loud and quiet; short and long; mono and stereo; at 8 to 96 kHz.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encodeWav, type Pcm, resample } from '@lectern/audio';
import { analyseAudio } from '@lectern/audio/meters';
import { seededNumbers } from '../../packages/audio/testing/tones.ts';
import { at } from '../../shared/rules/at.ts';
import { loudnessByFfmpeg, missingToolsAdvice, truePeakByFfmpeg } from './ffmpeg.ts';
import { PLAY, Stage } from './stage.ts';

const FILES = 50;
const MAX_LOUDNESS_LU = 0.1;
const MAX_PEAK_DB = 0.1;
/**
 * Sample rates at which a tenth of a second is a whole number of samples. At other rates, such as 11,025 Hz, meters
 * divide blocks differently.
 */
const RATES = [8_000, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000];
const KINDS = ['tone', 'noise', 'speech', 'clipped speech', 'swells', 'sweep', 'speech with pauses'] as const;
type Kind = (typeof KINDS)[number];

interface MeteredSound {
  readonly what: string;
  readonly sound: Pcm;
}

function* sounds(recorded: readonly Pcm[]): Generator<MeteredSound> {
  const random = seededNumbers(7);
  for (let index = 0; index < FILES; index += 1) {
    const sampleRate = at(RATES, index % RATES.length);
    const kind = at(KINDS, index % KINDS.length);
    // At least half a second, because loudness isn't defined for shorter recordings.
    const seconds = index % 9 === 8 ? 60 : index % 5 === 4 ? 0.5 + random() : 2 + random() * 10;
    const channels = 1 + (Math.floor(index / 2) % 2);
    const level = 10 ** (-(random() * 36) / 20);
    const sides = Array.from({ length: channels }, () =>
      fadeEnds(made(kind, { sampleRate, seconds, level }), sampleRate),
    );
    yield {
      what: `${kind}, ${sampleRate} Hz, ${seconds.toFixed(1)} s, ${channels === 1 ? 'one channel' : 'two channels'}`,
      sound: { sampleRate, channels: sides },
    };
  }

  function made(
    kind: Kind,
    { sampleRate, seconds, level }: { readonly sampleRate: number; readonly seconds: number; readonly level: number },
  ): Float32Array {
    const length = Math.round(sampleRate * seconds);
    const frequency = 80 + random() * sampleRate * 0.4;
    const noise = (): number => random() * 2 - 1;
    const sine = (place: number, hertz: number): number => Math.sin((2 * Math.PI * hertz * place) / sampleRate);
    switch (kind) {
      case 'tone':
        return Float32Array.from({ length }, (_, place) => level * sine(place, frequency));
      case 'noise':
        return evenNoise(sampleRate, length).map((sample) => level * sample);
      case 'swells':
        return Float32Array.from({ length }, (_, place) => {
          const swell = Math.max(0, Math.sin((3 * place) / sampleRate)) ** 2;
          return level * swell * (0.3 * noise() + 0.7 * sine(place, frequency));
        });
      case 'sweep':
        return Float32Array.from(
          { length },
          (_, place) => level * sine(place, 60 + (sampleRate * 0.2 * place) / (length * 2)),
        );
      case 'speech':
        return spoken(sampleRate, length).map((sample) => sample * level);
      case 'clipped speech':
        return spoken(sampleRate, length).map((sample) => Math.max(-level, Math.min(level, sample * 4 * level)));
      case 'speech with pauses':
        return spoken(sampleRate, length).map((sample, place) =>
          Math.floor((place / sampleRate) * 0.7) % 2 === 0 ? sample * level : 0,
        );
    }
  }

  /**
   * Limit the sweep to 24 kHz. ffmpeg oversamples to 192 kHz, which is too low for exact peaks at higher frequencies.
   */
  function evenNoise(sampleRate: number, length: number): Float32Array {
    const rate = Math.min(sampleRate, 48_000);
    const samples = Float32Array.from({ length: Math.ceil((length * rate) / sampleRate) }, () => random() * 2 - 1);
    const [noise = samples] = resample({ sampleRate: rate, channels: [samples] }, sampleRate).channels;
    return noise.subarray(0, length);
  }

  /** Normalises a recording and repeats it to the given length. */
  function spoken(sampleRate: number, length: number): Float32Array {
    const source = at(recorded, Math.floor(random() * recorded.length));
    const [channel = new Float32Array(1)] = resample(source, sampleRate).channels;
    const loudest = channel.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
    return Float32Array.from({ length }, (_, place) => at(channel, place % channel.length) / loudest);
  }
}

/**
 * Fades both ends. ffmpeg mirrors the start of a file, but our meter assumes silence before it, so their results for
 * abrupt starts would differ.
 */
function fadeEnds(samples: Float32Array, sampleRate: number): Float32Array {
  const fade = sampleRate / 100;
  return samples.map((sample, place) => sample * Math.min(1, place / fade, (samples.length - 1 - place) / fade));
}

const missingTools = missingToolsAdvice(['ffmpeg']);
if (missingTools !== null) {
  process.stderr.write(`${missingTools}\n`);
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'lectern-meter-'));
const worst = { files: 0, loudness: 0, truePeak: 0 };
const say = (text: string): void => void process.stdout.write(`${text}\n`);
try {
  const stage = new Stage(home);
  const recorded = stage.lineFiles(stage.makeProject(PLAY));
  const speech = await Promise.all(recorded.map(({ path }) => decode(readFileSync(path))));
  const path = join(home, 'sound.wav');
  for (const { what, sound } of sounds(speech)) {
    const wav = encodeWav(sound);
    writeFileSync(path, wav);
    const { loudnessLufs, truePeakDbtp } = (await analyseAudio(wav)).analysis;
    if (loudnessLufs === null || truePeakDbtp === null) throw new Error(`${what} has no loudness.`);
    const loudness = Math.abs(loudnessLufs - loudnessByFfmpeg(path));
    const truePeak = Math.abs(truePeakDbtp - truePeakByFfmpeg(path, -truePeakDbtp));
    const isNear = loudness <= MAX_LOUDNESS_LU && truePeak <= MAX_PEAK_DB;
    say(`${isNear ? 'holds ' : 'WRONG '} ${what}: ${loudness.toFixed(3)} LU, ${truePeak.toFixed(3)} dB off`);
    worst.files += 1;
    worst.loudness = Math.max(worst.loudness, loudness);
    worst.truePeak = Math.max(worst.truePeak, truePeak);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
say(
  `${worst.files} sounds: ${worst.loudness.toFixed(3)} LU and ${worst.truePeak.toFixed(3)} dB off at most; may be ${MAX_LOUDNESS_LU} LU and ${MAX_PEAK_DB} dB.`,
);
process.exitCode = worst.loudness <= MAX_LOUDNESS_LU && worst.truePeak <= MAX_PEAK_DB ? 0 : 1;
