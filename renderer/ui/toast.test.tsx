// @vitest-environment happy-dom
import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endErrors, notify, notifyError } from './toast.tsx';

const titles = () => {
  const { notifications: seen, queue } = notificationsStore.getState();
  return [...seen, ...queue].map(({ title, message }) => title ?? message);
};

beforeEach(() => {
  // Other files' tests may have left some.
  notifications.clean();
  vi.useFakeTimers();
});
afterEach(() => {
  notifications.clean();
  vi.useRealTimers();
});

describe('a notice of an error', () => {
  it('replaces one that says the same', () => {
    notifyError({ kind: 'no-connection' });
    notifyError({ kind: 'not-found', what: 'line' });
    notifyError({ kind: 'no-connection' });
    expect(titles()).toEqual(['Not there any more', 'No service is connected']);
  });

  it('goes when something else is looked at, and leaves what was done', () => {
    notify('Kept.');
    notifyError({ kind: 'no-connection' });
    endErrors();
    expect(titles()).toEqual(['Kept.']);
  });

  it('does not stay for ever under a pointer that rests on it', () => {
    notifyError({ kind: 'no-connection' });
    vi.advanceTimersByTime(9_000);
    expect(titles()).toHaveLength(1);
    vi.advanceTimersByTime(21_000);
    expect(titles()).toEqual([]);
  });

  it('is none where the producer called something off', () => {
    notifyError({ kind: 'cancelled' });
    expect(titles()).toEqual([]);
  });
});

describe('a notice with a name', () => {
  it('replaces the one before of that name alone', () => {
    notify('One.', { id: 'a' });
    notify('Two.', { id: 'b' });
    notify('Three.', { id: 'a' });
    expect(titles()).toEqual(['Two.', 'Three.']);
  });
});
