import { afterEach, describe, expect, it, vi } from 'vitest';
import { beforeLeaving, setRunning, setUnsaved } from './before-leaving.ts';

const notify = vi.hoisted(() => vi.fn());
vi.mock('./toast.tsx', () => ({ notify }));

afterEach(() => {
  setUnsaved(false);
  setRunning(false);
  notify.mockClear();
});

describe('leaving a project', () => {
  it('goes on at once where everything is saved', () => {
    const leave = vi.fn();
    beforeLeaving('open', leave);
    expect(leave).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  });

  it('waits for a second word where edits could not be saved', () => {
    const leave = vi.fn();
    setUnsaved(true);
    beforeLeaving('open', leave);
    expect(leave).not.toHaveBeenCalled();
    const [words, { action }] = notify.mock.calls[0] ?? [];
    expect(words).toContain('couldn’t be saved');
    action.run();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('waits for a second word while a run is on', () => {
    const leave = vi.fn();
    setRunning(true);
    beforeLeaving('open', leave);
    expect(leave).not.toHaveBeenCalled();
    const [words, { action }] = notify.mock.calls[0] ?? [];
    expect(words).toContain('Lines are being rendered.');
    action.run();
    expect(leave).toHaveBeenCalledOnce();
  });
});
