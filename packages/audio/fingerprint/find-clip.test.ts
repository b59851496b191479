import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../alignment/random-numbers.ts';
import { ITEM_SECONDS } from './audio-fingerprint.ts';
import { ClipSearch } from './find-clip.ts';

/** Random sub-fingerprints of which some bits stay the same for a while, as in real ones. */
function recording(items: number, seed: number): Uint32Array {
  const random = new RandomNumbers(seed);
  const recorded = new Uint32Array(items);
  for (const index of recorded.keys()) {
    let item = recorded[index - 1] ?? 0;
    for (let bit = 0; bit < 32; bit += 1) if (random.next() < 0.3) item ^= 1 << bit;
    recorded[index] = item >>> 0;
  }
  return recorded;
}

/** Flips a share of the bits. */
function damaged(items: Uint32Array, share: number): Uint32Array {
  const random = new RandomNumbers(99);
  return items.map((item) => {
    let changed = item;
    for (let bit = 0; bit < 32; bit += 1) if (random.next() < share) changed ^= 1 << bit;
    return changed >>> 0;
  });
}

const original = recording(3000, 1);

describe('ClipSearch', () => {
  it.each([0, 0.1, 0.2])('finds a clip with a share of %f of its bits changed', (share) => {
    const found = new ClipSearch([damaged(original.slice(1234, 1334), share)]).findIn(original);
    expect(found?.fromSeconds).toBeCloseTo(1234 * ITEM_SECONDS, 6);
    expect(found?.difference).toBeCloseTo(share, 1);
    expect(found?.confidence).toBeCloseTo(1 - share * 2, 1);
  });

  it.each([0, 2900])('finds a clip at the edge of the file: %i', (start) => {
    const found = new ClipSearch([original.slice(start, start + 100)]).findIn(original);
    expect(found?.fromSeconds).toBeCloseTo(start * ITEM_SECONDS, 6);
  });

  it('uses the fingerprint whose frames are closest to those of the original', () => {
    const clip = original.slice(500, 600);
    const found = new ClipSearch([damaged(clip, 0.2), clip]).findIn(original);
    expect(found?.difference).toBe(0);
  });

  it('finds a long clip whose start is from somewhere else', () => {
    const clip = Uint32Array.from([...recording(400, 2), ...original.slice(1000, 2200)]);
    const found = new ClipSearch([clip]).findIn(original);
    expect(found?.clipSeconds).toBeGreaterThan(400 * ITEM_SECONDS);
    expect((found?.fromSeconds ?? 0) - (found?.clipSeconds ?? 0)).toBeCloseTo((1000 - 400) * ITEM_SECONDS, 6);
  });

  it('finds nothing in other recordings', () => {
    const search = new ClipSearch([original.slice(1234, 1334)]);
    for (let seed = 10; seed < 20; seed += 1) expect(search.findIn(recording(3000, seed))).toBeNull();
  });

  it('finds nothing in shorter or empty recordings', () => {
    const search = new ClipSearch([original.slice(1234, 1334)]);
    expect(search.findIn(original.slice(1234, 1300))).toBeNull();
    expect(search.findIn(new Uint32Array(0))).toBeNull();
  });

  it('rejects clips that are too short', () => {
    expect(new ClipSearch([]).isUnrecognisable).toBe(true);
    expect(new ClipSearch([original.slice(0, 50)]).isUnrecognisable).toBe(true);
  });

  it('does not recognise silence in silence', () => {
    const silence = new Uint32Array(300).fill(0x256d_f977);
    const search = new ClipSearch([silence.slice(0, 100)]);
    expect(search.isUnrecognisable).toBe(true);
    expect(search.findIn(silence)).toBeNull();
  });
});
