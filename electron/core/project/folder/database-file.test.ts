import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import { linesToRender } from '../lines/line-briefs.ts';
import type { Project } from '../project.ts';
import { ProjectReader } from '../project-reader.ts';
import { CONNECTION, save, Workshop } from '../testing/test-project.ts';
import { ProjectError } from './project-error.ts';

let workshop: Workshop;
let project: Project;
let elsewhere: string;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'LANE: Yes, sir.\n');
  elsewhere = workshop.path('Elsewhere.lectern');
});
afterEach(() => workshop.clear());

const problemOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof ProjectError ? error.problem : error;
  }
  return null;
};

/** Where Linux says what a file is called now. */
const foundAt = (path: string | null) => (process.platform === 'linux' ? path : null);

const DISTURBANCES: readonly (readonly [string, () => void, () => string | null])[] = [
  ['moved', () => renameSync(project.dir, elsewhere), () => elsewhere],
  ['deleted', () => rmSync(project.dir, { recursive: true }), () => null],
  [
    'replaced by a copy',
    () => {
      cpSync(project.dir, `${elsewhere}.copy`, { recursive: true });
      renameSync(project.dir, elsewhere);
      renameSync(`${elsewhere}.copy`, project.dir);
    },
    () => elsewhere,
  ],
  [
    'replaced by an empty folder',
    () => {
      renameSync(project.dir, elsewhere);
      mkdirSync(project.dir);
    },
    () => elsewhere,
  ],
];

// On Windows an open file can't be moved.
describe.skipIf(process.platform === 'win32')('a project whose folder was', () => {
  describe.each(DISTURBANCES)('%s while it was open', (_, disturb, whereNow) => {
    it('refuses every new change and every take, and makes nothing at the old place', async () => {
      disturb();
      const before = existsSync(project.dir) ? readdirSync(project.dir) : null;
      const problem = { kind: 'moved-while-open', path: project.dir, foundAt: foundAt(whereNow()) };
      expect(problemOf(() => project.rename('Other'))).toEqual(problem);
      expect(problemOf(() => new Journal(project.db).createRun([1], {}, 1))).toEqual(problem);
      expect(problemOf(() => project.db.allocateReserve())).toEqual(problem);
      const put = project.takes.putAudio(Buffer.from('abc'), 'wav');
      expect(await put.catch((error: ProjectError) => error.problem)).toEqual(problem);
      project.close();
      expect(existsSync(project.dir) ? readdirSync(project.dir) : null).toEqual(before);
    });

    it('is not read in place of the file that is open', () => {
      const { identity } = project.file;
      disturb();
      const open = () => new ProjectReader(project.dir, workshop, identity);
      expect(problemOf(open)).toMatchObject({ kind: 'moved-while-open' });
    });
  });

  it('moved keeps what becomes of a batch that was sent before', () => {
    const journal = new Journal(project.db);
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'v' })));
    const lines = linesToRender(project.db).flatMap((line) => project.lines.toRender(line.id) ?? []);
    const runId = journal.createRun([1], {}, 1);
    const jobs = lines.map((line) => ({ ...line, customId: `c${line.lineId}`, attempts: 0 }));
    const { id } = journal.beginBatch(runId, CONNECTION, jobs, 2);
    renameSync(project.dir, elsewhere);
    journal.markAccepted(id, '/batches/1', 3);
    project.close();
    const moved = workshop.open('Elsewhere.lectern');
    expect(new Journal(moved.db).openBatches()).toMatchObject([{ id, selfLink: '/batches/1' }]);
    expect(moved.info().moved).toBe(true);
  });

  it('moved away and put back goes on as if nothing had been', async () => {
    renameSync(project.dir, elsewhere);
    expect(problemOf(() => project.rename('Other'))).not.toBeNull();
    renameSync(elsewhere, project.dir);
    project.rename('Other');
    await project.takes.putAudio(Buffer.from('abc'), 'wav');
    expect(project.info().name).toBe('Other');
  });
});

it('audio is kept although the folder of its hash was removed in between', async () => {
  const { hash } = await project.takes.putAudio(Buffer.from('abc'), 'wav');
  rmSync(join(project.dir, 'takes'), { recursive: true });
  await project.takes.putAudio(Buffer.from('abc'), 'wav');
  expect(existsSync(project.takes.audioPath(hash, 'wav') ?? '')).toBe(true);
});
