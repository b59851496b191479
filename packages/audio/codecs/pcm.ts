// The sample format shared by all encoders and decoders.

export interface Pcm {
  readonly sampleRate: number;
  /** One array per channel, all of the same length; full scale is -1 to 1. */
  readonly channels: readonly Float32Array[];
}

/** Receives a block of sound, valid until the callback returns or resolves. */
export type BlockTaker = (block: Pcm) => void | Promise<void>;

/**
 * Returns the sample at an index that must exist. For inner loops, in which the generic `at` would be slow: engines
 * read arrays fastest in functions that only see one type, so there is a function per array type.
 *
 * @throws RangeError if the index is out of range
 */
export function sampleAt(samples: Float32Array, index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`No sample at index ${index} of ${samples.length}.`);
  return sample;
}

/** Like `sampleAt`, for Int16Array. */
export function int16At(samples: Int16Array, index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`No sample at index ${index} of ${samples.length}.`);
  return sample;
}

/** Like `sampleAt`, for Float64Array. */
export function float64At(values: Float64Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at index ${index} of ${values.length}.`);
  return value;
}

export function frameCount(pcm: Pcm): number {
  return pcm.channels[0]?.length ?? 0;
}

/** Returns the duration in seconds; 0 without samples. */
export function durationSeconds(pcm: Pcm): number {
  return frameCount(pcm) / pcm.sampleRate;
}

/** Normalises 16-bit samples (-32768 to 32767) to ±1. */
export function fullScale(samples: Int16Array): Float32Array {
  const channel = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) channel[index] = int16At(samples, index) / 32768;
  return channel;
}

/** Creates mono sound from 16-bit samples (-32768 to 32767) at `sampleRate` Hz. */
export function fromInt16(samples: Int16Array, sampleRate: number): Pcm {
  return { sampleRate, channels: [fullScale(samples)] };
}

/**
 * Mixes to one channel by averaging, so that nothing clips. Mono sound is returned as is; sound without channels
 * becomes an empty channel.
 */
export function mixToMono(pcm: Pcm): Pcm {
  const [first] = pcm.channels;
  if (first === undefined) return { sampleRate: pcm.sampleRate, channels: [new Float32Array(0)] };
  if (pcm.channels.length === 1) return pcm;
  const mixed = new Float32Array(first.length);
  const share = 1 / pcm.channels.length;
  for (const channel of pcm.channels) {
    for (let index = 0; index < mixed.length; index += 1) {
      mixed[index] = sampleAt(mixed, index) + sampleAt(channel, index) * share;
    }
  }
  return { sampleRate: pcm.sampleRate, channels: [mixed] };
}
