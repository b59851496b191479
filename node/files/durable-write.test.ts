import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  copyBytes,
  removeStaleParts,
  replaceFile,
  replaceFileSync,
  writeAll,
  writeNamedFile,
  writeNewFile,
  writeNewFileSync,
} from './durable-write.ts';
import { readChunks } from './regular-file.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-durable-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file that accepts at most some bytes at once, and none once it is full. */
function reluctantFile(atOnce: number, room: number) {
  const held: number[] = [];
  return {
    held,
    write: async (bytes: Uint8Array, from: number, length: number) => {
      const bytesWritten = Math.min(atOnce, length, room - held.length);
      held.push(...bytes.subarray(from, from + bytesWritten));
      return { bytesWritten, buffer: bytes };
    },
  };
}

describe('writing all bytes', () => {
  it('continues after a short write', async () => {
    const file = reluctantFile(3, 100);
    await writeAll(file as never, Buffer.from('ten bytes!'));
    expect(Buffer.from(file.held).toString()).toBe('ten bytes!');
  });

  it('fails once the file system accepts nothing more', async () => {
    const file = reluctantFile(3, 7);
    await expect(writeAll(file as never, Buffer.from('ten bytes!'))).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('copies a file of several parts', async () => {
    const bytes = Buffer.alloc(2_500_000, 'sound');
    writeFileSync(at('from'), bytes);
    const [from, to] = [await open(at('from')), await open(at('to'), 'wx')];
    let counted = 0;
    await copyBytes(readChunks(from), to, (part) => {
      counted += part.length;
    });
    await from.close();
    await to.close();
    expect(readFileSync(at('to')).equals(bytes)).toBe(true);
    expect(counted).toBe(bytes.length);
  });
});

describe('a new file', () => {
  it('is removed if its content fails, and never overwrites one that is there', async () => {
    const failing = writeNewFile(at('new'), async (file) => {
      await file.write('half');
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(at('theirs'), 'theirs');
    await expect(writeNewFile(at('theirs'), 'mine')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(() => writeNewFileSync(at('theirs'), 'mine')).toThrow('EEXIST');
    expect(readFileSync(at('theirs'), 'utf8')).toBe('theirs');
  });
});

describe('replacing a file', () => {
  it.each([
    ['async', replaceFile],
    ['sync', async (path: string, content: string, mode: number) => replaceFileSync(path, content, mode)],
  ])('%s: leaves the new content under its mode and nothing else', async (_, replace) => {
    writeFileSync(at('file'), 'old');
    await replace(at('file'), 'new', 0o600);
    expect(readFileSync(at('file'), 'utf8')).toBe('new');
    if (process.platform !== 'win32') expect(statSync(at('file')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
    mkdirSync(at('sub'));
    await expect(replace(at('sub'), 'new', 0o600)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['file', 'sub']);
  });
});

describe.runIf(process.platform !== 'win32')('a file that a person named', () => {
  it('keeps its mode, and is replaced where a link leads to it', () => {
    mkdirSync(at('elsewhere'));
    writeFileSync(at('elsewhere/table.csv'), 'old');
    chmodSync(at('elsewhere/table.csv'), 0o640);
    symlinkSync(at('elsewhere/table.csv'), at('link.csv'));
    writeNamedFile(at('link.csv'), 'new');
    expect(readFileSync(at('elsewhere/table.csv'), 'utf8')).toBe('new');
    expect(statSync(at('elsewhere/table.csv')).mode & 0o777).toBe(0o640);
    writeNamedFile(at('other.csv'), 'other');
    expect(readFileSync(at('other.csv'), 'utf8')).toBe('other');
  });

  it('may be a device', () => {
    writeNamedFile('/dev/null', 'nothing');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

describe('sweeping', () => {
  it('removes the parts of processes that have ended, and nothing else', async () => {
    const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
    const kept = [
      ...[`.${process.ppid}.${randomUUID()}.part`, `.${randomUUID()}.part`, `${ended}.${randomUUID()}.part`],
      ...['notes.part', '.draft.part', 'Chapter 1.part', `.${ended}.part`],
    ];
    for (const name of [`.${ended}.${randomUUID()}.part`, `.${process.pid}.${randomUUID()}.part`, ...kept])
      writeFileSync(at(name), 'half');
    mkdirSync(at(`.${ended}.${randomUUID()}.part/takes`), { recursive: true });
    removeStaleParts(folder);
    expect(readdirSync(folder).sort()).toEqual(kept.sort());
  });

  it('happens whenever a file of the folder is replaced', async () => {
    const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(at(`.${ended}.${randomUUID()}.part`), 'half');
    await replaceFile(at('file'), 'new');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});
