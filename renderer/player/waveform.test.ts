import { describe, expect, it } from 'vitest';
import { peaksOf, stretchPeaks } from './waveform.ts';

describe('stretching peaks', () => {
  it('keeps both ends and goes evenly between what is known', () => {
    expect([...stretchPeaks(Uint8Array.from([0, 255, 0]), 5)]).toEqual([0, 0.5, 1, 0.5, 0]);
  });

  it('takes nothing away where there are enough', () => {
    expect([...stretchPeaks(Uint8Array.from([255, 0, 255]), 2)]).toEqual([1, 0, 1]);
  });

  it('makes a line of one peak, and silence of none', () => {
    expect([...stretchPeaks(Uint8Array.from([255]), 3)]).toEqual([1, 1, 1]);
    expect([...stretchPeaks(new Uint8Array(0), 2)]).toEqual([0, 0]);
  });
});

describe('peaks of samples', () => {
  it('has the loudest of each stretch, above and below zero, and no more than full scale', () => {
    expect([...peaksOf(Float32Array.from([0, 0.2, -1, 0.5, 1.5, 0]), 3)]).toEqual([51, 255, 255]);
  });

  it('has one for each sample where there are few, and none of nothing', () => {
    expect([...peaksOf(Float32Array.from([0, -0.6]), 5)]).toEqual([0, 153]);
    expect([...peaksOf(new Float32Array(0), 5)]).toEqual([]);
  });
});
