import { createHash } from 'node:crypto';
import { fstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScratchFile, IncomingFile } from './incoming-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-incoming-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MAX_IN_MEMORY = 10;

function incomingFile(expected?: number): IncomingFile {
  const path = join(folder, 'spilled');
  return new IncomingFile(
    async () => ({ handle: await open(path, 'wx+'), path, remove: () => rm(path, { force: true }) }),
    MAX_IN_MEMORY,
    expected,
  );
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a file that arrives in pieces', () => {
  it('has the bytes, size and hash of all pieces since the last restart, in memory or on disk', async () => {
    const pieces = fc.array(fc.oneof(fc.constant('restart' as const), fc.uint8Array({ maxLength: 8 })), {
      maxLength: 9,
    });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(40), fc.nat(40), fc.nat(15), async (steps, offset, count, announced) => {
        const incoming = incomingFile(announced);
        let expected = Buffer.alloc(0);
        for (const step of steps) {
          if (step === 'restart') await incoming.restart();
          else await incoming.write(step);
          expected = step === 'restart' ? Buffer.alloc(0) : Buffer.concat([expected, step]);
        }
        expect(incoming.position).toBe(expected.length);
        expect(incoming.hash).toBe(sha256(expected));
        expect(Buffer.from(await incoming.read(offset, count))).toEqual(expected.subarray(offset, offset + count));
        const { at } = incoming;
        if (!(at instanceof Uint8Array)) expect(fstatSync(at.fd).size).toBe(expected.length);
        await incoming.discard();
        expect(readdirSync(folder)).toEqual([]);
      }),
    );
  });

  it('stays in memory up to the bound, and is on disk beyond it', async () => {
    const incoming = incomingFile();
    await incoming.write(Buffer.alloc(MAX_IN_MEMORY));
    expect(incoming.at).toBeInstanceOf(Uint8Array);
    await incoming.write(Buffer.alloc(1));
    expect(incoming.at).toHaveProperty('fd');
    await incoming.discard();
  });

  it('hands over its file on disk, which is then no longer removed', async () => {
    const incoming = incomingFile();
    await incoming.write(Buffer.from('more than fits'));
    await incoming.settle((path) => rename(path, join(folder, 'kept')));
    await incoming.discard();
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('more than fits');
  });

  it('is removed where it could not be handed over', async () => {
    const incoming = incomingFile();
    await incoming.write(Buffer.from('more than fits'));
    await expect(incoming.settle(() => Promise.reject(new Error('no place')))).rejects.toThrow('no place');
    await incoming.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes no more once it is discarded, also where its file is only then being created', async () => {
    const incoming = incomingFile();
    const writing = incoming.write(Buffer.from('more than fits'));
    await incoming.discard();
    await expect(writing).rejects.toThrow('discarded');
    await expect(incoming.write(Buffer.from('a'))).rejects.toThrow('discarded');
    expect(readdirSync(folder)).toEqual([]);
  });
});

it.runIf(process.platform === 'linux')(
  'has no name as a scratch file, so that a crash leaves nothing behind',
  async () => {
    const scratch = createScratchFile(2);
    await scratch.write(Buffer.from('abc'));
    const { at } = scratch;
    expect(at instanceof Uint8Array ? 'in memory' : fstatSync(at.fd).nlink).toBe(0);
    await scratch.discard();
  },
);
