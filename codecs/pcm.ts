// Sound as numbers: what every encoder takes and every decoder gives.

/** Sound in memory. */
export interface Pcm {
  /** Samples per second (Hz) of each channel. */
  readonly sampleRate: number;
  /** One array a channel, all of the same length; full scale is -1 to 1. */
  readonly channels: readonly Float32Array[];
}

/** Takes a block of sound, which is valid until it returns, or until what it returns resolves. */
export type BlockTaker = (block: Pcm) => void | Promise<void>;

/**
 * The sample at an index that must exist. For the loops over samples, which `at` would slow down: it reads lists of every
 * kind, and an engine reads those of one kind fastest. So there is a function for each of the others, too.
 *
 * @throws RangeError where there is none
 */
export function sampleAt(samples: Float32Array, index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`No sample at index ${index} of ${samples.length}.`);
  return sample;
}

/** The same of whole numbers of 16 bits. */
export function int16At(samples: Int16Array, index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`No sample at index ${index} of ${samples.length}.`);
  return sample;
}

/** The same of numbers of 64 bits. */
export function float64At(values: Float64Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at index ${index} of ${values.length}.`);
  return value;
}

/** Samples in each channel. */
export function frameCount(pcm: Pcm): number {
  return pcm.channels[0]?.length ?? 0;
}

/** Length in seconds; 0 where there is no sample. */
export function durationSeconds(pcm: Pcm): number {
  return frameCount(pcm) / pcm.sampleRate;
}

/** Samples of 16 bits (-32768 to 32767) as parts of full scale. */
export function fullScale(samples: Int16Array): Float32Array {
  const channel = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) channel[index] = int16At(samples, index) / 32768;
  return channel;
}

/** One channel of 16-bit samples (-32768 to 32767) at `sampleRate` Hz. */
export function fromInt16(samples: Int16Array, sampleRate: number): Pcm {
  return { sampleRate, channels: [fullScale(samples)] };
}

/**
 * One channel: the mean of all channels, so that nothing clips. What has one channel already is given back as it is.
 * What has no channel at all becomes one empty channel.
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
