import { afterEach, describe, expect, it, vi } from 'vitest';
import { beforeLeaving, setUnsaved } from './before-leaving.ts';

const { notify, hideNotice } = vi.hoisted(() => ({ notify: vi.fn(), hideNotice: vi.fn() }));
vi.mock('./toast.tsx', () => ({ notify, hideNotice }));

afterEach(() => {
  setUnsaved(false);
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

  it('no longer asks once the edits are saved', () => {
    setUnsaved(true);
    beforeLeaving('open', vi.fn());
    hideNotice.mockClear();
    setUnsaved(false);
    expect(hideNotice).toHaveBeenCalledWith('unsaved');
  });
});
