// The weighting of ITU-R BS.1770-4, Annex 1: a shelf for the head, a high-pass for the ear. The recommendation gives its
// coefficients for 48 kHz only; these are the same two analog filters by the bilinear transform, at any rate.

/** A filter of second order, its coefficients divided by the first of the denominator. */
export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

const SHELF_HZ = 1681.974450955533;
const SHELF_DB = 3.999843853973347;
const SHELF_Q = 0.7071752369554196;
const SHELF_BAND_POWER = 0.4996667741545416;
const HIGH_PASS_HZ = 38.13547087602444;
const HIGH_PASS_Q = 0.5003270373238773;

function shelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF_HZ) / sampleRate);
  const high = 10 ** (SHELF_DB / 20);
  const band = high ** SHELF_BAND_POWER;
  const scale = 1 + k / SHELF_Q + k * k;
  return {
    b0: (high + (band * k) / SHELF_Q + k * k) / scale,
    b1: (2 * (k * k - high)) / scale,
    b2: (high - (band * k) / SHELF_Q + k * k) / scale,
    a1: (2 * (k * k - 1)) / scale,
    a2: (1 - k / SHELF_Q + k * k) / scale,
  };
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * HIGH_PASS_HZ) / sampleRate);
  const scale = 1 + k / HIGH_PASS_Q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / scale, a2: (1 - k / HIGH_PASS_Q + k * k) / scale };
}

/** The two filters, one after the other. @param sampleRate Hz */
export function kWeighting(sampleRate: number): readonly [shelf: Biquad, highPass: Biquad] {
  return [shelf(sampleRate), highPass(sampleRate)];
}
