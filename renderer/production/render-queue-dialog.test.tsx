// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { QueueEntry, QueueState } from '../../shared/ipc/queue-requests.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { RenderQueueDialog } from './render-queue-dialog.tsx';

const entry = (name: string, change: Partial<QueueEntry> = {}): QueueEntry => ({
  id: name,
  name,
  isShown: false,
  priority: 'normal',
  state: 'waiting',
  lines: 0,
  rendered: 0,
  failed: 0,
  inDoubt: 0,
  unsent: 0,
  leftOut: [],
  stop: null,
  ...change,
});

const EMMA = entry('Emma', { state: 'running', lines: 133, rendered: 25, unsent: 50 });
const PERSUASION = entry('Persuasion');

let dialog: Rendered;
afterEach(() => dialog.remove());

const show = async (change: Partial<QueueState>): Promise<void> => {
  const queue: QueueState = {
    entries: [EMMA, PERSUASION],
    isHeld: false,
    budget: null,
    isOverBudget: false,
    ...change,
  };
  const reply = () => queue;
  dialog = await render(<RenderQueueDialog />, {
    'queue.state': reply,
    'queue.move': reply,
    'queue.pause': reply,
    'queue.continue': reply,
    'queue.setBudget': reply,
    'queue.resume': reply,
    'queue.stop': () => ({ ...queue, step: 'step-1' }),
    'connection.status': () => ({
      id: 'c',
      name: 'Studio',
      kind: 'account',
      plan: null,
      state: 'ready',
      failure: null,
    }),
    'connection.list': () => [],
  });
};

describe('the render queue', () => {
  it('shows each project’s progress, and why one has stopped', async () => {
    const stopped = entry('Emma', {
      state: 'stopped',
      lines: 133,
      rendered: 25,
      stop: { kind: 'run', stop: { kind: 'capped', by: 'queue' } },
    });
    await show({ entries: [stopped, PERSUASION], isOverBudget: true });
    const rows = dialog.all('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Stopped · 25 of 133');
    expect(rows[0]).toContain('Sending more would exceed the budget of the render queue.');
    expect(rows[1]).toContain('Waiting');
    expect(dialog.get('status', /./).textContent).toContain('reached its budget');
  });

  it('names the lines that a finished project has left out, by reason', async () => {
    const leftOut: QueueEntry['leftOut'] = [
      { reason: 'no-voice', lines: 2 },
      { reason: 'too-long', lines: 1 },
    ];
    const none = entry('Persuasion', { state: 'done', leftOut });
    await show({ entries: [entry('Emma', { state: 'done', lines: 130, rendered: 130, leftOut }), none] });
    const rows = dialog.all('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Finished · 130 of 130 · 3 left out');
    expect(rows[0]).toContain('Left out: 2 lines without a voice, 1 line that’s too long to send.');
    expect(rows[1]).toContain('Nothing to render · 3 left out');
  });

  it('moves a project with the keyboard', async () => {
    await show({});
    const key = (name: string) => new KeyboardEvent('keydown', { key: name, altKey: true, bubbles: true });
    await dialog.act(() => dialog.get('button', 'Persuasion').dispatchEvent(key('ArrowUp')));
    await dialog.act(() => dialog.get('button', 'Persuasion').dispatchEvent(key('ArrowDown')));
    expect(dialog.requests('queue.move')).toEqual([{ id: 'Persuasion', to: 0 }]);
  });

  it('pauses a project, and resumes a paused queue', async () => {
    await show({ isHeld: true });
    await dialog.act(() => dialog.get('button', 'Pause “Emma”').click());
    await dialog.act(() => dialog.get('button', 'Resume queue').click());
    expect([dialog.requests('queue.pause'), dialog.requests('queue.continue')]).toEqual([[{ id: 'Emma' }], [{}]]);
  });

  it('asks to accept a price that needs confirmation', async () => {
    const stop = { kind: 'error', error: { kind: 'invalid', field: 'price', reason: 'unconfirmed' } } as const;
    await show({ entries: [entry('Emma', { state: 'stopped', stop })] });
    await dialog.act(() => dialog.get('button', 'Accept price').click());
    expect(dialog.requests('queue.resume')).toEqual([{ id: 'Emma', confirmed: true }]);
  });
});
