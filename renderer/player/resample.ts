// Samples become peaks; peaks of a short take are fewer than the bars of a wide window.

/** The loudest of each stretch of samples, as bytes of full scale: as many as asked for, or as there are samples. */
export function peaksOf(samples: Float32Array, count: number): Uint8Array {
  const peaks = new Uint8Array(Math.min(count, samples.length));
  for (let index = 0; index < samples.length; index++) {
    const at = Math.floor((index * peaks.length) / samples.length);
    peaks[at] = Math.max(peaks[at] ?? 0, Math.min(255, Math.round(Math.abs(samples[index] ?? 0) * 255)));
  }
  return peaks;
}

/** As many levels as asked for, between those that are there; not fewer than there are. */
export function stretchPeaks(peaks: Uint8Array, count: number): Float32Array<ArrayBuffer> {
  const last = peaks.length - 1;
  const length = Math.max(count, peaks.length);
  return Float32Array.from({ length }, (_, index) => {
    const at = last <= 0 ? 0 : (index * last) / (length - 1);
    const [before, after] = [peaks[Math.floor(at)] ?? 0, peaks[Math.ceil(at)] ?? 0];
    return (before + (after - before) * (at % 1)) / 255;
  });
}
