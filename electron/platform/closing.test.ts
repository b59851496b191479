import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ClosingChoice, createCloseGuard, LINGER_MS } from './closing.ts';

interface Setting {
  running?: boolean;
  /** Whether edits that could not be saved may be lost. */
  mayLose?: boolean;
  choice?: ClosingChoice;
  livesWithoutWindow?: boolean;
  /** Whether a question can't be shown. */
  isMute?: boolean;
}

/** Like the application: a dropped window is the last one, and what is to quit asks first. */
function setUp(setting: Setting = {}) {
  const { running = false, mayLose = false, choice = 'cancel', livesWithoutWindow = false, isMute = false } = setting;
  const happened: string[] = [];
  const timers = new Map<() => void, number>();
  const attempt = (how: 'windowCloses' | 'appQuits') => {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    closing[how]({ preventDefault });
    return !isPrevented;
  };
  const closing = createCloseGuard({
    stillOn: async () => ({ running: state.running, waiting: 3, inFlight: 2 }),
    async promptProducer({ waiting, inFlight }) {
      happened.push(`asked ${waiting} ${inFlight}`);
      return choice;
    },
    async confirmLosingEdits() {
      if (isMute) throw new Error('no window to ask in');
      happened.push('asked to lose edits');
      return mayLose;
    },
    endStudio: async () => void happened.push('studio ended'),
    dropWindow() {
      if (!state.hasWindow) return;
      state.hasWindow = false;
      happened.push('window dropped');
      closing.allWindowsClosed();
    },
    quit: () => attempt('appQuits') && happened.push('quit'),
    livesWithoutWindow,
    onDefect: (error) => happened.push(String(error)),
    after(milliseconds, callback) {
      timers.set(callback, milliseconds);
      return () => timers.delete(callback);
    },
  });
  const state = { running, hasWindow: true };
  return { closing, happened, timers, state, attempt };
}

describe('edits that could not be saved', () => {
  it('keep the window open unless the producer gives them up', async () => {
    const { attempt, happened, closing, state } = setUp();
    closing.setUnsaved(true);
    expect(attempt('windowCloses')).toBe(false);
    await setImmediate();
    expect(happened).toEqual(['asked to lose edits']);
    expect(state.hasWindow).toBe(true);
  });

  it('keep the window open where that can’t be asked, and it is asked again the next time', async () => {
    const { attempt, happened, closing, state } = setUp({ isMute: true });
    closing.setUnsaved(true);
    for (const how of ['windowCloses', 'appQuits'] as const) {
      expect(attempt(how)).toBe(false);
      await setImmediate();
    }
    expect(happened).toEqual(['Error: no window to ask in', 'Error: no window to ask in']);
    expect(state.hasWindow).toBe(true);
  });

  it('are lost where the producer says so', async () => {
    const { attempt, happened, closing } = setUp({ mayLose: true });
    closing.setUnsaved(true);
    attempt('appQuits');
    await setImmediate();
    expect(happened).toContain('studio ended');
  });

  it('are not asked about once they are saved', async () => {
    const { attempt, happened, closing } = setUp();
    closing.setUnsaved(true);
    closing.setUnsaved(false);
    attempt('windowCloses');
    await setImmediate();
    expect(happened).not.toContain('asked to lose edits');
  });
});

describe('closing the window', () => {
  it('ends the application where nothing is on', async () => {
    const { attempt, happened } = setUp();
    expect(attempt('windowCloses')).toBe(false);
    await setImmediate();
    expect(new Set(happened)).toEqual(new Set(['studio ended', 'window dropped', 'quit']));
    expect(happened[0]).toBe('studio ended');
  });

  it('leaves the application where the platform has it so', async () => {
    const { attempt, happened } = setUp({ livesWithoutWindow: true });
    attempt('windowCloses');
    await setImmediate();
    expect(happened).toEqual(['window dropped']);
  });

  it('asks while a run is on, and stays where the producer says so', async () => {
    const { attempt, happened, state } = setUp({ running: true });
    attempt('windowCloses');
    attempt('windowCloses');
    await setImmediate();
    expect(happened).toEqual(['asked 3 2']);
    expect(state.hasWindow).toBe(true);
    attempt('windowCloses');
    await setImmediate();
    expect(happened).toEqual(['asked 3 2', 'asked 3 2']);
  });

  it('stops the run and ends', async () => {
    const { attempt, happened } = setUp({ running: true, choice: 'stop' });
    attempt('windowCloses');
    await setImmediate();
    expect(happened.slice(0, 2)).toEqual(['asked 3 2', 'studio ended']);
    expect(happened).toContain('quit');
  });

  it('lets the run go on without a window', async () => {
    const { attempt, happened, timers } = setUp({ running: true, choice: 'background' });
    attempt('windowCloses');
    await setImmediate();
    expect(happened).toEqual(['asked 3 2', 'window dropped']);
    expect(timers.size).toBe(0);
  });
});

describe('in the background', () => {
  const background = async () => {
    const all = setUp({ running: true, choice: 'background' });
    all.attempt('windowCloses');
    await setImmediate();
    return all;
  };

  it('the application ends a while after its run', async () => {
    const { closing, timers, happened, state } = await background();
    state.running = false;
    closing.runFinished();
    const [[callback, milliseconds] = [() => {}, 0]] = timers;
    expect(milliseconds).toBe(LINGER_MS);
    callback();
    await setImmediate();
    expect(happened.slice(2)).toEqual(['studio ended', 'quit']);
  });

  it('it stays where the window was opened again', async () => {
    const { closing, timers, state } = await background();
    closing.runFinished();
    state.hasWindow = true;
    closing.windowOpened();
    expect(timers.size).toBe(0);
    closing.runFinished();
    expect(timers.size).toBe(0);
  });
});

describe('ending the application', () => {
  it('asks while a run is on', async () => {
    const { attempt, happened, state } = setUp({ running: true });
    expect(attempt('appQuits')).toBe(false);
    await setImmediate();
    expect(happened).toEqual(['asked 3 2']);
    expect(state.hasWindow).toBe(true);
  });

  it('ends the studio first', async () => {
    const { attempt, happened } = setUp({ livesWithoutWindow: true });
    attempt('appQuits');
    await setImmediate();
    expect(happened).toEqual(['studio ended', 'window dropped', 'quit']);
  });
});
