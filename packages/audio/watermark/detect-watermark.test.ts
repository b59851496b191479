import { describe, expect, it } from 'vitest';
import { loadFft } from '../fft/real-fft.ts';
import { DETECTION_RATE, MIN_SCORE, WatermarkDetector } from './detect-watermark.ts';
import { markSamples, syllables } from './testing/marked-audio.ts';

const ID = 0x1a2b3c4d;
const SECONDS = 8;
const fft = await loadFft();
const unmarked = syllables(SECONDS, DETECTION_RATE);
const marked = await markSamples(unmarked, ID, DETECTION_RATE);

const detect = (samples: Float32Array) => new WatermarkDetector(fft, samples).detect({ speeds: false });

describe('the watermark detector', () => {
  it('finds the id at any position', () => {
    expect(detect(marked)).toMatchObject({ id: ID, speed: 1 });
    expect(detect(marked.subarray(12_345))).toMatchObject({ id: ID });
  });

  it('isn’t affected by the level', () => {
    const score = detect(marked)?.score ?? 0;
    expect(score).toBeGreaterThan(MIN_SCORE);
    expect(detect(marked.map((sample) => sample / 50))?.score).toBeCloseTo(score, 0);
  });

  it('finds nothing in unmarked, silent, constant and very short audio', () => {
    expect(detect(unmarked)).toBeNull();
    expect(detect(new Float32Array(SECONDS * DETECTION_RATE))).toBeNull();
    expect(detect(new Float32Array(SECONDS * DETECTION_RATE).fill(0.5))).toBeNull();
    expect(detect(marked.subarray(0, 4_000))).toBeNull();
    expect(detect(new Float32Array(0))).toBeNull();
  });

  it('finds nothing in invalid samples', () => {
    expect(detect(marked.map((sample, index) => (index === 9_000 ? Number.NaN : sample)))).toBeNull();
  });
});
