// A project whose database is damaged, given back from its latest backup.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUpInProject } from '../core/project/folder/routine-backups.ts';
import { EXCERPT, StudioWorkshop } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
beforeEach(() => {
  workshop = new StudioWorkshop();
});
afterEach(() => workshop.clear());

it('is opened as it was', async () => {
  const studio = await workshop.openWith(EXCERPT);
  const { path = '', figures } = (await studio.ask('project.current', {})) ?? {};
  expect(await studio.ask('project.close', {})).toBeNull();
  expect(await studio.refusal('project.restoreBackup', {})).toEqual({ kind: 'not-found', what: 'project' });
  const backup = backUpInProject(path, Date.now());
  const file = join(path, 'project.db');
  writeFileSync(file, readFileSync(file).fill(0xff, 4_096));
  const [{ id } = { id: '' }] = await studio.ask('library.recent', {});
  expect(await studio.refusal('project.openRecent', { id })).toMatchObject({
    kind: 'project',
    problem: { kind: 'damaged', backup },
  });
  expect(await studio.ask('project.restoreBackup', {})).toMatchObject({ path, figures });
  expect(await studio.ask('project.current', {})).toMatchObject({ path, figures });
});
