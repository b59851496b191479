import type Electron from 'electron';
import { strict, strictEmitter } from '../strict.ts';

const running = new Set<number>();
let lastId = 0;

/** Keeps the machine awake; here it only remembers that it was asked to. */
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

/** Sleep and waking up: specs emit them. */
export const powerMonitor = new PowerMonitor();
