export interface Pcm {
  readonly sampleRate: number;
  /** One array per channel, all of the same length; full scale is -1 to 1. */
  readonly channels: readonly Float32Array[];
}

/** Receives a block of samples that is valid until the callback returns or resolves. */
export type BlockHandler = (block: Pcm) => void | Promise<void>;

/**
 * Returns a sample, or throws if the index is out of range. JavaScript engines are fastest with one function per
 * array type.
 */
export function sampleAt(samples: Float32Array, index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`No sample at index ${index} of ${samples.length}.`);
  return sample;
}

export function int16At(samples: Int16Array, index: number): number {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`No sample at index ${index} of ${samples.length}.`);
  return sample;
}

export function float64At(values: Float64Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at index ${index} of ${values.length}.`);
  return value;
}

export function frameCount(pcm: Pcm): number {
  return pcm.channels[0]?.length ?? 0;
}

export function durationSeconds(pcm: Pcm): number {
  return frameCount(pcm) / pcm.sampleRate;
}

export function toFloatSamples(samples: Int16Array): Float32Array {
  const channel = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) channel[index] = int16At(samples, index) / 32768;
  return channel;
}

export function pcmFromInt16(samples: Int16Array, sampleRate: number): Pcm {
  return { sampleRate, channels: [toFloatSamples(samples)] };
}

/**
 * Averages the channels, so that the mix can't clip. Returns mono audio unchanged, and an empty channel if there are
 * no channels.
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
