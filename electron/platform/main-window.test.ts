import { describe, expect, it, vi } from 'vitest';
import { windowPlace } from './main-window.ts';

// Only the place is tried here; the window's specs see the rest on a real host.
vi.mock('electron', () => ({ app: {}, BrowserWindow: {}, nativeTheme: {}, screen: {} }));

const left = { x: 0, y: 25, width: 1920, height: 1055 };
const right = { x: 1920, y: 0, width: 2560, height: 1440 };
const bounds = (x: number, y: number, width = 1200, height = 800) => ({ x, y, width, height, isMaximized: false });

describe('the window opens', () => {
  it('in the middle of the main screen at first', () => {
    expect(windowPlace(null, [left, right])).toEqual({ x: 240, y: 103, width: 1440, height: 900 });
  });

  it('where it was', () => {
    expect(windowPlace(bounds(2000, 100), [left, right])).toEqual({ x: 2000, y: 100, width: 1200, height: 800 });
    expect(windowPlace(bounds(-900, 100), [left])).toMatchObject({ x: -900 });
  });

  it('in the middle where its screen has gone, or its head is out of view', () => {
    for (const remembered of [bounds(2000, 100), bounds(0, -200), bounds(0, 1060), bounds(-1150, 100)]) {
      expect(windowPlace(remembered, [left])).toMatchObject({ x: 240, y: 103 });
    }
  });

  it('completely on the screen of a scaled laptop', () => {
    const laptop = { x: 0, y: 0, width: 1093, height: 574 };
    expect(windowPlace(null, [laptop])).toEqual(laptop);
  });

  it('never smaller than the screens are made for', () => {
    expect(windowPlace(bounds(10, 50, 300, 200), [left])).toEqual({ x: 10, y: 50, width: 960, height: 560 });
    expect(windowPlace(null, [{ x: 0, y: 0, width: 800, height: 600 }])).toEqual({
      x: 0,
      y: 0,
      width: 960,
      height: 600,
    });
  });
});
