// Covers and bins as a stranger may have packed them beside a project.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCover, readCover, writeCover } from './cover.ts';
import { type BinLabel, binIn, deletePermanently, listBins, moveToBin, restoreFromBin } from './library-bin.ts';

const SECRET = 'what its owner alone may read';

let home: string;
let projects: string;
let elsewhere: string;
let folder: string;
const at = (...names: string[]): string => join(projects, ...names);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-library-'));
  projects = join(home, 'projects');
  elsewhere = join(home, 'elsewhere');
  folder = at('Play.lectern');
  mkdirSync(folder, { recursive: true });
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'secret'), SECRET);
});
afterEach(() => {
  expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe(SECRET);
  rmSync(home, { recursive: true, force: true });
});

const labelFor = (from: string): BinLabel => ({
  version: 1,
  name: 'Play',
  from,
  binnedAt: 1,
  openedAt: 1,
  lines: 0,
  fresh: 0,
  projectId: null,
  archived: false,
});

function fillCell(from: string, name = 'Play.lectern'): void {
  mkdirSync(at('.lectern-bin', 'cell', name), { recursive: true });
  writeFileSync(at('.lectern-bin', 'cell', 'binned.json'), JSON.stringify(labelFor(from)));
}

describe('a cover', () => {
  it.runIf(process.platform !== 'win32')('that is a link or a pipe is none, and is replaced', async () => {
    for (const make of [
      () => symlinkSync(join(elsewhere, 'secret'), join(folder, 'cover.png')),
      () => spawnSync('mkfifo', [join(folder, 'cover.png')]),
    ]) {
      make();
      expect(await findCover(folder)).toBeNull();
      expect(await readCover(folder)).toBeNull();
      await writeCover(folder, null);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('that is a second name of a file leaves that file when it is taken away', async () => {
    linkSync(join(elsewhere, 'secret'), join(folder, 'cover.jpg'));
    await writeCover(folder, null);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a bin', () => {
  it('gives a project back beside itself, whatever its label says', async () => {
    fillCell(join(elsewhere, 'Play.lectern'));
    rmSync(folder, { recursive: true });
    const [binned] = await listBins([binIn(projects)]);
    expect(binned?.from).toBe(folder);
    if (binned) expect(await restoreFromBin(binned)).toBe(folder);
    expect(readdirSync(elsewhere)).toEqual(['secret']);
    expect(existsSync(folder)).toBe(true);
  });

  it.each(['/', '/a/..', '..', '.', '/a/binned.json', ''])(
    'leaves out a project that is called as %j is',
    async (from) => {
      fillCell(from);
      expect(await listBins([binIn(projects)])).toEqual([]);
    },
  );

  it('that is a link, or whose parts are, holds nothing, and takes nothing', async () => {
    fillCell(folder);
    const cell = at('.lectern-bin', 'cell');
    rmSync(join(cell, 'Play.lectern'), { recursive: true });
    symlinkSync(elsewhere, join(cell, 'Play.lectern'));
    expect(await listBins([binIn(projects)])).toEqual([]);
    rmSync(at('.lectern-bin'), { recursive: true });
    mkdirSync(join(elsewhere, 'cell', 'Play.lectern'), { recursive: true });
    writeFileSync(join(elsewhere, 'cell', 'binned.json'), JSON.stringify(labelFor(folder)));
    symlinkSync(elsewhere, at('.lectern-bin'));
    expect(await listBins([binIn(projects)])).toEqual([]);
    await expect(moveToBin(labelFor(folder), 'id1')).rejects.toMatchObject({ reason: 'link' });
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(elsewhere).sort()).toEqual(['cell', 'secret']);
  });

  it('deletes for good a project’s own files, and none that its links lead to', async () => {
    fillCell(folder);
    symlinkSync(elsewhere, at('.lectern-bin', 'cell', 'Play.lectern', 'takes'));
    const [binned] = await listBins([binIn(projects)]);
    if (binned) await deletePermanently(binned);
    expect(existsSync(at('.lectern-bin'))).toBe(false);
  });
});
