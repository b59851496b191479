import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Attachments } from './internal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function attached(): { attachments: Attachments; onUnused: ReturnType<typeof vi.fn> } {
  const onUnused = vi.fn();
  return { attachments: new Attachments({ graceMs: 2000, firstMs: 15_000, onUnused }), onUnused };
}

test('a service that no client ever attaches to is deserted', () => {
  const { onUnused } = attached();
  vi.advanceTimersByTime(14_999);
  expect(onUnused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onUnused).toHaveBeenCalledOnce();
});

test('it stays as long as one of several holds on, and a while longer', () => {
  const { attachments, onUnused } = attached();
  const [one, two] = [attachments.attach(), attachments.attach()];
  vi.advanceTimersByTime(100_000);
  one();
  one();
  vi.advanceTimersByTime(100_000);
  two();
  vi.advanceTimersByTime(1999);
  const three = attachments.attach();
  vi.advanceTimersByTime(100_000);
  expect(onUnused).not.toHaveBeenCalled();
  three();
  vi.advanceTimersByTime(2000);
  expect(onUnused).toHaveBeenCalledOnce();
});

test('a service that is for itself is never deserted', () => {
  const attachments = new Attachments();
  attachments.attach()();
  expect(vi.getTimerCount()).toBe(0);
});
