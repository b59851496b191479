import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkGrowth } from '../../../../e2e/growth/growth.ts';
import { folderDisk } from './disk.ts';
import { ExportFolder } from './export-folder.ts';
import { nameLineFiles } from './line-files.ts';
import type { LineFolder, ManifestRow } from './line-list.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-plan-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** One of many files that a list gives to the same line. */
const row = (at: number): ManifestRow => ({
  file: `${at}.wav`,
  line: 1,
  number: 1,
  numberInChapter: 1,
  chapter: 1,
  chapterTitle: null,
  roles: [],
  text: '',
  durationSeconds: 1,
  sizeBytes: 1,
  sha256: '',
  take: null,
  audioHash: '',
  renderKey: '',
  format: 'wav',
  treatment: '',
  modifiedMs: 0,
});

describe('planning an export', () => {
  it('takes time in proportion to the list, though all its files are of one line', async () => {
    const folderOf = (count: number): LineFolder => {
      const folder: LineFolder = new ExportFolder(home, folderDisk(home), 0);
      for (let at = 0; at < count; at += 1) folder.own(row(at));
      return folder;
    };
    const plan = (folder: LineFolder) =>
      nameLineFiles(folder, [], new Set(), { template: '{line}', projectName: 'Play', format: 'wav' });
    expect(await checkGrowth(plan, folderOf, 16_384)).toBeNull();
  });
});
