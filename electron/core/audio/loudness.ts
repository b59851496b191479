// Integrated loudness by ITU-R BS.1770-4: blocks of 400 ms that overlap by three quarters, gated twice.

/** Steps of 100 ms in a block of 400 ms. */
const STEPS_IN_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const OFFSET_LUFS = -0.691;

/** The loudness of a mean square, weighted and summed over the channels: LUFS. */
export function loudnessOf(meanSquare: number): number {
  return OFFSET_LUFS + 10 * Math.log10(meanSquare);
}

const meanSquareOf = (lufs: number): number => 10 ** ((lufs - OFFSET_LUFS) / 10);

function meanAbove(blocks: Float64Array, gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const block of blocks) {
    if (block <= gate) continue;
    sum += block;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/**
 * @param steps the weighted mean square of each whole 100 ms, summed over the channels
 * @returns LUFS; null where there is no whole block of 400 ms, or none above -70 LUFS
 */
export function integratedLoudness(steps: Float64Array): number | null {
  const blocks = new Float64Array(Math.max(0, steps.length - STEPS_IN_BLOCK + 1));
  for (let at = 0; at < blocks.length; at += 1) {
    let sum = 0;
    for (let step = 0; step < STEPS_IN_BLOCK; step += 1) sum += steps[at + step] ?? 0;
    blocks[at] = sum / STEPS_IN_BLOCK;
  }
  const loud = meanAbove(blocks, meanSquareOf(ABSOLUTE_GATE_LUFS));
  if (loud === null) return null;
  const gate = Math.max(meanSquareOf(ABSOLUTE_GATE_LUFS), loud * 10 ** (RELATIVE_GATE_LU / 10));
  const gated = meanAbove(blocks, gate);
  return gated === null ? null : loudnessOf(gated);
}
