import { afterEach, describe, expect, it, vi } from 'vitest';
import type { QueueState } from '../../../shared/ipc/queue-requests.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { QueueBench } from './testing/queue-bench.ts';

let bench: QueueBench;
afterEach(() => bench.clear());

/** How often each item follows itself. */
const counted = (items: readonly string[]): [string, number][] => {
  const runs: [string, number][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0] === item) last[1] += 1;
    else runs.push([item, 1]);
  }
  return runs;
};

async function studioWith(books: Readonly<Record<string, number>>, requests?: number) {
  bench = new QueueBench(requests);
  const dirs = Object.entries(books).map(([name, lines]) => [name, bench.write(name, lines)] as const);
  const pathOf = (name: string) => dirs.find(([known]) => known === name)?.[1] ?? '';
  const studio = await bench.start();
  return { ...studio, pathOf, add: (name: string) => studio.queue.add(pathOf(name), name) };
}

const told = ({ entries }: QueueState) =>
  entries.map(({ name, state, rendered, lines }) => `${name} ${state} ${rendered}/${lines}`);

describe('a project that is no longer shown', () => {
  it('continues its run, and shows it again when it is opened', async () => {
    const { projects, queue, pathOf } = await studioWith({ A: 12, B: 1 }, 1);
    await projects.open(pathOf('A'));
    const first = projects.requireSession();
    await first.run.start({});
    queue.note(first);
    await bench.until(() => bench.sent.length === 1);
    await projects.open(pathOf('B'));
    expect([projects.session?.project.info().name, first.run.state]).toEqual(['B', 'running']);
    await bench.until(() => bench.sent.length === 2);
    const summary = await projects.open(pathOf('A'));
    expect([summary.name, projects.session]).toEqual(['A', first]);
    expect(first.feed.snapshot().batches.map(({ lineCount }) => lineCount)).toEqual([5, 5, 2]);
    await projects.open(pathOf('B'));
    await bench.until(() => queue.state().entries[0]?.state === 'done');
    expect(told(queue.state())).toEqual(['A done 12/12']);
    await bench.until(() => projects.sessions.length === 1);
  });
});

describe('the queue', () => {
  it('renders its projects one after another, each as soon as the previous one has been sent', async () => {
    const { queue, projects, add } = await studioWith({ A: 12, B: 6, C: 1 }, 1);
    await add('A');
    await add('B');
    await add('C');
    await bench.until(() => queue.state().entries.every(({ state }) => state === 'done'));
    expect(counted(bench.sent)).toEqual([
      ['A', 3],
      ['B', 2],
      ['C', 1],
    ]);
    expect(told(queue.state())).toEqual(['A done 12/12', 'B done 6/6', 'C done 1/1']);
    await bench.until(() => projects.sessions.length === 0);
  });

  it('lets a project with a higher priority overtake those that are rendering', async () => {
    const { queue, add } = await studioWith({ A: 15, B: 10 }, 1);
    await add('A');
    await bench.until(() => bench.sent.length === 1);
    await add('B');
    const { entries } = await queue.setPriority(queue.state().entries[1]?.id ?? '', 'high');
    expect(entries.map(({ name, priority }) => [name, priority])).toEqual([
      ['B', 'high'],
      ['A', 'normal'],
    ]);
    // The clock stands still while B is opened.
    await vi.waitFor(() => expect(queue.state().entries[0]?.state).toBe('running'), { timeout: 20_000 });
    await bench.until(() => queue.state().entries.every(({ state }) => state === 'done'));
    expect(counted(bench.sent)).toEqual([
      ['A', 1],
      ['B', 2],
      ['A', 2],
    ]);
  });

  it('gives a moved project the priority of its neighbours', async () => {
    const { queue, add } = await studioWith({ A: 1, B: 1, C: 1 });
    await queue.hold();
    for (const name of ['A', 'B', 'C']) await add(name);
    const idOf = (name: string) => queue.state().entries.find((entry) => entry.name === name)?.id ?? '';
    await queue.setPriority(idOf('C'), 'high');
    await queue.move(idOf('A'), 2);
    await queue.move(idOf('B'), 0);
    expect(queue.state().entries.map(({ name, priority }) => [name, priority])).toEqual([
      ['B', 'high'],
      ['C', 'high'],
      ['A', 'normal'],
    ]);
  });

  it('pauses and resumes a project, and renders the next one in the meantime', async () => {
    const { queue, add } = await studioWith({ A: 15, B: 5 }, 1);
    await add('A');
    await add('B');
    await bench.until(() => bench.sent.length === 1);
    const { id } = queue.state().entries[0] ?? { id: '' };
    await queue.pause(id);
    await bench.until(() => queue.state().entries[1]?.state === 'done');
    expect(told(queue.state())).toEqual(['A paused 5/15', 'B done 5/5']);
    await queue.resume(id);
    await bench.until(() => queue.state().entries[0]?.state === 'done');
    expect(counted(bench.sent)).toEqual([
      ['A', 1],
      ['B', 1],
      ['A', 2],
    ]);
  });

  it('stops a project, shows its progress, and can undo that', async () => {
    const { queue, projects, add } = await studioWith({ A: 15 }, 1);
    await add('A');
    await bench.until(() => bench.sent.length === 1);
    const takeBack = await queue.stop(queue.state().entries[0]?.id ?? '');
    await bench.until(() => projects.sessions.length === 0);
    expect(told(queue.state())).toEqual(['A stopped 5/15']);
    expect(queue.state().entries[0]?.stop).toEqual({ kind: 'cancelled' });
    await takeBack();
    await bench.until(() => queue.state().entries[0]?.state === 'done');
    expect(told(queue.state())).toEqual(['A done 15/15']);
  });

  it('skips a project that can’t be opened, and reports why', async () => {
    const { queue, add, pathOf } = await studioWith({ A: 1, B: 1 });
    await queue.hold();
    await queue.add(`${pathOf('A')}.gone`, 'Gone');
    await add('B');
    await queue.continue();
    await bench.until(() => queue.state().entries[1]?.state === 'done');
    expect(queue.state().entries[0]).toMatchObject({
      state: 'stopped',
      stop: { kind: 'error', error: { kind: 'project', problem: { kind: 'not-found' } } },
    });
  });

  it('counts the lines that it leaves out by reason, before and after it renders a project', async () => {
    const { queue, pathOf, add } = await studioWith({ A: 3, B: 1 });
    bench.edit(pathOf('A'), ({ script, cast }) => {
      script.saveScript(parseScript('ANNA: Good morning.\n\nMAX: Hello.\n\nANNA: Bye.', DEFAULT_PROJECT_SETTINGS));
      cast.saveRoles(cast.roles().map((role) => ({ ...role, voice: role.name === 'ANNA' ? 'v' : null })));
    });
    const leftOut = [{ reason: 'no-voice', lines: 1 }];
    expect(await queue.plan(pathOf('A'))).toMatchObject({ lines: 2, leftOut });
    await add('A');
    await add('B');
    await bench.until(() => queue.state().entries.every(({ state }) => state === 'done'));
    expect(told(queue.state())).toEqual(['A done 2/2', 'B done 1/1']);
    expect(queue.state().entries.map((entry) => entry.leftOut)).toEqual([leftOut, []]);
    await add('A');
    await bench.until(() => queue.state().entries.every(({ state }) => state === 'done'));
    expect(told(queue.state())).toEqual(['B done 1/1', 'A done 0/0']);
    expect(queue.state().entries[1]?.leftOut).toEqual(leftOut);
  });

  it('counts the lines beyond the project’s cap among those that it leaves out', async () => {
    const { queue, pathOf, add } = await studioWith({ A: 4 });
    const line = 'Line number 1 of the book A.'.length;
    bench.edit(pathOf('A'), (project) => project.updateSettings({ characterCap: 3 * line }));
    const leftOut = [{ reason: 'over-cap', lines: 1 }];
    expect(await queue.plan(pathOf('A'))).toMatchObject({ lines: 3, leftOut });
    await add('A');
    await bench.until(() => queue.state().entries[0]?.state === 'done');
    expect(queue.state().entries[0]).toMatchObject({ rendered: 3, leftOut });
  });

  it('sends a single line of the project shown before everything else', async () => {
    const { queue, projects, add, pathOf } = await studioWith({ A: 15, B: 5 }, 1);
    await add('A');
    await bench.until(() => bench.sent.length === 1);
    await projects.open(pathOf('B'));
    const { run } = projects.requireSession();
    await run.start({ lineIds: [1] });
    await bench.until(() => bench.sent.length === 3);
    expect(bench.sent).toEqual(['A', 'B', 'A']);
    expect(told(queue.state())[0]).toContain('A running');
  });
});

describe('a budget of the queue', () => {
  it('stops all projects before it is exceeded, and continues when it is raised', async () => {
    const { queue, add } = await studioWith({ A: 10, B: 5 }, 1);
    const line = 'Line number 1 of the book A.'.length;
    await queue.setBudget({ characters: 7 * line, money: null });
    await add('A');
    await add('B');
    await bench.until(() => queue.state().entries[0]?.state === 'stopped' && bench.sent.length === 2);
    await bench.clock.advance(10 * 60_000);
    expect(bench.sent).toEqual(['A', 'A']);
    expect(bench.sentCharacters).toBeLessThanOrEqual(7 * line);
    expect(bench.sentCharacters).toBeGreaterThan(6 * line);
    const { isOverBudget, entries, budget } = queue.state();
    expect([isOverBudget, budget?.spent.characters]).toEqual([true, bench.sentCharacters]);
    expect(entries.map(({ state, stop }) => [state, stop])).toEqual([
      ['stopped', { kind: 'run', stop: { kind: 'capped', by: 'queue' } }],
      ['waiting', null],
    ]);
    await queue.setBudget({ characters: 100 * line, money: null });
    await bench.until(() => queue.state().entries.every(({ state }) => state === 'done'));
    expect(told(queue.state())).toEqual(['A done 10/10', 'B done 5/5']);
    expect(queue.state().budget?.spent.characters).toBe(bench.sentCharacters);
  });

  it('isn’t raised by a batch that was sent before it was set and comes back', async () => {
    const { queue } = await studioWith({ A: 1 });
    const cap = { characters: 100, money: null };
    await queue.setBudget(cap);
    await queue.spend(60, null);
    expect(queue.room(null)).toBe(40);
    await queue.setBudget(null);
    await queue.setBudget(cap);
    await queue.spend(-60, null);
    expect(queue.room(null)).toBe(100);
  });

  it('caps money at the connection’s price', async () => {
    const { queue, add } = await studioWith({ A: 10 });
    bench.price = { perThousand: 1, currency: 'EUR' };
    await queue.setBudget({ characters: null, money: { amount: 0.15, currency: 'EUR' } });
    await add('A');
    await bench.until(() => queue.state().isOverBudget && bench.sent.length > 0);
    await bench.clock.advance(60_000);
    expect(bench.sentCharacters).toBeLessThanOrEqual(150);
    expect(bench.sentCharacters).toBeGreaterThan(120);
  });
});

describe('after a crash', () => {
  it('restores the queue, and continues where it left off when the producer resumes it', async () => {
    const before = await studioWith({ A: 50, B: 5 }, 1);
    await before.queue.setBudget({ characters: 100_000, money: null });
    await before.add('A');
    await before.add('B');
    await bench.until(() => (before.queue.state().entries[0]?.rendered ?? 0) >= 5);
    const { spent } = before.queue.state().budget ?? {};
    await before.crash();
    const sent = bench.sent.length;
    const { queue } = await bench.start();
    expect(queue.state()).toMatchObject({ isHeld: true, budget: { spent } });
    expect(told(queue.state()).map((row) => row.split(' ').slice(0, 2))).toEqual([
      ['A', 'waiting'],
      ['B', 'waiting'],
    ]);
    await bench.clock.advance(5 * 60_000);
    expect(bench.sent).toHaveLength(sent);
    await queue.continue();
    await bench.until(() => queue.state().entries.every(({ state }) => state === 'done'));
    expect(counted(bench.sent)).toEqual([
      ['A', 10],
      ['B', 1],
    ]);
    expect(queue.state().budget?.spent.characters).toBe(bench.sentCharacters);
  });
});
