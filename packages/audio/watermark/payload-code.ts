// Protects the 32-bit payload with a CRC-16 and a convolutional code (rate 1/3, constraint length 7).
import { at } from '../../../shared/rules/at.ts';
import { float64At } from '../codecs/pcm.ts';

const PAYLOAD_BITS = 32;
const CRC_BITS = 16;
const INFORMATION_BITS = PAYLOAD_BITS + CRC_BITS;
/** Zero bits that return the encoder to its initial state. */
const TAIL_BITS = 6;
const STEPS = INFORMATION_BITS + TAIL_BITS;
const STATES = 64;
/** Generator polynomials with the largest free distance for this rate and length. */
const GENERATORS = [0o133, 0o171, 0o165] as const;
export const CODED_BITS = STEPS * GENERATORS.length;

/** The encoder's output for each value of its 7-bit register, as -1 or 1. */
const OUTPUTS: readonly (readonly [number, number, number])[] = Array.from({ length: 2 * STATES }, (_, register) => {
  const [first, second, third] = GENERATORS;
  return [parity(register & first), parity(register & second), parity(register & third)];
});

function parity(value: number): number {
  let sign = -1;
  for (let rest = value; rest > 0; rest &= rest - 1) sign = -sign;
  return sign;
}

/** CRC-16/IBM-3740: polynomial 0x1021, initial value 0xffff. */
export function crc16(payload: number): number {
  let crc = 0xffff;
  for (let bit = PAYLOAD_BITS - 1; bit >= 0; bit -= 1) {
    const isSet = ((crc >>> 15) ^ (payload >>> bit)) & 1;
    crc = (crc << 1) & 0xffff;
    if (isSet) crc ^= 0x1021;
  }
  return crc;
}

/** Returns `CODED_BITS` values of -1 or 1. @param payload an unsigned 32-bit integer */
export function encodePayload(payload: number): Int8Array {
  const crc = crc16(payload);
  const coded = new Int8Array(CODED_BITS);
  let register = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const isPayload = step < PAYLOAD_BITS;
    const word = isPayload ? payload >>> (PAYLOAD_BITS - 1 - step) : crc >>> (INFORMATION_BITS - 1 - step);
    const bit = step < INFORMATION_BITS ? word & 1 : 0;
    register = ((register << 1) | bit) & (2 * STATES - 1);
    coded.set(at(OUTPUTS, register), step * GENERATORS.length);
  }
  return coded;
}

/**
 * Finds the most likely payload with a Viterbi decoder.
 * @param soft `CODED_BITS` values, positive for 1; larger values are more reliable
 * @returns null if the CRC doesn't match
 */
export function decodePayload(soft: Float64Array): number | null {
  const previous = new Uint8Array(STEPS * STATES);
  let metrics = new Float64Array(STATES).fill(-Infinity);
  metrics[0] = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const next = new Float64Array(STATES).fill(-Infinity);
    const [first, second, third] = [0, 1, 2].map((index) => float64At(soft, step * GENERATORS.length + index));
    if (first === undefined || second === undefined || third === undefined) throw new RangeError('No soft value.');
    const bits = step < INFORMATION_BITS ? 2 : 1;
    for (let state = 0; state < STATES; state += 1) {
      const metric = float64At(metrics, state);
      if (metric === -Infinity) continue;
      for (let bit = 0; bit < bits; bit += 1) {
        const register = (state << 1) | bit;
        const [a, b, c] = at(OUTPUTS, register);
        const reached = register & (STATES - 1);
        const sum = metric + a * first + b * second + c * third;
        if (sum <= float64At(next, reached)) continue;
        next[reached] = sum;
        previous[step * STATES + reached] = state;
      }
    }
    metrics = next;
  }
  return payloadOf(previous);
}

function payloadOf(previous: Uint8Array): number | null {
  let payload = 0;
  let crc = 0;
  let state = 0;
  for (let step = STEPS - 1; step >= 0; step -= 1) {
    const bit = state & 1;
    if (step < PAYLOAD_BITS) payload |= bit << (PAYLOAD_BITS - 1 - step);
    else if (step < INFORMATION_BITS) crc |= bit << (INFORMATION_BITS - 1 - step);
    state = previous[step * STATES + state] ?? 0;
  }
  return crc === crc16(payload >>> 0) ? payload >>> 0 : null;
}
