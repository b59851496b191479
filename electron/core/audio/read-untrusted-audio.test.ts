import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AudioWorkers } from './audio-workers.ts';
import { readUntrustedAudio } from './read-untrusted-audio.ts';

const TWO_MINUTES_MS = 120_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-untrusted-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Writes an hour of silence, which takes longer to search than stopping the thread. */
function longFile(): string {
  const path = join(folder, 'long.wav');
  writeFileSync(path, encodeWav({ sampleRate: 8000, channels: [new Float32Array(8000 * 3600)] }));
  return path;
}

const search = (workers: AudioWorkers, input: Parameters<AudioWorkers['findWatermark']>[0]) =>
  workers.findWatermark(input);

describe('audio of unknown origin', () => {
  it('is abandoned after two minutes', async () => {
    const reading = readUntrustedAudio(longFile(), undefined, (workers, input) => {
      const found = search(workers, input);
      vi.advanceTimersByTime(TWO_MINUTES_MS);
      return found;
    });
    expect(await reading).toBe('too-slow');
  });

  it('is no longer read once it is cancelled', async () => {
    const cancelling = new AbortController();
    const reading = readUntrustedAudio(longFile(), cancelling.signal, (workers, input) => {
      const found = search(workers, input);
      cancelling.abort(new Error('cancelled'));
      return found;
    });
    await expect(reading).rejects.toThrow('cancelled');
    await expect(readUntrustedAudio('any', cancelling.signal, search)).rejects.toThrow('cancelled');
  });

  it('can’t be decoded if it isn’t audio, or doesn’t exist', async () => {
    writeFileSync(join(folder, 'text.mp3'), 'text');
    expect(await readUntrustedAudio(join(folder, 'text.mp3'), undefined, search)).toBe('undecodable');
    expect(await readUntrustedAudio(join(folder, 'missing.mp3'), undefined, search)).toBe('undecodable');
    expect(await readUntrustedAudio(folder, undefined, search)).toBe('undecodable');
  });
});
