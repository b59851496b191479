import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProjectError } from './project-error.ts';
import { type OpenFile, sweepTemporaryFiles, TakeFiles } from './take-files.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-takes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Opens files whose writing fails with this code after half of the bytes. */
const failing =
  (code: string): OpenFile =>
  async (path, flags) => {
    const file = await open(path, flags);
    return {
      sync: () => file.sync(),
      close: () => file.close(),
      writeFile: async (bytes) => {
        await file.writeFile(Buffer.from(bytes as Uint8Array).subarray(0, 3));
        throw Object.assign(new Error(`${code}: write`), { code });
      },
    };
  };

describe('keeping audio', () => {
  it('puts it under the hash of its bytes', async () => {
    const files = new TakeFiles(folder);
    const { hash, sizeBytes } = await files.put(Buffer.from('abc'), 'wav');
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sizeBytes).toBe(3);
    expect(files.path(hash, 'wav')).toBe(join(folder, 'ba', `${hash}.wav`));
    expect(readFileSync(files.path(hash, 'wav'), 'utf8')).toBe('abc');
  });

  it('writes the same bytes once, also when they come many times at once', async () => {
    let opened = 0;
    const files = new TakeFiles(folder, (path, flags) => {
      opened += 1;
      return open(path, flags);
    });
    await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.from('abc'), 'wav')));
    await files.put(Buffer.from('abc'), 'wav');
    expect(opened).toBe(1);
    expect(readdirSync(folder)).toEqual(['ba']);
  });

  it('writes bytes again whose file is damaged, even where its size is right', async () => {
    const files = new TakeFiles(folder);
    const { hash } = await files.put(Buffer.from('abc'), 'wav');
    writeFileSync(files.path(hash, 'wav'), 'abd');
    await files.put(Buffer.from('abc'), 'wav');
    expect(readFileSync(files.path(hash, 'wav'), 'utf8')).toBe('abc');
  });

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EROFS', 'read-only'],
    ['EIO', 'drive-failed'],
  ])('leaves nothing behind where writing fails with %s', async (code, kind) => {
    const put = new TakeFiles(folder, failing(code)).put(Buffer.from('abcdef'), 'wav');
    const error = await put.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProjectError);
    expect(error instanceof ProjectError && error.problem.kind).toBe(kind);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left).toEqual([]);
    await expect(new TakeFiles(folder).put(Buffer.from('abcdef'), 'wav')).resolves.toMatchObject({ sizeBytes: 6 });
  });
});

describe('looking at audio', () => {
  it('tells what is missing, cut, longer or overwritten', async () => {
    const files = new TakeFiles(folder);
    const { hash, sizeBytes } = await files.put(Buffer.from('abc'), 'wav');
    const file = { hash, sizeBytes, format: 'wav' } as const;
    const path = files.path(hash, 'wav');
    expect(await files.problem(file, true)).toBeNull();
    appendFileSync(path, 'd');
    expect(await files.problem(file, false)).toBe('damaged');
    writeFileSync(path, 'abd');
    expect(await files.problem(file, false)).toBeNull();
    expect(await files.problem(file, true)).toBe('damaged');
    rmSync(path);
    expect(await files.problem(file, false)).toBe('missing');
    mkdirSync(path);
    expect(await files.problem(file, false)).toBe('missing');
    rmSync(dirname(path), { recursive: true });
    expect(await files.problem(file, false)).toBe('missing');
  });
});

describe('opening to write', () => {
  it('sweeps what a killed process left half written, and nothing else', async () => {
    const { hash } = await new TakeFiles(folder).put(Buffer.from('abc'), 'wav');
    writeFileSync(join(folder, `${'0'.repeat(64)}.1.partial`), 'ab');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    sweepTemporaryFiles(folder);
    expect(readdirSync(folder).sort()).toEqual(['ba', 'notes.txt']);
    expect(existsSync(new TakeFiles(folder).path(hash, 'wav'))).toBe(true);
  });
});
