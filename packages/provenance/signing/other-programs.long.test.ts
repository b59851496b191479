// Checks that other programs can read signed files.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateWithC2paTs } from '../testing/c2pa-ts.ts';
import { signingOrder } from '../testing/signed-files.ts';
import { sidecarPath, signFile } from './sign-file.ts';

let order: Awaited<ReturnType<typeof signingOrder>>;
let folder: string;
beforeAll(async () => {
  order = await signingOrder();
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  initSync({ module: readFileSync(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')) });
});
afterAll(() => rmSync(folder, { recursive: true }));

const TAGS = ['-metadata', 'title=Kapitel 1 – Übung', '-metadata', 'artist=Anna'];
const FORMATS: readonly (readonly [extension: string, mediaType: string, encoding: readonly string[]])[] = [
  ['wav', 'audio/wav', []],
  ['mp3', 'audio/mpeg', ['-b:a', '64k']],
  ['flac', 'audio/flac', []],
  ['m4a', 'audio/mp4', ['-c:a', 'aac']],
  ['m4b', 'audio/mp4', ['-c:a', 'aac', '-f', 'mp4', '-movflags', '+faststart']],
];

function encoded(extension: string, encoding: readonly string[]): string {
  const path = join(folder, `tone.${extension}`);
  const tone = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=440:duration=3', '-ac', '1', ...TAGS];
  if (!existsSync(path)) execFileSync('ffmpeg', [...tone, ...encoding, path]);
  return path;
}

const decodedHash = (path: string): string =>
  createHash('sha256')
    .update(
      execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 's16le', '-'], { maxBuffer: 2 ** 30 }),
    )
    .digest('hex');

const probed = (path: string): unknown =>
  JSON.parse(
    execFileSync(
      'ffprobe',
      ['-v', 'error', '-of', 'json', '-show_entries', 'format_tags:stream=codec_name,duration', path],
      {
        encoding: 'utf8',
      },
    ),
  );

describe.each(FORMATS)('a signed %s file', (extension, mediaType, encoding) => {
  const signedCopy = async (): Promise<{ readonly source: string; readonly target: string }> => {
    const source = encoded(extension, encoding);
    const target = join(folder, `signed.${extension}`);
    await signFile(source, target, order);
    return { source, target };
  };

  it('is trusted by the C2PA library and valid according to c2pa-ts', async () => {
    const { target } = await signedCopy();
    const settings = { trust: { trust_anchors: order.root }, verify: { verify_trust: true } };
    const reader = await WasmReader.fromBytes(mediaType, readFileSync(target), JSON.stringify(settings));
    expect(JSON.parse(reader.json())).toMatchObject({ validation_state: 'Trusted' });
    expect(await validateWithC2paTs(readFileSync(target))).toEqual({ isValid: true, failures: [] });
  });

  it('has the same audio and tags as before according to ffmpeg, and is less than 3 kB larger', async () => {
    const { source, target } = await signedCopy();
    expect(decodedHash(target)).toBe(decodedHash(source));
    expect(probed(target)).toEqual(probed(source));
    expect(statSync(target).size - statSync(source).size).toBeLessThan(3000);
  });

  it('is intact according to ffmpeg and the programs for its format', async () => {
    const { target } = await signedCopy();
    const checks: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
      mp3: [['mp3val', target]],
      flac: [['flac', '-ts', target]],
      m4a: [['AtomicParsley', target, '-T']],
      m4b: [['AtomicParsley', target, '-T']],
    };
    for (const [program, ...args] of [
      ['ffmpeg', '-v', 'warning', '-i', target, '-f', 'null', '-'] as const,
      ...(checks[extension] ?? []),
    ]) {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      expect(status, `${program}: ${stderr}`).toBe(0);
      expect(`${stdout}${stderr}`).not.toMatch(/warning|error|corrupt|invalid/i);
    }
  });
});

it('writes the manifest of an Opus file to a separate file and leaves the audio file unchanged', async () => {
  const source = encoded('opus', ['-b:a', '32k']);
  const target = join(folder, 'signed.opus');
  await signFile(source, target, order);
  expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
  expect(statSync(sidecarPath(target)).size).toBeLessThan(3000);
});
