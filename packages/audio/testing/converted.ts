import type { Treatment } from '../../../shared/model/take.ts';
import { applyTreatment, type Conversion, convertAudio } from '../codecs/convert-audio.ts';
import type { AudioInput } from '../codecs/file-source.ts';
import { type BlockHandler, frameCount, type Pcm } from '../codecs/pcm.ts';

/** Converts into memory. */
export async function converted(
  at: AudioInput,
  conversion: Conversion,
): Promise<{ readonly bytes: Uint8Array; readonly heldBackDb: number }> {
  const parts: Uint8Array[] = [];
  let start: Uint8Array = new Uint8Array(0);
  const target = {
    write: (bytes: Uint8Array) => void parts.push(bytes.slice()),
    writeStart: (bytes: Uint8Array) => {
      start = bytes;
    },
  };
  const { heldBackDb } = await convertAudio(at, target, conversion);
  const bytes = new Uint8Array(Buffer.concat(parts));
  bytes.set(start);
  return { bytes, heldBackDb };
}

/** Samples of each channel in a block. */
const BLOCK = 700;

/** Treats a sound in memory. */
export async function treated(
  pcm: Pcm,
  treatment: Treatment | undefined,
): Promise<{ readonly sound: Pcm; readonly heldBackDb: number }> {
  const channels: number[][] = pcm.channels.map(() => []);
  const play = async (take: BlockHandler) => {
    for (let at = 0; at < frameCount(pcm); at += BLOCK) {
      await take({ ...pcm, channels: pcm.channels.map((samples) => samples.slice(at, at + BLOCK)) });
    }
    return { sampleRate: pcm.sampleRate, frames: frameCount(pcm) };
  };
  const { heldBackDb } = await applyTreatment(play, treatment, (block) => {
    for (const [index, samples] of block.channels.entries()) channels[index]?.push(...samples);
  });
  return { sound: { ...pcm, channels: channels.map((samples) => Float32Array.from(samples)) }, heldBackDb };
}
