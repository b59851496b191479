import { describe, expect, it } from 'vitest';
import { barsPath, drawBars, readOverview } from './overview.tsx';

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

  it('has the same bars on a canvas, the played ones over them in their own colour, the last as far as it was played', () => {
    const drawn: unknown[] = [];
    const context = {
      fillStyle: '',
      clearRect: (...box: number[]) => drawn.push(['clear', ...box]),
      fillRect(...box: number[]) {
        drawn.push([this.fillStyle, ...box.map((value) => Number(value.toFixed(3)))]);
      },
    };
    const drawing = { width: 200, height: 24, colour: 'grey', playedColour: 'gold', played: 0.6 };
    drawBars(context as unknown as CanvasRenderingContext2D, Uint8Array.from([0, 255]), drawing);
    expect(drawn).toEqual([
      ['clear', 0, 0, 200, 24],
      ['grey', 0, 11.28, 62, 1.44],
      ['grey', 100, 0, 62, 24],
      ['gold', 0, 11.28, 62, 1.44],
      ['gold', 100, 0, 20, 24],
    ]);
  });
});
