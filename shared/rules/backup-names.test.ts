import { expect, it } from 'vitest';
import { backupName, parseBackupTime } from './backup-names.ts';

it('a backup’s name says when it was made, and later ones sort after earlier ones', () => {
  const at = Date.UTC(2026, 10, 21, 2, 23, 56, 7);
  expect(backupName(at, 2)).toBe('2026-11-21T02-23-56-007Z-format-2.db');
  expect(parseBackupTime(`/a/backups/${backupName(at, 2)}`)).toBe(at);
  expect(backupName(at + 1_000, 1) > backupName(at, 2)).toBe(true);
});

it.each(['project.db', '2026-13-41T02-23-56-007Z-format-2.db', '2026-11-21T02-23-56-007Z-format-2.db.partial', ''])(
  '“%s” is no backup’s name',
  (name) => {
    expect(parseBackupTime(name)).toBeNull();
  },
);
