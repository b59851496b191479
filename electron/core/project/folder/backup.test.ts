import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp, latestBackup } from './backup.ts';
import { projectPaths } from './project-paths.ts';

let folder: string;
let db: DatabaseSync;
const paths = () => projectPaths(folder);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
  db = new DatabaseSync(join(folder, 'project.db'));
  db.exec('CREATE TABLE lines (id INTEGER PRIMARY KEY)');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

it('keeps the latest five backups', () => {
  for (let day = 0; day < 7; day += 1) backUp(db, paths(), 1, day * 86_400_000);
  const latest = latestBackup(paths());
  expect(latest).toContain('1970-01-07');
  expect(existsSync(String(latest).replace('1970-01-07', '1970-01-03'))).toBe(true);
  expect(existsSync(String(latest).replace('1970-01-07', '1970-01-02'))).toBe(false);
});
