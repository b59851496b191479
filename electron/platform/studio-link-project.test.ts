import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { EventName, EventOf } from '../../shared/ipc/events.ts';
import type { StudioNotice } from '../../shared/ipc/studio-protocol.ts';
import { createBroadcast } from '../ipc/dispatch.ts';
import { StudioLink } from './studio-link.ts';
import { createStudioDoubles } from './testing/studio-double.ts';

const project = {
  id: 'p1',
  name: 'Earnest',
  path: '/projects/earnest',
  connection: { origin: 'local', userId: 'u' },
  moved: false,
  readOnly: false,
  readOnlyBecause: null,
  firstChapterId: null,
  figures: { lines: 1, counts: {}, toRender: 0 },
  settings: {},
  notices: [],
};

function setUp() {
  const doubles = createStudioDoubles();
  const sent: unknown[][] = [];
  const running: boolean[] = [];
  const told: number[] = [];
  const page = { isDestroyed: () => false, send: (_: string, ...values: unknown[]) => void sent.push(values) };
  const broadcast = createBroadcast(
    () => page,
    (name, error) => {
      throw new Error(`${name}: ${error}`);
    },
  );
  const keeper = new StudioLink({
    ...doubles.parts,
    // The forms of events have tests of their own.
    broadcast: {
      ...broadcast,
      relay(name, payload) {
        broadcast.emit(name as EventName, payload as EventOf<EventName>);
        return payload;
      },
    },
    onNotice: () => {},
    onProject: () => void told.push(sent.length),
    onRunning: (isRunning) => void running.push(isRunning),
  });
  keeper.start();
  doubles.latest().say({ type: 'ready' });
  const event = (name: string, payload: unknown) => doubles.latest().say({ type: 'event', name, payload });
  const notice = (told: StudioNotice) => doubles.latest().say({ type: 'notice', notice: told });
  const restart = () => {
    doubles.latest().die(1);
    doubles.passWait();
    doubles.latest().say({ type: 'ready' });
  };
  return { ...doubles, keeper, sent, running, told, event, notice, restart };
}

it('opens the project again before it says that the studio was started again', async () => {
  const { event, restart, latest, sent } = setUp();
  event('project-changed', { project });
  restart();
  const opening = latest().received.at(-1);
  expect(opening).toMatchObject({ type: 'internal', name: 'openProject', input: { path: '/projects/earnest' } });
  expect(sent).toEqual([['project-changed', { project }]]);
  latest().say({ type: 'reply', id: 1, envelope: { ok: false, error: { kind: 'no-project' } } });
  await setImmediate();
  expect(sent.at(-1)).toEqual(['studio-restarted', {}]);
});

it('opens none where none was open, and not the one that it died of twice', async () => {
  const { event, restart, latest, sent } = setUp();
  event('project-changed', { project });
  event('project-changed', { project: null });
  restart();
  expect(latest().received.map(({ type }) => type)).toEqual(['init']);
  event('project-changed', { project });
  restart();
  restart();
  await setImmediate();
  expect(latest().received.map(({ type }) => type)).toEqual(['init']);
  expect(sent.filter(([name]) => name === 'studio-restarted')).toHaveLength(3);
});

it('knows whether lines are on their way, and which connection is in use', () => {
  const { event, notice, running, restart, keeper } = setUp();
  for (const runs of [1, 2, 0]) notice({ kind: 'progress', runs, fraction: null });
  notice({ kind: 'progress', fraction: 0.5 });
  expect(running).toEqual([true, true, false]);
  restart();
  expect(running.at(-1)).toBe(false);
  expect(keeper.connectionId()).toBeNull();
  event('connection-changed', { status: { id: 'c1' } });
  expect(keeper.connectionId()).toBe('c1');
});

it('tells of a project when the window has been told of it', () => {
  const { event, told, sent, keeper } = setUp();
  expect(keeper.hasProject()).toBe(false);
  event('run-changed', { run: { state: 'paused' }, batches: [], replaceAll: false });
  expect(told).toEqual([]);
  event('project-changed', { project });
  expect(told).toEqual([sent.length]);
  expect(keeper.hasProject()).toBe(true);
});
