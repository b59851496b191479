import { expect, test } from 'vitest';
import { durationSeconds, mixToMono, pcmFromInt16 } from './pcm.ts';

test('16-bit samples become one channel within full scale', () => {
  const pcm = pcmFromInt16(Int16Array.of(-32768, 0, 16384, 32767), 8000);
  expect(pcm.channels).toEqual([Float32Array.of(-1, 0, 0.5, 32767 / 32768)]);
  expect(pcm.sampleRate).toBe(8000);
});

test('the length is counted in seconds, and nothing lasts no time', () => {
  expect(durationSeconds(pcmFromInt16(new Int16Array(12000), 8000))).toBe(1.5);
  expect(durationSeconds({ sampleRate: 8000, channels: [] })).toBe(0);
});

test('channels are mixed to their mean, so that nothing clips', () => {
  const mixed = mixToMono({ sampleRate: 8000, channels: [Float32Array.of(1, 1, -0.5), Float32Array.of(1, -1, 0)] });
  expect(mixed.channels).toEqual([Float32Array.of(1, 0, -0.25)]);
});

test('one channel stays the very same, none becomes an empty one', () => {
  const mono = pcmFromInt16(Int16Array.of(1, 2), 8000);
  expect(mixToMono(mono)).toBe(mono);
  expect(mixToMono({ sampleRate: 8000, channels: [] }).channels).toEqual([new Float32Array(0)]);
});
