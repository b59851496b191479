import { describe, expect, it } from 'vitest';
import { EVENT_CHANNEL } from '../../shared/ipc/contract.ts';
import { createBroadcast } from './dispatch.ts';

const PROGRESS = {
  kind: 'lines',
  step: 'writing',
  done: 1,
  total: 4,
  file: 'a.wav',
  chaptersDone: 0,
  chapters: 0,
  share: 0.25,
  secondsLeft: null,
} as const;

function setUp(isDestroyed = false) {
  const sent: unknown[][] = [];
  const defects: string[] = [];
  const target = { isDestroyed: () => isDestroyed, send: (...values: unknown[]) => void sent.push(values) };
  return {
    sent,
    defects,
    target,
    broadcast: createBroadcast(
      () => target,
      (name) => void defects.push(name),
    ),
  };
}

describe('an event', () => {
  it('is pushed to the page, as its schema has it', () => {
    const { broadcast, sent } = setUp();
    broadcast.emit('command', { id: 'palette.open' });
    expect(broadcast.relay('export-progress', { ...PROGRESS, path: '/home/x' })).toEqual(PROGRESS);
    expect(sent).toEqual([
      [EVENT_CHANNEL, 'command', { id: 'palette.open' }],
      [EVENT_CHANNEL, 'export-progress', PROGRESS],
    ]);
  });

  it('of no known name or form goes nowhere, and is noted', () => {
    const { broadcast, sent, defects } = setUp();
    expect(broadcast.relay('export-progress', { done: 'one' })).toBeNull();
    expect(broadcast.relay('toString', {})).toBeNull();
    expect(sent).toEqual([]);
    expect(defects).toEqual(['export-progress', 'toString']);
  });

  it('is lost where there is no window', () => {
    const { broadcast, sent } = setUp(true);
    broadcast.emit('command', { id: 'palette.open' });
    createBroadcast(
      () => null,
      () => {},
    ).emit('command', { id: 'palette.open' });
    expect(sent).toEqual([]);
  });
});
