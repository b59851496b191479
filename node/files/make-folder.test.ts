import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, makeFolderSync, PRIVATE_MODE } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-make-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hasProc = existsSync('/proc/self');

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (...args: Parameters<typeof makeFolderSync>) => makeFolderSync(...args)],
])('%s', (_, make) => {
  it('makes what is missing, and names the topmost folder that it made', async () => {
    expect(await make(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'));
    expect(await make(join(folder, 'a', 'b', 'd'))).toBe(join(folder, 'a', 'b', 'd'));
    expect(await make(join(folder, 'a', 'b'))).toBeUndefined();
  });

  it('makes folders for their owner alone where that is asked for', async () => {
    await make(join(folder, 'own'), PRIVATE_MODE);
    expect(statSync(join(folder, 'own')).mode & 0o777).toBe(0o700);
  });

  it('fails where a file stands there, or above', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(make(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(folder, 'file', 'sub'))).rejects.toMatchObject({
      code: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
  });

  it.runIf(hasProc)('fails where the system makes no folders, instead of trying for ever', async () => {
    await expect(make('/proc/lectern/audio')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
