import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { save, Workshop } from '../testing/test-project.ts';
import { latestBackup } from './backup.ts';
import { projectPaths } from './project-paths.ts';
import { restoreBackup } from './restore-backup.ts';
import { backUpInProject, isBackupDue } from './routine-backups.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 10, 21);

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# Act\n\nOne.\n');
});
afterEach(() => workshop.clear());

const backups = () => readdirSync(join(project.dir, 'backups'));
/** Overwrites the beginning of every page but the first. */
function damage(): void {
  const path = join(project.dir, 'project.db');
  const bytes = readFileSync(path);
  for (let at = 4_096; at < bytes.length; at += 4_096) bytes.fill(0xff, at, at + 64);
  writeFileSync(path, bytes);
}
const damageFound = () => {
  try {
    workshop.open();
    return null;
  } catch (error) {
    return error;
  }
};

describe('a backup a day', () => {
  it('is due where there is none, or the latest is a day old', () => {
    expect(isBackupDue(project.dir, NOW)).toBe(true);
    backUpInProject(project.dir, NOW);
    expect(isBackupDue(project.dir, NOW + DAY_MS - 1)).toBe(false);
    expect(isBackupDue(project.dir, NOW + DAY_MS)).toBe(true);
    // Made under a clock that was wrong.
    expect(isBackupDue(project.dir, NOW - 1)).toBe(true);
  });

  it('holds what was committed, the log included, while the project stays open to write', () => {
    const path = backUpInProject(project.dir, NOW) ?? '';
    save(project, '# Act\n\nOne, and more.\n');
    expect(latestBackup(projectPaths(project.dir))).toBe(path);
    project.close();
    damage();
    restoreBackup(project.dir, NOW);
    expect(workshop.open().script.text()).toBe('# Act\n\nOne.\n');
  });

  it('is not made where the drive lacks room for three such files', () => {
    const bytes = ['project.db', 'project.db-wal'].reduce(
      (sum, name) => sum + statSync(join(project.dir, name)).size,
      0,
    );
    expect(backUpInProject(project.dir, NOW, () => 3 * bytes - 1)).toBeNull();
    expect(existsSync(join(project.dir, 'backups'))).toBe(false);
    expect(backUpInProject(project.dir, NOW, () => 3 * bytes)).not.toBeNull();
  });

  it('is one of the latest five; what a killed process left half made goes', () => {
    mkdirSync(join(project.dir, 'backups'));
    writeFileSync(join(project.dir, 'backups', 'half.db.partial'), 'x');
    for (let day = 0; day < 7; day += 1) backUpInProject(project.dir, NOW + day * DAY_MS);
    expect(backups()).toHaveLength(5);
    expect(backups().every((name) => name.endsWith('.db'))).toBe(true);
  });
});

describe('restoring a backup', () => {
  beforeEach(() => {
    backUpInProject(project.dir, NOW);
    save(project, '# Act\n\nLost.\n');
    project.close();
    damage();
  });

  it('is offered by the error of a damaged project, and brings it back as it was', () => {
    const backup = latestBackup(projectPaths(project.dir));
    expect(damageFound()).toMatchObject({ problem: { kind: 'damaged', backup } });
    const damaged = readFileSync(join(project.dir, 'project.db'));
    expect(restoreBackup(project.dir, NOW)).toBe(backup);
    const aside = readdirSync(project.dir).find((name) => name.startsWith('project-damaged-')) ?? '';
    expect(readFileSync(join(project.dir, aside))).toEqual(damaged);
    expect(workshop.open().script.text()).toBe('# Act\n\nOne.\n');
  });

  it('takes an older one where the latest is damaged too', () => {
    const older = latestBackup(projectPaths(project.dir));
    writeFileSync(join(project.dir, 'backups', '2030-01-01T00-00-00-000Z-format-2.db'), 'no database');
    expect(restoreBackup(project.dir, NOW)).toBe(older);
  });

  it('changes nothing where none can be read', () => {
    for (const name of backups()) truncateSync(join(project.dir, 'backups', name), 100);
    const before = readFileSync(join(project.dir, 'project.db'));
    expect(() => restoreBackup(project.dir, NOW)).toThrow(expect.objectContaining({ name: 'ProjectError' }));
    expect(readFileSync(join(project.dir, 'project.db'))).toEqual(before);
    expect(readdirSync(project.dir).some((name) => /restoring|damaged/.test(name))).toBe(false);
  });
});
