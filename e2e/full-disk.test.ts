// A disk that becomes full while the service answers: that a batch was accepted is written all the same.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectPaths } from '../electron/core/project/folder/project-paths.ts';
import { RESERVE_BYTES, Reserve } from '../electron/core/project/folder/writing-process.ts';
import { Journal } from '../electron/core/project/journal/journal.ts';
import type { Project } from '../electron/core/project/project.ts';
import { createProject, openProject } from '../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { parseScript } from '../shared/rules/script-text.ts';
import { canMount, type Drive, mountDrive } from './support/drives.ts';
import { temporaryFolder } from './support/processes.ts';

const PORTS = { clock: systemClock, random: systemRandom };
const CONNECTION = { origin: 'https://tts.example', userId: 'anna' };
const WORDS = 'All the words of this line are many, so that writing them down takes some room. '.repeat(10);
const SCRIPT = Array.from({ length: 50 }, (_, at) => `LANE: Line ${at}. ${WORDS}`).join('\n\n');

// A small drive can only be mounted by root on Linux.
describe.skipIf(!canMount)('a disk that becomes full while a batch is with the service', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let drive: Drive;
  let dir: string;
  let project: Project;
  let batchId: number;

  beforeEach(() => {
    folder = temporaryFolder();
    drive = mountDrive(join(folder.path, 'drive'), 16 * 1024 * 1024);
    dir = join(drive.path, 'Book.lectern');
    project = createProject(dir, { name: 'Book', connection: CONNECTION, ...PORTS });
    project.script.saveScript(parseScript(SCRIPT, project.settings()));
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 's3://voices/anna/manifest.json' })));
    const journal = new Journal(project.db);
    const lines = project.lines.states().map(({ id }) => id);
    const jobs = lines.flatMap((id) => {
      const line = project.lines.toRender(id);
      return line ? [{ ...line, customId: `line-${id}`, attempts: 0 }] : [];
    });
    expect(jobs).toHaveLength(50);
    const runId = journal.createRun(lines, {}, 1);
    project.db.allocateReserve();
    batchId = journal.beginBatch(runId, CONNECTION, jobs, 2).id;
    // Until nothing at all can be written.
    drive.fill(0);
    expect(() => fillLog(project)).toThrow('disk-full');
  });
  afterEach(() => {
    project.close();
    drive.remove();
    folder.remove();
  });

  const inFlight = (of: Project) => new Journal(of.db).openBatches().map(({ id, selfLink }) => ({ id, selfLink }));
  const reserve = () => new Reserve(projectPaths(dir).files, projectPaths(dir).reserve);

  it('that it was accepted is written, and found after a crash', () => {
    new Journal(project.db).markAccepted(batchId, '/batches/1', 3);
    expect(inFlight(project)).toEqual([{ id: batchId, selfLink: '/batches/1' }]);
    project.close();
    drive.makeRoom();
    const again = openProject(dir, { mode: 'read', ...PORTS });
    expect(inFlight(again)).toEqual([{ id: batchId, selfLink: '/batches/1' }]);
    again.close();
  });

  it('without room that was kept, it could not be', () => {
    expect(reserve().release()).toBe(true);
    fillRest(drive);
    expect(() => new Journal(project.db).markAccepted(batchId, '/batches/1', 3)).toThrow('disk-full');
    expect(reserve().release()).toBe(false);
  });

  it('nothing more is sent until there is room for what becomes of it', () => {
    new Journal(project.db).markAccepted(batchId, '/batches/1', 3);
    fillRest(drive);
    expect(() => project.db.allocateReserve()).toThrow('disk-full');
    drive.makeRoom();
    project.db.allocateReserve();
    expect(RESERVE_BYTES).toBeGreaterThanOrEqual(1024 * 1024);
    expect(reserve().release()).toBe(true);
  });
});

/** Fills the space that was freed on a full disk, as another program would. */
function fillRest({ path }: Drive): void {
  expect(() => {
    for (;;) appendFileSync(join(path, '.more'), Buffer.alloc(4_096));
  }).toThrow('ENOSPC');
}

/** Writes until the disk lets nothing more be written. */
function fillLog(project: Project): void {
  for (let at = 0; at < 2_000; at++) {
    project.db.durably(() => project.db.exec(`UPDATE project SET name = 'Book ${at} ${'x'.repeat(4_000)}'`));
  }
}
