// Compares exported files with their manifest.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import { type Manifest, manifestSchema } from '../../../electron/core/export/files/line-list.ts';
import { expect } from './test.ts';

/** Maximum padding in an MP3 file, in seconds: two frames at 16 kHz. */
const FRAMES_SECONDS = 0.075;

/** Reads a folder's manifest, decodes every file, and checks its size, hash and duration. @returns the manifest */
export async function expectExported(folder: string): Promise<Manifest> {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  for (const { file, sha256, sizeBytes, durationSeconds } of manifest.files) {
    const bytes = readFileSync(join(folder, ...file.split('/')));
    expect(bytes.length, file).toBe(sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256);
    const { channels, sampleRate } = await decode(bytes);
    const seconds = (channels[0]?.length ?? 0) / sampleRate;
    expect(Math.abs(seconds - durationSeconds), `${file}: ${seconds} s`).toBeLessThan(FRAMES_SECONDS);
  }
  return manifest;
}
