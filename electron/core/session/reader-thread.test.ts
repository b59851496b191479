import { renameSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project/project.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import { castAll, giveTakes, save, Workshop } from '../project/testing/test-project.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { createQueryContext } from './queries.ts';
import { ReaderThread } from './reader-thread.ts';

let workshop: Workshop;
let project: Project;
let reader: ReaderThread;
let troubles: unknown[];
let clock: FakeClock;
beforeEach(() => {
  workshop = new Workshop();
  troubles = [];
  clock = new FakeClock();
  project = workshop.create();
  save(project, '# Act\n\nOne.\n\nLANE: Two.\n');
  reader = readerOf(project);
});
afterEach(async () => {
  await reader.close();
  workshop.clear();
});

const readerOf = (of: Project): ReaderThread =>
  new ReaderThread({
    context: createQueryContext(of, new ReviewStore(of.db)),
    clock,
    onError: (error) => troubles.push(error),
  });

const countLines = async (): Promise<number> =>
  (await reader.query('chapters', null)).reduce((sum, { lines }) => sum + lines, 0);

/** Whether the thread is asked: the studio itself answers without waiting for anything. */
async function isAskedAside(): Promise<boolean> {
  let isFound = false;
  const asked = countLines().then(() => {
    isFound = true;
  });
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  const isAside = !isFound;
  await asked;
  return isAside;
}

describe('questions about a project', () => {
  it('are those that the studio would find itself, as they are after the latest save', async () => {
    for (const text of ['# Act\n\nOne.\n\nLANE: Two.\n', '# Act\n\nLANE: Two.\n\n# Act Two\n\nCECILY: Three.\n']) {
      save(project, text);
      expect(await reader.query('chapters', null)).toEqual(project.script.chapterProgress());
      expect(await reader.query('cast', null)).toEqual(project.cast.summaries());
      const filter = { sort: 'role' } as const;
      expect(await reader.query('reviewList', { filter, only: null })).toEqual(
        await reader.queryHere('reviewList', { filter, only: null }),
      );
      expect(await reader.query('toSend', { scope: {}, price: null })).toEqual(
        await reader.queryHere('toSend', { scope: {}, price: null }),
      );
    }
    expect(troubles).toEqual([]);
  });

  it('agree on how many lines a run would send: the chapters’ sum is what the plan says', async () => {
    const toSend = async () =>
      (await reader.query('toSend', { scope: { replaceApproved: true }, price: null })).lineIds.length;
    const toRender = async () =>
      (await reader.query('chapters', null)).reduce((sum, chapter) => sum + chapter.toRender, 0);
    castAll(project);
    expect([await toRender(), await toSend()]).toEqual([3, 3]);
    giveTakes(project);
    const [line] = project.lines.states({ states: ['fresh'], role: 'LANE' });
    project.decisions.setVerdict(line?.pick?.takeId ?? 0, 'approved');
    save(project, '# Act\n\nOne, and more.\n\nLANE: Two, and more.\n\nThree.\n\nA: 1.\nB: 2.\nC: 3.\n');
    castAll(project);
    // The stale line, the new one, and the one whose approved take is stale: not what can't be rendered.
    expect([await toRender(), await toSend()]).toEqual([3, 3]);
  });

  it('are found while the studio does something else', async () => {
    const order: string[] = [];
    const asked = countLines().then(() => order.push('counted'));
    await Promise.resolve().then(() => save(project, '# Act\n\nOne, and more.\n'));
    order.push('saved');
    await asked;
    expect(order).toEqual(['saved', 'counted']);
    expect(troubles).toEqual([]);
  });

  it('are found by the studio where its thread can’t read the file, which is tried three times', async () => {
    renameSync(project.dir, workshop.path('Elsewhere.lectern'));
    for (let asked = 0; asked < 5; asked += 1) expect(await countLines()).toBe(3);
    expect(troubles).toHaveLength(3);
    renameSync(workshop.path('Elsewhere.lectern'), project.dir);
  });

  it('are found by the thread again after a while, where it could not read the file for a time', async () => {
    const away = workshop.path('Elsewhere.lectern');
    renameSync(project.dir, away);
    for (let asked = 0; asked < 5; asked += 1) await countLines();
    await clock.advance(60_000);
    await countLines();
    // It was tried once, and is left alone again.
    await countLines();
    expect(troubles).toHaveLength(4);
    renameSync(away, project.dir);
    await clock.advance(60_000);
    for (let asked = 0; asked < 3; asked += 1) expect(await countLines()).toBe(3);
    expect(troubles).toHaveLength(4);
    expect(await isAskedAside()).toBe(true);
  });

  it('are found by the thread whatever questions failed: an error of a question is its own', async () => {
    // A defect of ours, as any question may have one.
    const malformed = () => reader.query('find', null as never);
    for (let asked = 0; asked < 5; asked += 1) await expect(malformed()).rejects.toThrow(TypeError);
    expect(troubles).toHaveLength(5);
    expect(await countLines()).toBe(3);
    expect(await isAskedAside()).toBe(true);
    expect(troubles).toHaveLength(5);
  });

  it('are found by the studio where a file is only read', async () => {
    project.close();
    reader = readerOf(workshop.open('Play.lectern', 'read'));
    let isFound = false;
    const asked = countLines().then(() => {
      isFound = true;
    });
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    expect(isFound).toBe(true);
    await asked;
  });

  it('are found before the project is closed, where they were asked for, and refused from then on', async () => {
    const asked = countLines();
    await reader.close();
    expect(await asked).toBe(3);
    await expect(countLines()).rejects.toMatchObject({ error: { kind: 'no-project' } });
    expect(troubles).toEqual([]);
  });
});
