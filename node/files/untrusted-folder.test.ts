import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HoldMethod } from './held-folder.ts';
import { UntrustedFolder } from './untrusted-folder.ts';

let home: string;
let folder: string;
let outside: string;
let files: UntrustedFolder;
const at = (...names: string[]): string => join(folder, ...names);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-untrusted-'));
  folder = join(home, 'folder');
  outside = join(home, 'outside');
  mkdirSync(folder);
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), 'secret');
  files = new UntrustedFolder(folder);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Work = (files: UntrustedFolder, path: string) => unknown;
const EVERYTHING: readonly [name: string, work: Work][] = [
  ['look', (in_, path) => in_.stat(path)],
  ['lookSync', (in_, path) => in_.statSync(path)],
  ['list', (in_, path) => in_.list(path)],
  ['listSync', (in_, path) => in_.listSync(path)],
  ['read', (in_, path) => in_.read(path, 100)],
  ['readSync', (in_, path) => in_.readSync(path, 100)],
  ['writeNew', (in_, path) => in_.writeNew(path, 'new')],
  ['writeNewSync', (in_, path) => in_.writeNewSync(path, 'new')],
  ['replace', (in_, path) => in_.replace(path, 'new')],
  ['replaceSync', (in_, path) => in_.replaceSync(path, 'new')],
  ['sweepReplacementsSync', (in_, path) => in_.removeStaleReplacementsSync(path)],
  ['append', (in_, path) => in_.append(path, 'more')],
  ['makeFolder', (in_, path) => in_.makeFolder(path)],
  ['makeFolderSync', (in_, path) => in_.makeFolderSync(path)],
  ['move from', (in_, path) => in_.move(path, at('moved'))],
  ['move to', (in_, path) => in_.move(at('own'), path)],
  ['addName from', (in_, path) => in_.linkOrMove(path, at('moved'))],
  ['addName to', (in_, path) => in_.linkOrMove(at('own'), path)],
  ['remove', (in_, path) => in_.remove(path)],
  ['removeSync', (in_, path) => in_.removeSync(path)],
  ['removeEmptyFolder', (in_, path) => in_.removeEmptyFolder(path)],
];

/** How folders are held while they are used: on Linux, and elsewhere. */
const HOLDINGS: readonly HoldMethod[] = process.platform === 'linux' ? ['descriptor', 'comparison'] : ['comparison'];
const eachWay = EVERYTHING.flatMap(([name, work]) => HOLDINGS.map((how) => [name, how, work] as const));

describe.each(eachWay)('%s, by %s', (name, how, work) => {
  beforeEach(() => {
    files = new UntrustedFolder(folder, link, how);
  });
  const attempt = async (path: string) => work(files, path);

  /** Puts something else in the place of the folder, which goes on existing under another name. */
  const exchange = (put: () => void): void => {
    renameSync(folder, join(home, 'moved-away'));
    put();
  };

  it('goes to no folder that took the place of the one it began in, nor through a link to one', async () => {
    writeFileSync(at('own'), '');
    await files.stat(folder);
    for (const put of [() => symlinkSync(outside, folder), () => mkdirSync(folder)]) {
      exchange(put);
      const path = name === 'list' || name === 'listSync' || name === 'sweepReplacementsSync' ? folder : at('file');
      await expect(attempt(path)).rejects.toMatchObject({ reason: 'replaced', path: folder });
      expect(readdirSync(folder)).toEqual(put.toString().includes('symlink') ? ['file'] : []);
      rmSync(folder, { recursive: true });
      renameSync(join(home, 'moved-away'), folder);
    }
    expect(readdirSync(folder)).toEqual(['own']);
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
  });

  it('goes to no path outside', async () => {
    writeFileSync(at('own'), '');
    for (const path of [join(outside, 'file'), at('..', 'outside', 'file'), `${folder}/../outside/file`, at('a\0b')]) {
      await expect(attempt(path)).rejects.toMatchObject({ reason: 'outside' });
    }
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
  });

  it('goes through no folder that is a link, however deep', async () => {
    writeFileSync(at('own'), '');
    symlinkSync(outside, at('link'));
    mkdirSync(at('a'));
    symlinkSync(outside, at('a', 'link'));
    for (const path of [at('link', 'file'), at('link', 'new'), at('a', 'link', 'file')]) {
      await expect(attempt(path)).rejects.toMatchObject({ reason: 'link' });
    }
    expect(readdirSync(outside)).toEqual(['file']);
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
  });
});

describe.runIf(process.platform !== 'win32')('a file that is none', () => {
  const reading: readonly [string, Work][] = EVERYTHING.filter(([name]) => /^(read|append|addName from)/.test(name));

  it.each(reading)('is not used by %s: a link, a pipe, a folder', async (_, work) => {
    symlinkSync(join(outside, 'file'), at('link'));
    spawnSync('mkfifo', [at('pipe')]);
    mkdirSync(at('sub'));
    const attempt = async (path: string) => work(files, path);
    await expect(attempt(at('link'))).rejects.toMatchObject({ reason: 'link' });
    await expect(attempt(at('pipe'))).rejects.toMatchObject({ reason: 'not-a-file' });
    await expect(attempt(at('sub'))).rejects.toMatchObject({ reason: 'not-a-file' });
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
  });
});

describe('sweeping', () => {
  it('removes what a killed process was writing in the place of a file, and nothing else', () => {
    const others = ['.part', '.draft.part', 'notes.part', `.${randomUUID()}`, `${randomUUID()}.part`];
    for (const name of [`.${randomUUID()}.part`, ...others]) writeFileSync(at(name), 'half');
    const folderOfThatName = `.${randomUUID()}.part`;
    mkdirSync(at(folderOfThatName));
    files.removeStaleReplacementsSync(folder);
    expect(readdirSync(folder).sort()).toEqual([...others, folderOfThatName].sort());
  });
});

describe('replacing', () => {
  it.each(['replace', 'replaceSync'] as const)('by %s leaves what a link or a second name leads to', async (how) => {
    symlinkSync(join(outside, 'file'), at('link'));
    linkSync(join(outside, 'file'), at('name'));
    for (const path of [at('link'), at('name')]) {
      await files[how](path, 'new');
      expect(readFileSync(path, 'utf8')).toBe('new');
    }
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
    expect(readdirSync(folder).sort()).toEqual(['link', 'name']);
  });

  it('leaves nothing half written where a folder stands in the way', async () => {
    mkdirSync(at('sub'));
    await expect(files.replace(at('sub'), 'new')).rejects.toThrow();
    expect(() => files.replaceSync(at('sub'), 'new')).toThrow();
    expect(readdirSync(folder)).toEqual(['sub']);
  });

  it('says that no file stands there where a folder has the name', async () => {
    mkdirSync(at('sub'));
    writeFileSync(at('file'), 'old');
    const inTheWay = { reason: 'not-a-file', path: at('sub') };
    await expect(files.replace(at('sub'), 'new')).rejects.toMatchObject(inTheWay);
    await expect(files.move(at('file'), at('sub'))).rejects.toMatchObject(inTheWay);
    await expect(files.remove(at('sub'))).rejects.toMatchObject(inTheWay);
    for (const work of [
      () => files.replaceSync(at('sub'), 'new'),
      () => files.moveSync(at('file'), at('sub')),
      () => files.removeSync(at('sub')),
    ]) {
      expect(work).toThrow(expect.objectContaining(inTheWay));
    }
    expect(readFileSync(at('file'), 'utf8')).toBe('old');
  });
});

it('adds to no file that has another name elsewhere', async () => {
  linkSync(join(outside, 'file'), at('name'));
  await expect(files.append(at('name'), 'more')).rejects.toMatchObject({ reason: 'hard-link' });
  expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
});

it('reads no file that is too large, and one as far as its size says', async () => {
  writeFileSync(at('file'), 'abc');
  await expect(files.read(at('file'), 2)).rejects.toMatchObject({ reason: 'too-large' });
  expect(String(await files.read(at('file'), 3))).toBe('abc');
});

describe.each([
  ['a drive that has second names', () => files],
  [
    'one that has none',
    () => {
      const refuse = () => Promise.reject(Object.assign(new Error('EPERM: link'), { code: 'EPERM' }));
      return new UntrustedFolder(folder, refuse);
    },
  ],
])('a second name, on %s', (_, make) => {
  it('is given where nothing stands', async () => {
    writeFileSync(at('own'), 'mine');
    await make().linkOrMove(at('own'), at('other'));
    expect(readFileSync(at('other'), 'utf8')).toBe('mine');
  });

  it('is not given where something stands, even a link that leads nowhere', async () => {
    writeFileSync(at('own'), 'mine');
    writeFileSync(at('theirs'), 'theirs');
    symlinkSync(join(home, 'nowhere'), at('link'));
    for (const path of [at('theirs'), at('link')]) {
      await expect(make().linkOrMove(at('own'), path)).rejects.toMatchObject({ code: 'EEXIST' });
    }
    expect(readFileSync(at('theirs'), 'utf8')).toBe('theirs');
    expect(statSync(join(home, 'nowhere'), { throwIfNoEntry: false })).toBeUndefined();
  });
});

// Only Linux reaches a folder by its descriptor; elsewhere a moment is left in which it can be exchanged.
describe.runIf(process.platform === 'linux')('a folder that is exchanged for a link again and again', () => {
  it('is never left through the link, whatever is done in it', async () => {
    mkdirSync(at('sub'));
    writeFileSync(at('own'), 'mine');
    const intruder = spawn(process.execPath, ['-e', EXCHANGER, at('sub'), outside], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(intruder.stdout, 'data');
    let done = 0;
    for (let round = 0; round < 300; round += 1) {
      const path = at('sub', `file-${round % 5}`);
      const works: readonly (() => unknown)[] = [
        () => files.writeNew(path, 'new'),
        () => files.replaceSync(path, 'new'),
        () => files.replace(path, 'new'),
        () => files.linkOrMove(at('own'), path),
        () => files.move(path, at('sub', 'moved')),
        () => files.list(at('sub')),
        () => files.remove(at('sub', 'file')),
        () => files.append(at('sub', 'file'), 'more'),
      ];
      const work = works[round % works.length] ?? works[0];
      await (async () => work?.())().then(
        () => (done += 1),
        () => {},
      );
    }
    intruder.kill();
    await once(intruder, 'close');
    expect(done).toBeGreaterThan(0);
    expect(readdirSync(outside)).toEqual(['file']);
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('secret');
  });
});

/** Exchanges a folder for a link to another one, and back. */
const EXCHANGER = `
  const { renameSync, rmSync, symlinkSync } = require('node:fs');
  const [folder, outside] = process.argv.slice(1);
  console.log('begun');
  for (;;) {
    renameSync(folder, folder + '.away');
    symlinkSync(outside, folder);
    rmSync(folder);
    renameSync(folder + '.away', folder);
  }
`;
