import type Electron from 'electron';
import { strict, strictEmitter } from '../strict.ts';

const size = { width: 1920, height: 1080 };
const area = { x: 0, y: 0, ...size };
const display = strict('display', {
  id: 1,
  bounds: area,
  size,
  workArea: area,
  workAreaSize: size,
  scaleFactor: 1,
} satisfies Partial<Electron.Display>);

class Screen extends strictEmitter('screen', ['display-added', 'display-removed', 'display-metrics-changed']) {
  getPrimaryDisplay(): typeof display {
    return display;
  }
  getAllDisplays(): (typeof display)[] {
    return [display];
  }
}

export const screen = new Screen();
