import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadingProblem } from '../../../shared/model/verification.ts';
import { createInstallationIdentity } from '../certificates/issue-certificate.ts';
import { toCbor } from '../manifest/cose.ts';
import { cborBox, superbox } from '../manifest/jumbf.ts';
import { MP4_MANIFEST_UUID } from '../manifest/write-manifest.ts';
import { type SigningOrder, signFile } from '../signing/sign-file.ts';
import { signingKeyFromPem } from '../signing/signer.ts';
import { CLAIM, signingOrder } from '../testing/signed-files.ts';
import { tinyMp3, tinyMp4, tinyWav, titleTag } from '../testing/tiny-audio.ts';
import { readProvenance } from './read-provenance.ts';

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
        ingredients: [],
        signer: {
          organization: 'Verlag Muster',
          commonName: 'Lectern audio signing',
          isTrusted: true,
          isThisComputer: false,
          signedAt: null,
        },
      },
      problems: [],
    });
  });

  it('distinguishes this computer’s certificates from other trusted ones', async () => {
    const path = await signed('a.wav', tinyWav());
    const { root: other } = await createInstallationIdentity('Other', new Date());
    const signerOf = async (anchors: string[], own: string[]) =>
      (await readProvenance(path, anchors, { own })).manifest?.signer;
    expect(await signerOf([], [other, root])).toMatchObject({ isTrusted: true, isThisComputer: true });
    expect(await signerOf([root], [other])).toMatchObject({ isTrusted: true, isThisComputer: false });
    expect(await signerOf([other], [root])).toMatchObject({ isTrusted: true, isThisComputer: true });
    expect(await signerOf([], [other])).toMatchObject({ isTrusted: false, isThisComputer: false });
  });

  it('can be cancelled', async () => {
    const path = await signed('a.wav', tinyWav());
    const reason = new Error('cancelled');
    await expect(readProvenance(path, [], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
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

  it.each([
    ['a box of an unknown type after the manifest', forgeUnknownBox],
    [
      'a second list of assertions in the manifest',
      (store: Buffer, hash: object) => forgeAssertions(store, hash, 'other'),
    ],
    [
      'a second list with the same label',
      (store: Buffer, hash: object) => forgeAssertions(store, hash, 'c2pa.assertions'),
    ],
  ])('rejects changed audio whose new hash is in %s', async (_, forge) => {
    const path = await signed('a.wav', tinyWav());
    change(path, (found) => {
      const start = found.indexOf('C2PA');
      const store = found.subarray(start + 8, start + 8 + found.readUInt32LE(start + 4));
      const audio = found.subarray(0, start);
      audio[100] = audio.readUInt8(100) ^ 1;
      const claimed = (hash: Uint8Array, length: number) => forge(store, bindingTo(hash, audio.length, length));
      const length = claimed(Buffer.alloc(32), 4000).length;
      audio.writeUInt32LE(audio.length + length + (length % 2), 4);
      const padding = Buffer.alloc(length % 2);
      const hash = createHash('sha256').update(audio).update(padding).digest();
      return Buffer.concat([audio, Buffer.from('C2PA'), size32(length), claimed(hash, length + 8), padding]);
    });
    expect((await readProvenance(path, [root])).state).toBe('changed');
  });

  it.each([
    ['ftyp', Buffer.from('text')],
    ['mfra', Buffer.from('text')],
    ['uuid', Buffer.concat([MP4_MANIFEST_UUID, Buffer.from('\0\0\0\0other\0 and text')])],
  ])('rejects an MP4 file to which a box %s was added, which the hash leaves out', async (type, content) => {
    const path = await signed('a.m4b', tinyMp4());
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length + 8);
    appendFileSync(path, Buffer.concat([size, Buffer.from(type), content]));
    const { state, problems } = await readProvenance(path, [root]);
    expect({ state, problems }).toEqual({ state: 'changed', problems: [{ kind: 'unprotected-bytes' }] });
  });

  it('checks several files at once', async () => {
    const paths = await Promise.all(FILES.map(([name, bytes]) => signed(`several-${name}`, bytes())));
    const readings = await Promise.all(paths.map((path) => readProvenance(path, [root])));
    expect(readings.map(({ state }) => state)).toEqual(FILES.map(() => 'valid'));
  });

  it('says that the file next to it can’t be read', async () => {
    for (const name of ['folder.ogg', 'large.ogg']) writeFileSync(at(name), 'OggS and anything');
    mkdirSync(at('folder.c2pa'));
    writeFileSync(at('large.c2pa'), '');
    truncateSync(at('large.c2pa'), 33 * 1024 ** 2);
    const unreadable = { state: 'unreadable', place: 'sidecar', manifest: null };
    expect(await readProvenance(at('folder.ogg'), [])).toEqual({
      ...unreadable,
      problems: [{ kind: 'sidecar', code: 'not-a-file' }],
    });
    expect(await readProvenance(at('large.ogg'), [])).toEqual({
      ...unreadable,
      problems: [{ kind: 'manifest-too-large' }],
    });
  });

  it('knows an MP3 file whose tag has a footer, which isn’t supported', async () => {
    const tag = titleTag(4, 0);
    tag[5] = 0x10;
    writeFileSync(at('footer.mp3'), tinyMp3(Buffer.concat([tag, Buffer.from('3DI'), tag.subarray(3, 10)])));
    expect((await readProvenance(at('footer.mp3'), [])).problems).toEqual([
      { kind: 'unsupported-file', feature: 'id3-extended-header' },
    ]);
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

const bindingTo = (hash: Uint8Array, start: number, length: number): object => ({
  exclusions: [{ start, length }],
  alg: 'sha256',
  hash,
  name: 'jumbf manifest',
  pad: new Uint8Array(0),
});

const assertionsWith = (hash: object, label: string): Uint8Array =>
  superbox('c2as', label, superbox('cbor', 'c2pa.hash.data', cborBox(toCbor(hash))));

function forgeUnknownBox(store: Buffer, hash: object): Buffer {
  const signature = superbox('c2cs', 'c2pa.signature', cborBox(toCbor([0, {}, 0, 0])));
  return grown(store, store.length, [0], superbox('c2as', 'other', assertionsWith(hash, 'c2pa.assertions'), signature));
}

function forgeAssertions(store: Buffer, hash: object, label: string): Buffer {
  const list = store.indexOf('c2as') - 16;
  const manifest = store.indexOf('c2ma') - 16;
  return grown(store, list, [0, manifest], assertionsWith(hash, label));
}

/** Inserts a box and enlarges the boxes around it, which start at `around`. */
function grown(store: Buffer, at: number, around: readonly number[], box: Uint8Array): Buffer {
  const bytes = Buffer.concat([store.subarray(0, at), box, store.subarray(at)]);
  for (const start of around) bytes.writeUInt32BE(bytes.readUInt32BE(start) + box.length, start);
  return bytes;
}
