import { AudioFormatError, encodeWav } from '@lectern/audio';
import { afterAll, describe, expect, it } from 'vitest';
import type { DownloadSink } from '../api/download.ts';
import { createAudioWorkers } from '../audio/audio-workers.ts';
import { systemRandom } from '../system.ts';
import { AuditionCache } from './audition-cache.ts';

const RATE = 48_000;

/** A tone of one second as a file. @param level of full scale */
const tone = (level: number): Uint8Array => {
  const samples = Float32Array.from({ length: RATE }, (_, at) => level * Math.sin((2 * Math.PI * 997 * at) / RATE));
  return encodeWav({ sampleRate: RATE, channels: [samples] });
};

const workers = createAudioWorkers({ size: 1 });
afterAll(() => workers.close());

/** A service that speaks a file, and counts how often it is asked. */
function speaker(file: Uint8Array) {
  const asked = { count: 0 };
  const speak = async (_signal: AbortSignal, to: DownloadSink) => {
    asked.count += 1;
    await to.write(file);
  };
  return { asked, speak };
}

async function bytesOf(kept: AuditionCache, auditionId: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let offset = 0; ; ) {
    const read = await kept.read(auditionId, offset);
    if (!read) throw new Error('it is not there any more');
    parts.push(read.bytes);
    offset += read.bytes.byteLength;
    if (read.done) return Buffer.concat(parts);
  }
}

describe('what compared voices said', () => {
  it('is asked for once, also by two at the same time, and heard as it came', async () => {
    const kept = new AuditionCache(systemRandom, workers);
    const { asked, speak } = speaker(tone(0.5));
    expect(kept.has('a')).toBe(false);
    const [first, second] = await Promise.all([kept.get('a', speak), kept.get('a', speak)]);
    expect(await kept.get('a', speak)).toBe(first);
    expect(second).toBe(first);
    expect(asked.count).toBe(1);
    expect(kept.typeOf(first.auditionId)).toBe('audio/wav');
    expect((await bytesOf(kept, first.auditionId)).equals(tone(0.5))).toBe(true);
    kept.clear();
  });

  it('is as loud as EBU R128 finds its decoded sound', async () => {
    const kept = new AuditionCache(systemRandom, workers);
    // A tone of 997 Hz has its level in LUFS 3.01 dB below that of its peaks, in one channel.
    for (const [level, lufs] of [
      [0.5, -9.03],
      [0.05, -29.03],
    ] as const) {
      const { loudnessLufs, truePeakDbtp } = await kept.get(String(level), speaker(tone(level)).speak);
      expect(loudnessLufs).toBeCloseTo(lufs, 1);
      expect(truePeakDbtp).toBeCloseTo(20 * Math.log10(level), 1);
    }
    kept.clear();
  });

  it('is dropped where others were heard since, and when the project is closed', async () => {
    const kept = new AuditionCache(systemRandom, workers);
    const first = await kept.get('0', speaker(tone(0.1)).speak);
    for (let at = 1; at <= 12; at += 1) {
      await kept.get(String(at), speaker(tone(0.1)).speak);
      if (at < 11) await kept.get('1', speaker(tone(0.1)).speak);
    }
    expect(kept.typeOf(first.auditionId)).toBeNull();
    expect([kept.has('1'), kept.has('12')]).toEqual([true, true]);
    const last = await kept.get('12', speaker(tone(0.1)).speak);
    kept.clear();
    expect(await kept.read(last.auditionId, 0)).toBeNull();
  });

  it('is not kept where it fails, is no sound, or ends with the project', async () => {
    const kept = new AuditionCache(systemRandom, workers);
    const page = speaker(Buffer.from('<html>Sign in first.</html>'));
    await expect(kept.get('a', page.speak)).rejects.toThrow(AudioFormatError);
    await expect(kept.get('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = kept.get('a', async (signal, to) => {
      await promise;
      signal.throwIfAborted();
      await to.write(tone(0.1));
    });
    kept.clear();
    resolve();
    await expect(slow).rejects.toThrow('not compared');
    expect(kept.has('a')).toBe(false);
  });
});
