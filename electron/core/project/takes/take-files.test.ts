import { createHash, randomUUID } from 'node:crypto';
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
import type { OutputFormat } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IncomingFile } from '../../../../node/files/incoming-file.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { ProjectError } from '../folder/project-error.ts';
import { type OpenFile, sweepTemporaryFiles, TakeFiles } from './take-files.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-takes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const paths = () => ({ files: new UntrustedFolder(folder), takes: folder });
const pathOf = (hash: string, format: OutputFormat): string => new TakeFiles(paths()).path(hash, format) ?? '';

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
    const files = new TakeFiles(paths());
    const { hash, sizeBytes } = await files.put(Buffer.from('abc'), 'wav');
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sizeBytes).toBe(3);
    expect(pathOf(hash, 'wav')).toBe(join(folder, 'ba', `${hash}.wav`));
    expect(readFileSync(pathOf(hash, 'wav'), 'utf8')).toBe('abc');
  });

  it('is refused where a folder stands in the place of the file', async () => {
    const files = new TakeFiles(paths());
    const { hash } = await files.put(Buffer.from('abc'), 'wav');
    rmSync(pathOf(hash, 'wav'));
    mkdirSync(pathOf(hash, 'wav'));
    await expect(files.put(Buffer.from('abc'), 'wav')).rejects.toMatchObject({
      problem: { kind: 'unsafe', entry: join('ba', `${hash}.wav`), reason: 'not-a-file' },
    });
    expect(readdirSync(folder)).toEqual(['ba']);
  });

  it('writes the same bytes once, also when they come many times at once', async () => {
    let opened = 0;
    const files = new TakeFiles(paths(), (path, flags) => {
      opened += 1;
      return open(path, flags);
    });
    await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.from('abc'), 'wav')));
    await files.put(Buffer.from('abc'), 'wav');
    expect(opened).toBe(1);
    expect(readdirSync(folder)).toEqual(['ba']);
  });

  it('writes bytes again whose file is damaged, even where its size is right', async () => {
    const files = new TakeFiles(paths());
    const { hash } = await files.put(Buffer.from('abc'), 'wav');
    writeFileSync(pathOf(hash, 'wav'), 'abd');
    await files.put(Buffer.from('abc'), 'wav');
    expect(readFileSync(pathOf(hash, 'wav'), 'utf8')).toBe('abc');
  });

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EROFS', 'read-only'],
    ['EIO', 'drive-failed'],
  ])('leaves nothing behind where writing fails with %s', async (code, kind) => {
    const put = new TakeFiles(paths(), failing(code)).put(Buffer.from('abcdef'), 'wav');
    const error = await put.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProjectError);
    expect(error instanceof ProjectError && error.problem.kind).toBe(kind);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left).toEqual([]);
    await expect(new TakeFiles(paths()).put(Buffer.from('abcdef'), 'wav')).resolves.toMatchObject({ sizeBytes: 6 });
  });
});

describe('receiving audio', () => {
  const LARGE = Buffer.alloc(5 * 1024 ** 2, 'sound');
  const HASH = createHash('sha256').update(LARGE).digest('hex');

  async function received(files: TakeFiles, bytes: Uint8Array = LARGE): Promise<IncomingFile> {
    const incoming = files.receive();
    await incoming.write(bytes.subarray(0, 3));
    await incoming.write(bytes.subarray(3));
    return incoming;
  }

  it('keeps it under the hash of its bytes and leaves nothing beside it, however large it is', async () => {
    const files = new TakeFiles(paths());
    for (const bytes of [Buffer.from('abcdef'), LARGE]) {
      const incoming = await received(files, bytes);
      const { hash, sizeBytes } = await files.keep(incoming, 'wav');
      await incoming.discard();
      expect([hash, sizeBytes]).toEqual([createHash('sha256').update(bytes).digest('hex'), bytes.length]);
      expect(readFileSync(pathOf(hash, 'wav')).equals(bytes)).toBe(true);
    }
    expect(readdirSync(folder).toSorted()).toEqual([HASH.slice(0, 2), 'be'].toSorted());
  });

  it('holds what is large in a temporary file, which a killed process leaves to the next one to remove', async () => {
    const incoming = await received(new TakeFiles(paths()));
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.partial$/)]);
    sweepTemporaryFiles(paths());
    expect(readdirSync(folder)).toEqual([]);
    await incoming.discard();
  });

  it('replaces a file of that name that is damaged, and keeps one that is whole', async () => {
    const files = new TakeFiles(paths());
    for (const damage of [() => writeFileSync(pathOf(HASH, 'wav'), 'damaged'), () => {}]) {
      const incoming = await received(files);
      await files.keep(incoming, 'wav');
      await incoming.discard();
      expect(readFileSync(pathOf(HASH, 'wav')).equals(LARGE)).toBe(true);
      damage();
    }
  });

  it('makes the folder again that was removed since another file was kept in it', async () => {
    const files = new TakeFiles(paths());
    await files.keep(await received(files), 'wav');
    const second = await received(files);
    rmSync(dirname(pathOf(HASH, 'wav')), { recursive: true });
    await files.keep(second, 'wav');
    await second.discard();
    expect(readFileSync(pathOf(HASH, 'wav')).equals(LARGE)).toBe(true);
  });

  it('says that the project was moved, and receives nothing then', async () => {
    const gone = new ProjectError({ kind: 'moved-while-open', path: folder, foundAt: null });
    const files = new TakeFiles(paths(), undefined, () => {
      throw gone;
    });
    await expect(received(files)).rejects.toBe(gone);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('looking at audio', () => {
  it('tells what is missing, cut, longer or overwritten', async () => {
    const files = new TakeFiles(paths());
    const { hash, sizeBytes } = await files.put(Buffer.from('abc'), 'wav');
    const file = { hash, sizeBytes, format: 'wav' } as const;
    const path = pathOf(hash, 'wav');
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
    const { hash } = await new TakeFiles(paths()).put(Buffer.from('abc'), 'wav');
    writeFileSync(join(folder, `${'0'.repeat(64)}.1.partial`), 'ab');
    writeFileSync(join(folder, `.${randomUUID()}.part`), 'half a seal');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    sweepTemporaryFiles(paths());
    expect(readdirSync(folder).sort()).toEqual(['ba', 'notes.txt']);
    expect(existsSync(pathOf(hash, 'wav'))).toBe(true);
  });
});
