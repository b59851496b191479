// Builds a page for blind ABX listening tests of the watermark: `npm run abx [-- --out PAGE.html] [FILE…]`. The page
// works offline. It contains clips of the voices of Flite, or of the given audio files (docs/watermark.md).
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { AudioFormatError, decode, encodeWav, mixToMono, type Pcm, resample } from '@lectern/audio';
import { Watermarker } from '@lectern/audio/watermark';
import { FliteReader, type FliteVoiceName } from '../packages/audio/alignment/training/flite-reading.ts';
import { at } from '../shared/rules/at.ts';
import { largest } from '../shared/rules/lists.ts';

/** Exports usually have this sample rate. */
const SAMPLE_RATE = 44_100;
/** Any id; the strength of the watermark doesn't depend on it. */
const ID = 0x5eed1e55;
const MAX_SECONDS = 10;
/** Leaves room for peaks that the watermark raises. */
const MAX_PEAK = 0.8;

const VOICES: readonly FliteVoiceName[] = ['slt', 'rms', 'awb', 'kal16'];
const TEXTS = [
  'There was nothing so very remarkable in that; nor did Alice think it so very much out of the way to hear the Rabbit say to itself, Oh dear!',
  'The rabbit-hole went straight on like a tunnel for some way, and then dipped suddenly down.',
] as const;

interface Clip {
  readonly name: string;
  readonly audio: Pcm;
}

async function spokenClips(): Promise<Clip[]> {
  const reader = await FliteReader.create();
  try {
    const clips: Clip[] = [];
    for (const [number, text] of TEXTS.entries()) {
      for (const voice of VOICES) {
        const { samples } = await reader.read(voice, text, 1);
        clips.push({ name: `Flite, voice ${voice}, text ${number + 1}`, audio: toClip(16_000, [samples]) });
      }
    }
    return clips;
  } finally {
    reader.close();
  }
}

/** Returns the start of a file. @throws AudioFormatError */
async function fileClip(path: string): Promise<Clip> {
  const { sampleRate, channels } = await decode(readFileSync(path));
  const part = channels.map((samples) => samples.subarray(0, MAX_SECONDS * sampleRate));
  return { name: basename(path), audio: toClip(sampleRate, part) };
}

function toClip(sampleRate: number, channels: readonly Float32Array[]): Pcm {
  const mixed = channels.length === 2 ? channels : mixToMono({ sampleRate, channels }).channels;
  const clip = resample({ sampleRate, channels: mixed }, SAMPLE_RATE);
  const peakOf = (samples: Float32Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const peak = largest(clip.channels.map(peakOf));
  const gain = peak > MAX_PEAK ? MAX_PEAK / peak : 1;
  return { sampleRate: SAMPLE_RATE, channels: clip.channels.map((samples) => samples.map((sample) => sample * gain)) };
}

async function markClip({ sampleRate, channels }: Pcm): Promise<Pcm> {
  const watermarker = await Watermarker.create(ID, sampleRate, channels.length === 2 ? 2 : 1);
  const first = watermarker.process(channels).map((samples) => samples.slice());
  const rest = watermarker.end();
  return {
    sampleRate,
    channels: first.map((samples, index) => join(samples, at(rest, index))),
  };
}

function join(first: Float32Array, second: Float32Array): Float32Array {
  const joined = new Float32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

const base64 = (audio: Pcm): string => Buffer.from(encodeWav(audio)).toString('base64');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: 'abx.html' } },
    allowPositionals: true,
  });
  const given: Clip[] = [];
  for (const path of positionals) given.push(await fileClip(path));
  const clips = given.length > 0 ? given : await spokenClips();
  const pairs = clips.map(async ({ name, audio }) => ({ name, a: base64(audio), b: base64(await markClip(audio)) }));
  const template = readFileSync(new URL('abx.html', import.meta.url), 'utf8');
  // A name such as "</script>" must not end the script.
  const json = JSON.stringify(await Promise.all(pairs)).replaceAll('<', '\\u003c');
  writeFileSync(
    values.out,
    template.replace('/* CLIPS */ []', () => json),
  );
  console.log(`${values.out}: ${clips.length} clips. Open it in a browser.`);
}

try {
  await main();
} catch (error) {
  const isInput = error instanceof AudioFormatError || (error instanceof Error && 'code' in error);
  if (!isInput) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
