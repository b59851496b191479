import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { temporaryDataFolder } from '../testing/data-folder.ts';
import { RecentProjects } from './recent-projects.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
let clock: FakeClock;
beforeEach(() => {
  folder = temporaryDataFolder();
  clock = new FakeClock();
});
afterEach(() => folder.remove());

const open = () => RecentProjects.open(join(folder.path, 'data'), clock);

function project(name: string): { path: string; name: string; lines: number; fresh: number } {
  const path = join(folder.path, `${name}.lectern`);
  mkdirSync(path);
  writeFileSync(join(path, 'project.db'), '');
  return { path, name, lines: 10, fresh: 0 };
}

const names = async (recent: RecentProjects): Promise<string[]> => (await recent.list()).map(({ name }) => name);

it('come with the last one first, each once, also after a restart', async () => {
  const [one, two] = [project('One'), project('Two')];
  const recent = await open();
  for (const opened of [one, two, one]) {
    await clock.advance(1000);
    await recent.recordOpened(opened);
  }
  expect(await names(recent)).toEqual(['One', 'Two']);
  const again = await open();
  expect(await again.list()).toEqual(await recent.list());
  expect((await again.list())[0]).toMatchObject({ openedAt: clock.now(), lines: 10, fresh: 0, missing: false });
});

it('keep their figures as they progress, in their place', async () => {
  const [one, two] = [project('One'), project('Two')];
  const recent = await open();
  await recent.recordOpened(one);
  await recent.recordOpened(two);
  await recent.recordProgress({ ...one, name: 'One, again', lines: 12, fresh: 9 });
  expect((await recent.list()).map(({ name, lines, fresh }) => [name, lines, fresh])).toEqual([
    ['Two', 10, 0],
    ['One, again', 12, 9],
  ]);
  await recent.recordProgress(project('Three'));
  expect(await names(recent)).toEqual(['Two', 'One, again']);
});

it('say which are missing, and stay until they are forgotten', async () => {
  const [one, two] = [project('One'), project('Two')];
  const recent = await open();
  await recent.recordOpened(one);
  await recent.recordOpened(two);
  rmSync(one.path, { recursive: true });
  const [, gone] = await recent.list();
  expect([gone?.name, gone?.missing]).toEqual(['One', true]);
  expect(recent.pathOf(gone?.id ?? '')).toMatch(/One\.lectern$/);
  await recent.forget(gone?.id ?? '');
  expect(await names(recent)).toEqual(['Two']);
  expect(recent.pathOf(gone?.id ?? '')).toBeNull();
});

it('are one project, whatever way leads to it', async () => {
  const one = project('One');
  const recent = await open();
  await recent.recordOpened(one);
  symlinkSync(one.path, join(folder.path, 'link'));
  await recent.recordOpened({ ...one, path: join(folder.path, 'link') });
  await recent.recordOpened({ ...one, path: join(folder.path, 'x', '..', 'One.lectern') });
  expect(await recent.list()).toHaveLength(1);
});

it('are a hundred at most', async () => {
  const recent = await open();
  for (let number = 0; number < 105; number += 1) {
    await recent.recordOpened({ path: join(folder.path, `${number}`), name: `${number}`, lines: 0, fresh: 0 });
  }
  const found = await names(recent);
  expect([found.length, found[0], found.at(-1)]).toEqual([100, '104', '5']);
});
