import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallationIdentity } from '../certificates/issue-certificate.ts';
import { type SigningOrder, signFile } from '../signing/sign-file.ts';
import { signingKeyFromPem } from '../signing/signer.ts';
import { CLAIM, signingOrder } from '../testing/signed-files.ts';
import { tinyMp3, tinyMp4, tinyWav, titleTag } from '../testing/tiny-audio.ts';
import { readProvenance } from './read-provenance.ts';
import type { ReadingProblem } from './reading.ts';

let order: SigningOrder;
let root: string;
let folder: string;
beforeAll(async () => {
  ({ root, ...order } = await signingOrder());
  folder = mkdtempSync(join(tmpdir(), 'read-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

async function signed(name: string, bytes: Buffer): Promise<string> {
  writeFileSync(at(name), bytes);
  await signFile(at(name), at(name), order);
  return at(name);
}

function change(path: string, edit: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, edit(readFileSync(path)));
}

const kinds = (problems: readonly ReadingProblem[]): string[] => problems.map(({ kind }) => kind);

const FILES: readonly (readonly [string, () => Buffer])[] = [
  ['a.wav', tinyWav],
  ['a.mp3', () => tinyMp3(titleTag(3, 20))],
  ['a.m4b', tinyMp4],
  ['a.ogg', () => Buffer.from('OggS and anything')],
];

describe('readProvenance', () => {
  it.each(FILES)('reads what the manifest of %s says, and who signed it', async (name, bytes) => {
    const reading = await readProvenance(await signed(name, bytes()), [root]);
    expect(reading).toEqual({
      state: 'valid',
      place: name === 'a.ogg' ? 'sidecar' : 'embedded',
      manifest: {
        software: { name: 'Lectern', version: '0.1.0' },
        title: 'Kapitel 1 – Übung',
        created: '2026-11-29T12:00:00Z',
        sourceTypes: ['http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'],
        voices: CLAIM.voices,
        signer: {
          organization: 'Verlag Muster',
          commonName: 'Lectern audio signing',
          isTrusted: true,
          signedAt: null,
        },
      },
      problems: [],
    });
  });

  it('reports an unknown signer without rejecting the file', async () => {
    const { state, manifest, problems } = await readProvenance(await signed('a.wav', tinyWav()), []);
    expect(state).toBe('valid');
    expect(manifest?.signer.isTrusted).toBe(false);
    expect(problems).toEqual([{ kind: 'certificate-untrusted' }]);
  });

  it.each(FILES)('detects changed audio: %s', async (name, bytes) => {
    const path = await signed(name, bytes());
    change(path, (found) => {
      const last = name === 'a.wav' ? 100 : found.length - 1;
      found[last] = found.readUInt8(last) ^ 1;
      return found;
    });
    const { state, problems } = await readProvenance(path, [root]);
    expect(state).toBe('changed');
    expect(problems).toEqual([{ kind: 'audio-changed' }]);
  });

  it('detects appended audio', async () => {
    const path = await signed('a.mp3', tinyMp3());
    change(path, (found) => Buffer.concat([found, tinyMp3()]));
    expect(kinds((await readProvenance(path, [root])).problems)).toEqual(['audio-changed']);
  });

  it('detects a changed statement in the manifest', async () => {
    const path = await signed('a.wav', tinyWav());
    change(path, (found) => Buffer.from(found.toString('latin1').replace('cloned', 'traine'), 'latin1'));
    const { state, manifest, problems } = await readProvenance(path, [root]);
    expect(state).toBe('changed');
    expect(manifest).toBe(null);
    expect(kinds(problems)).toContain('manifest-changed');
  });

  it('rejects a manifest that was moved from another file', async () => {
    const [one, other] = [await signed('one.wav', tinyWav()), await signed('other.mp3', tinyMp3())];
    const store = readFileSync(other);
    const start = store.indexOf('jumb') - 4;
    const manifest = store.subarray(start, start + store.readUInt32BE(start));
    change(one, () => Buffer.concat([tinyWav(), Buffer.from('C2PA'), size32(manifest.length), manifest]));
    change(one, (found) => {
      found.writeUInt32LE(found.length - 8, 4);
      return found;
    });
    expect((await readProvenance(one, [root])).state).toBe('changed');
  });

  it('rejects several manifests', async () => {
    const path = await signed('a.wav', tinyWav());
    change(path, (found) => {
      const doubled = Buffer.concat([found, found.subarray(found.indexOf('C2PA'))]);
      doubled.writeUInt32LE(doubled.length - 8, 4);
      return doubled;
    });
    expect(kinds((await readProvenance(path, [root])).problems)).toEqual(['several-manifests']);
  });

  it('rejects an expired certificate', async () => {
    const { privateKey, certificates } = await createInstallationIdentity('Verlag', new Date('2001-01-01'));
    const key = signingKeyFromPem(privateKey);
    if (key === null) throw new Error('no key');
    const path = at('old.wav');
    writeFileSync(path, tinyWav());
    await signFile(path, path, { ...order, signer: { key, certificates } });
    const { state, problems } = await readProvenance(path, []);
    expect(state).toBe('invalid');
    expect(kinds(problems)).toContain('certificate-expired');
  });

  it.each([
    ['without a manifest', 'none.wav', tinyWav(), 'none', []],
    ['that isn’t audio', 'text.wav', Buffer.from('text'), 'unreadable', [{ kind: 'unsupported-format' }]],
    ['that is empty', 'empty.mp3', Buffer.alloc(0), 'unreadable', [{ kind: 'unsupported-format' }]],
    ['that is truncated', 'cut.m4b', tinyMp4().subarray(0, 200), 'unreadable', [{ kind: 'damaged' }]],
  ])('describes a file %s', async (_, name, bytes, state, problems) => {
    writeFileSync(at(name), bytes);
    expect(await readProvenance(at(name), [])).toEqual({ state, place: null, manifest: null, problems });
  });

  it('doesn’t read a manifest of more than 32 MB', async () => {
    const head = Buffer.from('GEOB\0\0\0\0\0\0\0application/c2pa\0\0\0', 'latin1');
    const bytes = 33 * 1024 ** 2;
    head.writeUInt32BE(bytes, 4);
    const tag = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
    for (const [index, shift] of [21, 14, 7, 0].entries()) tag.writeUInt8(((bytes + 10) >> shift) & 0x7f, 6 + index);
    writeFileSync(at('large.mp3'), Buffer.concat([tag, head]));
    truncateSync(at('large.mp3'), tag.length + 10 + bytes);
    appendFileSync(at('large.mp3'), tinyMp3());
    const { state, problems } = await readProvenance(at('large.mp3'), []);
    expect({ state, problems }).toEqual({ state: 'unreadable', problems: [{ kind: 'manifest-too-large' }] });
  });

  it('survives deeply nested data in a manifest', async () => {
    const path = await signed('a.wav', tinyWav());
    change(path, (found) => {
      const start = found.indexOf('cbor', found.indexOf('c2pa.hash.data')) + 4;
      return found.fill(0x81, start, start + 60);
    });
    expect((await readProvenance(path, [root])).state).toBe('changed');
  });

  it('reports a missing file and a folder', async () => {
    expect((await readProvenance(at('missing'), [])).problems).toEqual([{ kind: 'file', code: 'ENOENT' }]);
    expect((await readProvenance(folder, [])).problems).toEqual([{ kind: 'file', code: 'not-a-file' }]);
  });
});

function size32(size: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(size);
  return bytes;
}
