import { describe, expect, it } from 'vitest';
import { barsPath, readOverview } from './overview.ts';

describe('a small waveform', () => {
  it('is read from base64', () => {
    expect([...readOverview('AP+A')]).toEqual([0, 255, 128]);
  });

  it('has a bar for each level, centred, silence as a line', () => {
    const bars = barsPath(Uint8Array.from([0, 255]), 24)
      .split('z')
      .filter(Boolean);
    expect(bars).toEqual(['M0 11.28h0.62v1.44h-0.62', 'M1 0.00h0.62v24.00h-0.62']);
  });
});
