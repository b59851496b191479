import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SigningOrder, signFile } from '../signing/sign-file.ts';
import { validateWithC2paTs } from '../testing/c2pa-ts.ts';
import { CLAIM, signingOrder } from '../testing/signed-files.ts';
import { tinyMp3, tinyMp4, tinyWav } from '../testing/tiny-audio.ts';
import { readIngredient } from './read-ingredient.ts';
import { readProvenance } from './read-provenance.ts';

const LIMIT = 100_000;

let service: SigningOrder;
let order: SigningOrder;
let folder: string;
beforeAll(async () => {
  [service, order] = await Promise.all([signingOrder(), signingOrder()]);
  folder = mkdtempSync(join(tmpdir(), 'ingredients-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

/** Writes a take that a service has signed. */
async function take(name: string, bytes: Uint8Array, title: string): Promise<string> {
  writeFileSync(at(name), bytes);
  await signFile(at(name), at(name), { ...service, claim: { ...CLAIM, title } });
  return at(name);
}

async function signedWith(paths: readonly string[]): Promise<string> {
  const read = await Promise.all(paths.map((path) => readIngredient(path, LIMIT)));
  const ingredients = read.filter((each) => each !== null && typeof each !== 'string');
  writeFileSync(at('book.mp3'), tinyMp3());
  await signFile(at('book.mp3'), at('book.mp3'), { ...order, claim: { ...CLAIM, ingredients } });
  return at('book.mp3');
}

describe('ingredients', () => {
  it('are kept with their manifests, and valid in both readers', async () => {
    const takes = [
      await take('1.wav', tinyWav(), 'Take 1'),
      await take('2.mp3', tinyMp3(), 'Take 2'),
      await take('3.m4a', tinyMp4(), 'Take 3'),
    ];
    const book = await signedWith(takes);
    expect(await readProvenance(book, [])).toMatchObject({
      state: 'valid',
      manifest: { ingredients: [{ title: 'Take 1' }, { title: 'Take 2' }, { title: 'Take 3' }] },
    });
    expect(await validateWithC2paTs(readFileSync(book))).toEqual({ isValid: true, failures: [] });
  });

  it('keep ingredients of their own, too', async () => {
    await take('4.wav', tinyWav(), 'Take 4');
    const inner = await readIngredient(at('4.wav'), LIMIT);
    if (inner === null || typeof inner === 'string') throw new Error('The take has no manifest.');
    writeFileSync(at('5.wav'), tinyWav());
    const claim = { ...CLAIM, title: 'Take 5', ingredients: [inner] };
    await signFile(at('5.wav'), at('5.wav'), { ...service, claim });
    const book = await signedWith([at('5.wav'), at('4.wav')]);
    expect((await readProvenance(book, [])).state).toBe('valid');
  });

  it('that were changed after signing are kept with that result', async () => {
    const path = await take('6.wav', tinyWav(), 'Take 6');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
    writeFileSync(path, bytes);
    const read = await readIngredient(path, LIMIT);
    const codes = read !== null && typeof read !== 'string' ? read.results.failure.map(({ code }) => code) : [];
    expect(codes).toContain('assertion.dataHash.mismatch');
    expect((await readProvenance(await signedWith([path]), [])).state).toBe('valid');
  });

  it('aren’t found in files without a manifest, damaged files and other files', async () => {
    const path = await take('7.wav', tinyWav(), 'Take 7');
    writeFileSync(at('short.wav'), readFileSync(path).subarray(0, -500));
    writeFileSync(at('plain.wav'), tinyWav());
    writeFileSync(at('text.wav'), 'text');
    for (const name of ['short.wav', 'plain.wav', 'text.wav', 'missing.wav']) {
      expect(await readIngredient(at(name), LIMIT)).toBeNull();
    }
    expect(await readIngredient(path, 100)).toBe('too-large');
  });

  it('can’t be used if a manifest is damaged or there are several', async () => {
    const signed = readFileSync(await take('8.wav', tinyWav(), 'Take 8'));
    const start = signed.indexOf('jumb') + 8;
    const store = signed.subarray(start, start + 200).fill(0xff);
    expect(store).toHaveLength(200);
    writeFileSync(at('damaged.wav'), signed);
    expect(await readIngredient(at('damaged.wav'), LIMIT)).toBe('unusable');
    const again = readFileSync(await take('9.wav', tinyWav(), 'Take 9'));
    const chunk = again.subarray(again.indexOf('C2PA'));
    const twice = Buffer.concat([again, chunk]);
    twice.writeUInt32LE(twice.length - 8, 4);
    writeFileSync(at('twice.wav'), twice);
    expect(await readIngredient(at('twice.wav'), LIMIT)).toBe('unusable');
  });
});
