import { decode, durationSeconds, encode } from '@lectern/audio';
import { OUTPUT_FORMATS, type OutputFormat } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { encodedSpeech } from './renderer.ts';

const RATE = 22_050;
const SECONDS = 3.7;
const SPEECH = Int16Array.from({ length: RATE * SECONDS }, (_, index) =>
  Math.round(9000 * Math.sin(index / 12) * Math.sin(index / 4000)),
);

async function* inPieces(length: number): AsyncGenerator<Int16Array> {
  for (let at = 0; at < SPEECH.length; at += length) yield SPEECH.slice(at, at + length);
}

async function bytesOf(format: OutputFormat, sampleRate?: number, piece = 5000): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const how = { format, quality: 'medium', sampleRate } as const;
  for await (const bytes of encodedSpeech(inPieces(piece), RATE, how)) parts.push(bytes);
  return Buffer.concat(parts);
}

describe('speech that is encoded while it comes', () => {
  for (const format of OUTPUT_FORMATS) {
    for (const rate of [undefined, 8000, 11_111, 48_000]) {
      test(`is a whole ${format} file at ${rate ?? 'its own'} Hz`, async () => {
        const sound = await decode(await bytesOf(format, rate), { format });
        expect(sound.channels).toHaveLength(1);
        // An MP3 that does not tell its length ends with what is left of its last frames: 72 ms each at 8 kHz.
        expect(Math.abs(durationSeconds(sound) - SECONDS)).toBeLessThan(0.25);
        if (format !== 'mp3') expect(sound.sampleRate).toBe(rate ?? RATE);
      });
    }
  }

  for (const format of ['wav', 'mulaw', 'flac'] as const) {
    test(`has in ${format} the samples that the file of a job has`, async () => {
      const whole = { sampleRate: RATE, channels: [Float32Array.from(SPEECH, (sample) => sample / 32768)] };
      const expected = await decode(await encode(whole, format), { format });
      expect((await decode(await bytesOf(format), { format })).channels).toEqual(expected.channels);
    });
  }

  for (const format of OUTPUT_FORMATS) {
    test(`is the same ${format} again, also after one that was given up`, async () => {
      const first = await bytesOf(format);
      const how = { format, quality: 'premium', sampleRate: 16_000 } as const;
      for await (const _ of encodedSpeech(inPieces(4000), RATE, how)) break;
      expect(await bytesOf(format)).toEqual(first);
    });
  }

  test('leaves before its end has come', async () => {
    for (const format of OUTPUT_FORMATS) {
      let pieces = 0;
      async function* counted(): AsyncGenerator<Int16Array> {
        for await (const piece of inPieces(RATE)) {
          pieces += 1;
          yield piece;
        }
      }
      const bytes = encodedSpeech(counted(), RATE, { format, quality: 'medium', sampleRate: undefined });
      expect((await bytes.next()).value?.length).toBeGreaterThan(0);
      expect(pieces, format).toBeLessThan(3);
      await bytes.return(undefined);
    }
  });
});
