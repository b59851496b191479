import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseRecovery, closingText, exportFinishedText, notifyFinished, runFinishedText } from './notices.ts';

const shown = vi.hoisted(() => ({
  notifications: [] as { emit(event: 'failed'): unknown }[],
  dialogs: [] as (readonly unknown[])[],
  response: 0,
}));

vi.mock('electron', () => ({
  dialog: {
    async showMessageBox(...options: unknown[]) {
      shown.dialogs.push(options);
      return { response: shown.response };
    },
  },
  Notification: class extends EventEmitter {
    static isSupported = () => true;
    show() {
      shown.notifications.push(this);
    }
  },
}));

afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(shown, { notifications: [], dialogs: [], response: 0 });
});

const finished = {
  kind: 'run-finished',
  project: 'Earnest',
  rendered: 1204,
  failed: 0,
  inDoubt: 0,
  lost: 0,
  stopped: null,
  isCancelled: false,
  others: 0,
} as const;

describe('what is said of a run', () => {
  it('at its end', () => {
    expect(runFinishedText(finished)).toEqual({ title: 'Earnest is rendered', body: '1,204 lines rendered.' });
    expect(runFinishedText({ ...finished, rendered: 1, failed: 2, inDoubt: 50 }).body).toBe(
      '1 line rendered, 2 failed, 50 in doubt.',
    );
  });

  it('where it ended before its time', () => {
    expect(runFinishedText({ ...finished, stopped: { kind: 'capped', by: 'money' } })).toEqual({
      title: 'Earnest: run stopped',
      body: '1,204 lines rendered. Sending more would exceed the project’s cost limit.',
    });
    expect(runFinishedText({ ...finished, isCancelled: true }).title).toBe('Earnest: run stopped');
  });

  it('before the window closes', () => {
    const detail = (waiting: number, inFlight: number) => closingText({ running: true, waiting, inFlight }).detail;
    expect(detail(1200, 50)).toContain(
      '50 lines are being rendered and 1,200 lines are waiting to be sent. Lectern can',
    );
    expect(detail(0, 1)).toContain('1 line is being rendered. Lectern can');
    expect(detail(1, 0)).toContain('1 line is waiting to be sent. Lectern can');
    expect(detail(0, 0)).toMatch(/^Lectern can/);
  });
});

describe('what is said of an export', () => {
  const exported = {
    kind: 'export-finished',
    project: 'Earnest',
    outcome: 'done',
    files: 885,
    failed: 0,
    leftOut: 0,
    problem: null,
  } as const;

  it('at its end, and where it stopped', () => {
    expect(exportFinishedText(exported)).toEqual({ title: 'Earnest is exported', body: '885 files.' });
    expect(exportFinishedText({ ...exported, files: 1, failed: 2 })?.body).toBe('1 file, 2 lines failed.');
    expect(exportFinishedText({ ...exported, leftOut: 1 })?.body).toBe('885 files, 1 line left out.');
    expect(
      exportFinishedText({
        ...exported,
        outcome: 'stopped',
        problem: { kind: 'said', sentence: 'The drive is full.' },
      }),
    ).toEqual({
      title: 'Earnest: export stopped',
      body: '885 files. The drive is full.',
    });
  });

  it('nothing, where the producer ended it', () => {
    expect(exportFinishedText({ ...exported, outcome: 'cancelled' })).toBeNull();
    expect(exportFinishedText({ ...exported, outcome: 'closed' })).toBeNull();
  });
});

describe('a notification that Windows doesn’t show', () => {
  function notify(): () => number {
    const flashFrame = vi.fn();
    // The only parts of a window that are used.
    notifyFinished(finished, { isFocused: () => false, flashFrame } as unknown as BrowserWindow, () => {});
    return () => flashFrame.mock.calls.length;
  }

  it('is replaced with a flashing window', () => {
    const flashes = notify();
    expect(flashes()).toBe(0);
    shown.notifications[0]?.emit('failed');
    expect(flashes()).toBe(1);
  });

  it('is expected for the portable application', () => {
    vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'D:\\Lectern.exe');
    expect(notify()()).toBe(1);
  });
});

describe('the question about a page that keeps crashing', () => {
  it('offers to close the project if one is open', async () => {
    expect(await chooseRecovery(null, true)).toBe('close-project');
    shown.response = 1;
    expect(await chooseRecovery(null, true)).toBe('retry');
    expect(await chooseRecovery(null, false)).toBe('quit');
  });

  it('is shown on its own if the window was never shown', async () => {
    await chooseRecovery({ isVisible: () => false } as unknown as BrowserWindow, true);
    expect(shown.dialogs[0]).toHaveLength(1);
  });
});
