// Changes random single bytes of signed files, and checks that each change is detected.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededNumbers } from '../../audio/testing/tones.ts';
import { signFile } from '../signing/sign-file.ts';
import { signingOrder } from '../testing/signed-files.ts';
import { readProvenance } from './read-provenance.ts';

const FLIPS_PER_FORMAT = 250;
const SEED = 20_261_129;

let order: Awaited<ReturnType<typeof signingOrder>>;
let folder: string;
beforeAll(async () => {
  order = await signingOrder();
  folder = mkdtempSync(join(tmpdir(), 'flips-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['wav', []],
  ['mp3', ['-b:a', '64k', '-metadata', 'title=Kapitel']],
  ['flac', []],
  ['m4b', ['-c:a', 'aac', '-f', 'mp4', '-movflags', '+faststart']],
])('detects every changed byte of a %s file', async (extension, encoding) => {
  const path = join(folder, `tone.${extension}`);
  const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440:duration=2', '-ac', '1'];
  execFileSync('ffmpeg', [...tone, ...encoding, path]);
  await signFile(path, path, order);
  expect((await readProvenance(path, [order.root])).state).toBe('valid');
  const signed = readFileSync(path);
  const manifest = signed.indexOf('jumb') - 4;
  const manifestBytes = signed.readUInt32BE(manifest);
  // C2PA excludes the file type box of MP4 files from the hash.
  const first = extension === 'm4b' ? signed.readUInt32BE(0) : 0;
  const random = seededNumbers(SEED);
  const below = (limit: number): number => Math.floor(random() * limit);
  const unnoticed: number[] = [];
  for (let flip = 0; flip < FLIPS_PER_FORMAT; flip += 1) {
    const position = flip % 2 === 0 ? manifest + below(manifestBytes) : first + below(signed.length - first);
    const changed = Buffer.from(signed);
    changed[position] = signed.readUInt8(position) ^ (1 + below(255));
    writeFileSync(path, changed);
    if ((await readProvenance(path, [order.root])).state === 'valid') unnoticed.push(position);
  }
  expect(unnoticed).toEqual([]);
});
