import type Electron from 'electron';
import { strict, strictEmitter } from '../strict.ts';

const running = new Set<number>();
let lastId = 0;

/** Records which blockers are running, without keeping the computer awake. */
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(_type: Parameters<Electron.PowerSaveBlocker['start']>[0]): number {
    lastId += 1;
    running.add(lastId);
    return lastId;
  },
  stop: (id: number): boolean => running.delete(id),
  isStarted: (id: number): boolean => running.has(id),
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>);

class PowerMonitor extends strictEmitter('powerMonitor', ['suspend', 'resume', 'shutdown']) {}

/** Specs emit `suspend` and `resume` themselves. */
export const powerMonitor = new PowerMonitor();
