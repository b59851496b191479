import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { softBindingWithC2paTs, validateWithC2paTs } from '../testing/c2pa-ts.ts';
import { signingOrder } from '../testing/signed-files.ts';
import { AUDIO_SAMPLES, audioAtOffset, tinyMp3, tinyMp4, tinyWav, titleTag } from '../testing/tiny-audio.ts';
import { type SigningOrder, signFile } from './sign-file.ts';

let order: SigningOrder;
let folder: string;
beforeAll(async () => {
  order = await signingOrder();
  folder = mkdtempSync(join(tmpdir(), 'sign-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function signed(bytes: Uint8Array, name = 'audio'): Promise<Buffer> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  await signFile(path, path, order);
  return readFileSync(path);
}

const FILES: readonly (readonly [string, Buffer])[] = [
  ['a WAV file', tinyWav()],
  ['an MP3 file without tags', tinyMp3()],
  ['an MP3 file with an ID3v2.3 tag', tinyMp3(titleTag(3, 0))],
  ['an MP3 file with an ID3v2.4 tag and padding', tinyMp3(titleTag(4, 50))],
  ['an M4B file', tinyMp4()],
  ['an M4B file with its index at the end', tinyMp4(true)],
];

describe('signFile', () => {
  it.each(FILES)('signs %s', async (_, bytes) => {
    const result = await signed(bytes);
    expect(await validateWithC2paTs(result)).toEqual({ isValid: true, failures: [] });
    expect(result.length - bytes.length).toBeLessThan(3000);
  });

  it.each(FILES)('writes the same bytes each time: %s', async (_, bytes) => {
    expect((await signed(bytes)).equals(await signed(bytes))).toBe(true);
  });

  it.each(FILES)('replaces the manifest of a signed file: %s', async (_, bytes) => {
    const once = await signed(bytes);
    expect((await signed(once)).equals(once)).toBe(true);
  });

  it('adds a fingerprint to the manifest', async () => {
    const path = join(folder, 'fingerprinted.wav');
    writeFileSync(path, tinyWav());
    const softBinding = { algorithm: 'com.example.print', value: 'c29mdA==', timespan: { start: 0, end: 120_000 } };
    await signFile(path, path, { ...order, claim: { ...order.claim, softBinding } });
    const bytes = readFileSync(path);
    expect(await validateWithC2paTs(bytes)).toEqual({ isValid: true, failures: [] });
    expect(softBindingWithC2paTs(bytes)).toEqual({
      alg: 'com.example.print',
      blocks: [{ scope: { timespan: { start: 0, end: 120_000 } }, value: 'c29mdA==' }],
      pad: new Uint8Array(0),
    });
  });

  it('keeps the chunks of a WAV file', async () => {
    const source = tinyWav();
    const result = await signed(source);
    expect(result.subarray(12, source.length).equals(source.subarray(12))).toBe(true);
    expect(result.readUInt32LE(4)).toBe(result.length - 8);
  });

  it('keeps the frames of an ID3 tag and the audio after it', async () => {
    const result = await signed(tinyMp3(titleTag(4, 50)));
    expect(result.includes(titleTag(4, 0).subarray(10))).toBe(true);
    expect(result.subarray(-312).equals(tinyMp3())).toBe(true);
  });

  it.each([false, true])('moves the audio of an MP4 file and its index together (audio first: %s)', async (isFirst) => {
    const result = await signed(tinyMp4(isFirst));
    expect(audioAtOffset(result).equals(AUDIO_SAMPLES)).toBe(true);
  });

  it('writes the manifest of an Ogg file to a separate file', async () => {
    const ogg = Buffer.from('OggS and anything');
    expect((await signed(ogg, 'chapter.ogg')).equals(ogg)).toBe(true);
    expect(readFileSync(join(folder, 'chapter.c2pa')).toString('latin1', 4, 8)).toBe('jumb');
  });

  it.each([
    ['text', Buffer.from('This is not audio.'), { kind: 'unsupported-format' }],
    ['an empty file', Buffer.alloc(0), { kind: 'unsupported-format' }],
    ['an RF64 file', Buffer.from('RF64\xff\xff\xff\xffWAVE', 'latin1'), { kind: 'unsupported-file', feature: 'rf64' }],
    ['a truncated WAV file', tinyWav().subarray(0, 300), { kind: 'damaged' }],
    ['a truncated MP4 file', tinyMp4().subarray(0, 300), { kind: 'damaged' }],
    ['an MP3 file with an old tag', tinyMp3(titleTag(2, 0)), { kind: 'unsupported-file', feature: 'id3-version' }],
  ])('rejects %s and leaves the file unchanged', async (_, bytes, problem) => {
    const path = join(folder, 'rejected');
    writeFileSync(path, bytes);
    await expect(signFile(path, path, order)).rejects.toMatchObject({ problem });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('rejects a signature of the wrong size', async () => {
    const path = join(folder, 'audio');
    writeFileSync(path, tinyWav());
    const key = { ...order.signer.key, sign: async () => new Uint8Array(63) };
    const broken = { ...order, signer: { ...order.signer, key } };
    await expect(signFile(path, path, broken)).rejects.toMatchObject({
      problem: { kind: 'signature-size', bytes: 63 },
    });
  });
});
