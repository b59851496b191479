// Peaks of a short take are fewer than the bars of a wide window.

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
