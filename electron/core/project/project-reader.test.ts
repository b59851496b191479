import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from './project.ts';
import { ProjectReader } from './project-reader.ts';
import { castAll, save, Workshop } from './testing/test-project.ts';

let workshop: Workshop;
let project: Project;
let reader: ProjectReader;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nLANE: Two.\n');
  reader = new ProjectReader(project.dir, { clock: workshop.clock, random: workshop.random });
});
afterEach(() => {
  reader.close();
  workshop.clear();
});

const lines = (read: Project): number => read.lines.counts().lines;

it('reads what was committed last, and remembers the project while nothing is', async () => {
  const first = await reader.read((read) => read);
  expect(await reader.read(lines)).toBe(2);
  expect(await reader.read((read) => read)).toBe(first);
  save(project, 'One.\n\nLANE: Two.\n\nThree.\n');
  expect(await reader.read(lines)).toBe(3);
});

it('has the cast and the settings of today', async () => {
  await reader.read((read) => [read.cast.roles(), read.settings()]);
  castAll(project);
  project.updateSettings({ characterCap: 7 });
  const [roles, settings] = await reader.read((read) => [read.cast.roles(), read.settings()]);
  expect(roles).toEqual(project.cast.roles());
  expect(settings).toMatchObject({ characterCap: 7 });
});

it('sees one state of the project as long as it looks, while the writer goes on', async () => {
  const seen = await reader.read(async (read) => {
    const before = lines(read);
    save(project, 'One.\n');
    await Promise.resolve();
    return [before, lines(read)];
  });
  expect(seen).toEqual([2, 2]);
  expect(await reader.read(lines)).toBe(1);
});

it('can change nothing', async () => {
  await expect(reader.read((read) => read.db.exec('DELETE FROM lines'))).rejects.toThrow();
});
