import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClipSearch } from '@lectern/audio/fingerprint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../../../shared/rules/at.ts';
import { FingerprintRegister, type RegisterEntry } from './fingerprint-register.ts';

/** Pseudo-random items (xorshift). */
function recording(seed: number, items = 400): Uint32Array {
  let state = seed;
  return Uint32Array.from({ length: items }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  });
}

const entry = (changes: Partial<RegisterEntry> = {}): RegisterEntry => ({
  sha256: 'a'.repeat(64),
  file: '01 – Ankunft.mp3',
  target: 'acx',
  durationSeconds: 60,
  title: '銀河鉄道の夜',
  projectId: 'p1',
  addedAt: '2026-11-29T12:00:00.000Z',
  manifestId: null,
  markId: null,
  fingerprint: recording(1),
  manifest: null,
  ...changes,
});

const other = entry({ sha256: 'b'.repeat(64), file: '02.mp3', fingerprint: recording(2) });
const clipOf = ({ fingerprint }: RegisterEntry): ClipSearch => new ClipSearch([fingerprint.slice(100, 200)]);

let folder: string;
let register: FingerprintRegister;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'register-'));
  register = new FingerprintRegister(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const entryFiles = (): string[] => readdirSync(join(folder, 'fingerprints')).sort();
const pathOf = (index: number): string => join(folder, 'fingerprints', at(entryFiles(), index));

describe('FingerprintRegister', () => {
  it('finds the file that a clip is from, and its position', async () => {
    await register.add(entry());
    await register.add(other);
    const { match, filesSearched, unreadable } = await register.recognise(clipOf(other));
    expect(match).toMatchObject({ entry: { ...other, fingerprint: other.fingerprint }, difference: 0, clipSeconds: 0 });
    expect(match?.fromSeconds).toBeCloseTo(100 * (1365 / 11_025), 6);
    expect({ filesSearched, unreadable }).toEqual({ filesSearched: 2, unreadable: [] });
  });

  it('returns the manifest and the watermark’s ID', async () => {
    const manifest = Uint8Array.from([0, 10, 255]);
    await register.add(entry({ manifest, manifestId: 'urn:c2pa:1', markId: 0xffff_ffff }));
    const { match } = await register.recognise(clipOf(entry()));
    expect(match?.entry.manifest).toEqual(Buffer.from(manifest));
    expect(match?.entry).toMatchObject({ manifestId: 'urn:c2pa:1', markId: 0xffff_ffff });
  });

  it('finds nothing if the register is empty or the clip is from elsewhere', async () => {
    expect((await register.recognise(clipOf(entry()))).match).toBeNull();
    await register.add(entry());
    expect((await register.recognise(clipOf(other))).match).toBeNull();
  });

  it('keeps one entry for each file and project', async () => {
    expect(await register.has(entry())).toBe(false);
    await register.add(entry());
    await register.add(entry());
    expect(entryFiles()).toHaveLength(1);
    expect(await register.has(entry())).toBe(true);
    expect(await register.has(entry({ projectId: 'p2' }))).toBe(false);
    await register.add(entry({ projectId: 'p2' }));
    expect(entryFiles()).toHaveLength(2);
  });

  it('keeps all entries that several processes add at the same time', async () => {
    const registers = Array.from({ length: 4 }, () => new FingerprintRegister(folder));
    const added = Array.from({ length: 24 }, (_, index) => entry({ sha256: String(index).padStart(64, '0') }));
    await Promise.all(added.map((one, index) => at(registers, index % 4).add(one)));
    expect(entryFiles()).toHaveLength(24);
  });

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, -10)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 0 ? 1 : 0])])],
    ['of a newer version', (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('n":1', 'n":2'), 'latin1')],
    ['foreign', () => Buffer.from('{}\n')],
  ])('reports an entry that is %s, and reads the others', async (_, change) => {
    await register.add(entry());
    await register.add(other);
    const damaged = pathOf(0);
    writeFileSync(damaged, change(readFileSync(damaged)));
    const { match, unreadable } = await register.recognise(clipOf(other));
    expect(match?.entry.file).toBe('02.mp3');
    expect(unreadable).toEqual([damaged]);
  });

  it('doesn’t follow links in a project from someone else', async () => {
    await register.add(other);
    const link = join(folder, 'fingerprints', `${'c'.repeat(64)}-${'0'.repeat(16)}.fingerprint`);
    symlinkSync(pathOf(0), link);
    expect((await register.recognise(clipOf(other))).unreadable).toEqual([link]);
    rmSync(join(folder, 'fingerprints'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'fingerprints'));
    await expect(register.add(entry())).rejects.toMatchObject({ reason: 'link' });
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });
});
