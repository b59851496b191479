// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProjectSummary } from '../../../shared/ipc/project-requests.ts';
import { installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { noticeTexts, pressInNotice, ShownNotices } from '../testing/shown-notices.tsx';
import { forgetSteps, Outdated, undoLatestStep } from '../undo-history.ts';
import { hideErrors, notify, notifyError } from './toast.tsx';

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
    expect(titles()).toEqual(['No longer available', 'No service is connected']);
  });

  it('goes when something else is looked at, and leaves what was done', () => {
    notify('Kept.');
    notifyError({ kind: 'no-connection' });
    hideErrors();
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

describe('notices on the screen', () => {
  let root: Root;
  let box: HTMLElement;

  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    box = document.body.appendChild(document.createElement('div'));
    root = createRoot(box);
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <ShownNotices />
        </MantineProvider>,
      ),
    );
  });
  afterEach(async () => {
    await act(async () => forgetSteps());
    await act(async () => root.unmount());
    box.remove();
    vi.unstubAllGlobals();
  });

  describe('of something that can be undone', () => {
    let undone: number;

    beforeEach(async () => {
      undone = 0;
      await act(async () => notify('Line 1 rejected.', { undo: { run: () => (undone += 1) } }));
    });

    it('undo it by their button, and go', async () => {
      await pressInNotice('Undo');
      expect(undone).toBe(1);
      expect(noticeTexts()).toEqual([]);
    });

    it('go once it was undone by keys', async () => {
      await act(async () => void (await undoLatestStep()));
      expect(undone).toBe(1);
      expect(noticeTexts()).toEqual([]);
    });

    it('go when its project is closed, and nothing is undone', async () => {
      await act(async () => forgetSteps());
      expect(noticeTexts()).toEqual([]);
      expect(undone).toBe(0);
    });

    it('say why it can’t be undone any more', async () => {
      const run = () => Promise.reject(new Outdated('The text was edited since.'));
      await act(async () => notify('Replaced.', { undo: { run } }));
      const [, button] = document.querySelectorAll<HTMLElement>('[role="alert"] button');
      await act(async () => button?.click());
      expect(noticeTexts().at(-1)).toContain('The text was edited since.');
    });
  });

  it('of a project that is in use offer to open it to read', async () => {
    const bridge = installFakeBridge({ 'project.openToRead': () => ({}) as ProjectSummary });
    await act(async () => notifyError({ kind: 'project', problem: { kind: 'in-use', path: '/b.lectern' } }));
    expect(noticeTexts()).toEqual([expect.stringContaining('or open it here to listen, review and export')]);
    await pressInNotice('Open read-only');
    expect(bridge.calls).toEqual([{ channel: 'project.openToRead', input: {} }]);
    expect(noticeTexts()).toEqual([]);
    bridge.remove();
  });
});
