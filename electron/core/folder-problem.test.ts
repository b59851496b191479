import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeFolderProblem, folderProblem } from './folder-problem.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sentence = (path: string): string => {
  const problem = folderProblem(path);
  return problem ? describeFolderProblem(problem, path) : '';
};

describe('folderProblem', () => {
  it('finds nothing where a folder can be written, or made, however deep', () => {
    expect(folderProblem(folder)).toBeNull();
    expect(folderProblem(join(folder, 'a', 'b', 'c'))).toBeNull();
  });

  it('names the file that stands where the folder should be, or above it', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(sentence(file)).toBe('is no folder');
    expect(sentence(join(file, 'sub'))).toBe(`can’t be made: ${file} is no folder`);
  });

  it('finds a link that leads nowhere, and a name that no drive takes', () => {
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'nowhere'), link);
    expect(sentence(link)).toBe('is no folder');
    expect(sentence(join(folder, 'x'.repeat(300)))).toBe('can’t be used (ENAMETOOLONG)');
  });

  it.runIf(existsSync('/proc/self'))('finds a place where the system keeps no files', () => {
    expect(sentence('/proc')).toBe('is no place where the system keeps files');
    expect(sentence('/proc/self/audio')).toMatch(/^can’t be made: the system keeps no files in \/proc/);
  });
});
