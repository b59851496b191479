import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderProblem } from './folder-problem.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('folderProblem', () => {
  it('finds nothing where a folder can be written, or made, however deep', () => {
    expect(folderProblem(folder)).toBeNull();
    expect(folderProblem(join(folder, 'a', 'b', 'c'))).toBeNull();
  });

  it('names the file that stands where the folder should be, or above it', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(folderProblem(file)).toMatchObject({ kind: 'no-folder', path: file });
    expect(folderProblem(join(file, 'sub'))).toMatchObject({ kind: 'no-folder', path: file });
  });

  it('finds a link that leads nowhere, and a name that no drive takes', () => {
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'nowhere'), link);
    expect(folderProblem(link)).toMatchObject({ kind: 'no-folder', path: link });
    expect(folderProblem(join(folder, 'x'.repeat(300)))).toMatchObject({ kind: 'unusable', code: 'ENAMETOOLONG' });
  });

  it.runIf(existsSync('/proc/self'))('finds a place where the system keeps no files', () => {
    expect(folderProblem('/proc')).toMatchObject({ kind: 'no-storage', path: '/proc' });
    expect(folderProblem('/proc/self/audio')).toMatchObject({
      kind: 'no-storage',
      path: expect.stringMatching(/^\/proc/),
    });
  });
});
