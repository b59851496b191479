import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OUTPUT_FORMATS, type OutputFormat, QUALITIES } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { openFlacEncoder } from '../flac/flac-encoder.ts';
import { readFlacStreamInfo } from '../flac/flac-format.ts';
import { readMp3Stream } from '../mp3/mp3-frames.ts';
import { encodingFingerprints } from '../testing/fingerprints.ts';
import { channelOf, effectiveLevel, levelAt, murmur, tone } from '../testing/tones.ts';
import { pcm24Samples, pcmSamples } from '../wav/wav-encode.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { durationSeconds, frameCount, type Pcm } from './pcm.ts';

const SAMPLE_RATES = [8000, 22050, 44100, 48000];
const LOSSLESS: readonly OutputFormat[] = ['wav', 'flac'];

async function thereAndBack(pcm: Pcm, format: OutputFormat): Promise<Pcm> {
  return decode(await encode(pcm, format));
}

describe.each(OUTPUT_FORMATS)('%s', (format) => {
  test.each(SAMPLE_RATES)(
    'a tone at %i Hz keeps its rate, length, frequency and level, and its place in time',
    async (rate) => {
      const pcm = tone({ sampleRate: rate, seconds: 0.8 });
      const back = await thereAndBack(pcm, format);
      expect(back.sampleRate).toBe(rate);
      expect(back.channels).toHaveLength(1);
      expect(frameCount(back)).toBe(frameCount(pcm));
      expect(levelAt(channelOf(back), rate, 440)).toBeCloseTo(0.5, 1.7);
      const noise = channelOf(back).map((sample, index) => sample - (channelOf(pcm)[index] ?? 0));
      expect(effectiveLevel(noise)).toBeLessThan(LOSSLESS.includes(format) ? 0.00002 : 0.01);
    },
  );

  test('two channels stay two and in order', async () => {
    const back = await thereAndBack(tone({ sampleRate: 24000, seconds: 0.5, frequency: 500, channels: 2 }), format);
    expect(back.channels).toHaveLength(2);
    expect(levelAt(channelOf(back, 0), 24000, 500)).toBeGreaterThan(0.48);
    expect(levelAt(channelOf(back, 0), 24000, 1000)).toBeLessThan(0.03);
    expect(levelAt(channelOf(back, 1), 24000, 1000)).toBeGreaterThan(0.48);
    expect(levelAt(channelOf(back, 1), 24000, 500)).toBeLessThan(0.03);
  });

  test.each([0, 1, 15, 80, 1151, 4097])('%i samples come back as that many', async (length) => {
    const pcm = { sampleRate: 8000, channels: [channelOf(murmur(8000, 1)).subarray(0, length)] };
    const back = await thereAndBack(pcm, format);
    expect(back.sampleRate).toBe(8000);
    expect(back.channels).toHaveLength(1);
    expect(frameCount(back)).toBe(length);
  });

  test('the rates between the usual ones are kept, or for mp3 go up to the next that it has', async () => {
    for (const [rate, mp3Rate] of [
      [11025, 11025],
      [12000, 12000],
      [12345, 16000],
      [47999, 48000],
    ] as const) {
      const pcm = tone({ sampleRate: rate, seconds: 0.3 });
      const back = await thereAndBack(pcm, format);
      expect(back.sampleRate).toBe(format === 'mp3' ? mp3Rate : rate);
      expect(Math.abs(durationSeconds(back) - durationSeconds(pcm))).toBeLessThanOrEqual(0.51 / back.sampleRate);
      expect(levelAt(channelOf(back), back.sampleRate, 440)).toBeGreaterThan(0.49);
    }
  });

  test('what is beyond full scale or no number at all is clipped or silent, and does no harm to what comes after', async () => {
    const wild = Float32Array.from(
      { length: 4000 },
      (_, index) => [9, -9, Number.NaN, Number.POSITIVE_INFINITY][index % 4] ?? 0,
    );
    const back = await thereAndBack({ sampleRate: 16000, channels: [wild] }, format);
    expect(channelOf(back).every((sample) => Number.isFinite(sample))).toBe(true);
    const after = await thereAndBack(tone({ sampleRate: 16000, seconds: 0.3 }), format);
    expect(levelAt(channelOf(after), 16000, 440)).toBeGreaterThan(0.49);
  });

  test('calls that run at the same time do not touch each other', async () => {
    const sounds = [8000, 16000, 24000, 44100].map((rate) => murmur(rate, 0.4, rate === 24000 ? 2 : 1));
    const alone: Uint8Array[] = [];
    for (const sound of sounds) alone.push(await encode(sound, format));
    const together = await Promise.all([...sounds, ...sounds].map((sound) => encode(sound, format)));
    expect(together).toEqual([...alone, ...alone]);
  });
});

test('the same sound gives the same bytes, now, again, and in another process', async () => {
  const now = await encodingFingerprints();
  const script = fileURLToPath(new URL('../testing/print-encodings.ts', import.meta.url));
  const elsewhere = await promisify(execFile)(process.execPath, [script]);
  expect(await encodingFingerprints()).toEqual(now);
  expect(JSON.parse(elsewhere.stdout)).toEqual(now);
});

test.each(['mp3', 'ogg'] as const)('each quality of %s takes more room than the one below', async (format) => {
  const sound = murmur(44100, 1);
  const sizes: number[] = [];
  for (const quality of QUALITIES) sizes.push((await encode(sound, format, { quality })).length);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(new Set(sizes).size).toBe(QUALITIES.length);
});

test('every quality of mp3 keeps the level', async () => {
  for (const quality of QUALITIES) {
    for (const channels of [1, 2]) {
      const back = await decode(await encode(tone({ sampleRate: 44100, seconds: 0.5, channels }), 'mp3', { quality }));
      expect(levelAt(channelOf(back), 44100, 440)).toBeCloseTo(0.5, 2);
    }
  }
});

test('premium mp3 meets what audiobook stores ask for: a constant 192 kbit/s at 44.1 kHz', async () => {
  const stream = readMp3Stream(await encode(murmur(44100, 0.5), 'mp3', { quality: 'premium' }));
  expect(stream?.first).toMatchObject({ bitrate: 192, sampleRate: 44100, channels: 1 });
  expect(stream).toMatchObject({ start: 0, cut: false, frames: stream?.announcedFrames });
});

test('a flac head tells the length, and no block size below the 16 that the format allows', async () => {
  for (const length of [1, 15, 4096, 9000]) {
    const bytes = await encode({ sampleRate: 12000, channels: [new Float32Array(length)] }, 'flac');
    expect(readFlacStreamInfo(bytes)).toEqual({
      sampleRate: 12000,
      channels: 1,
      bitsPerSample: 16,
      totalSamples: length,
    });
    const view = new DataView(bytes.buffer);
    expect([view.getUint16(8), view.getUint16(10)]).toEqual(Array(2).fill(Math.min(4096, Math.max(16, length))));
  }
});

test.each([16, 24] as const)(
  'a flac head of %i bits has the MD5 of the samples, by which others check them',
  async (bits) => {
    const sound = murmur(24000, 0.5, 2);
    const samples = bits === 16 ? pcmSamples(sound.channels) : pcm24Samples(sound.channels);
    const encoder = await openFlacEncoder({ sampleRate: 24000, channels: 2 }, bits);
    // In pieces of odd lengths.
    await encoder.add(sound.channels.map((channel) => channel.subarray(0, 777)));
    await encoder.add(sound.channels.map((channel) => channel.subarray(777)));
    await encoder.end();
    const md5 = Buffer.from(encoder.header().subarray(26, 42)).toString('hex');
    expect(md5).toBe(createHash('md5').update(samples).digest('hex'));
  },
);

test('more than two channels are mixed to one for the formats that have two', async () => {
  const back = await thereAndBack(tone({ sampleRate: 16000, seconds: 0.2, channels: 3, level: 0.9 }), 'mp3');
  expect(back.channels).toHaveLength(1);
  expect(levelAt(channelOf(back), 16000, 440)).toBeCloseTo(0.3, 1);
});

test('a sound that can not be is refused', async () => {
  const channels = [new Float32Array(2), new Float32Array(3)];
  await expect(encode({ sampleRate: 8000, channels }, 'wav')).rejects.toThrow('same length');
  await expect(encode({ sampleRate: 999, channels: [] }, 'wav')).rejects.toThrow(RangeError);
  await expect(encode({ sampleRate: 8000.5, channels: [] }, 'ogg')).rejects.toThrow(RangeError);
});
