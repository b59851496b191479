import { OUTPUT_FORMATS, type OutputFormat } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readMp3Frame } from '../mp3/mp3-frames.ts';
import { id3Tag } from '../tags/id3.ts';
import { channelOf, murmur, seededNumbers } from '../testing/tones.ts';
import { AudioFormatError } from './audio-format-error.ts';
import { type DecodeHint, decode } from './decode.ts';
import { encode } from './encode.ts';
import { frameCount } from './pcm.ts';

// The decoders write to the console what they dislike.
beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

async function fault(bytes: Uint8Array, hint?: DecodeHint): Promise<string> {
  try {
    await decode(bytes, hint);
    return 'none';
  } catch (error) {
    if (error instanceof AudioFormatError) return error.kind;
    throw error;
  }
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

describe('what is no audio', () => {
  test.each([
    ['nothing', '', 'empty', 'empty'],
    ['a web page', '\n<!DOCTYPE html><html><body>502 Bad Gateway</body></html>', 'foreign', 'a web page'],
    ['an XML error', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'foreign', 'XML'],
    ['an error object', '{"error_message":"Not authorized","error_id":"UNAUTHORIZED"}', 'foreign', 'JSON'],
    ['a plain sentence', 'Too many requests, please wait and retry.', 'foreign', 'a plain text'],
  ])('%s is refused with its name, whatever was expected', async (_name, content, kind, words) => {
    for (const format of [undefined, ...OUTPUT_FORMATS]) {
      expect(await fault(text(content), { format })).toBe(kind);
      await expect(decode(text(content), { format })).rejects.toThrow(words);
    }
  });

  test('other binary files are refused', async () => {
    const random = seededNumbers(5);
    for (let round = 0; round < 50; round += 1) {
      const bytes = Uint8Array.from({ length: 100 + round * 40 }, () => Math.floor(random() * 256));
      expect(await fault(bytes)).toBe('foreign');
    }
    expect(await fault(text('\u0000\u0000\u0000\u0018ftypM4A \u0000\u0000'))).toBe('unsupported');
  });
});

test('a FLAC file can start with an ID3 tag, as signed files do', async () => {
  const flac = await encode(murmur(8000, 0.1), 'flac');
  const tagged = Buffer.concat([id3Tag({ title: 'Chapter 1' }), flac]);
  expect(await decode(tagged)).toEqual(await decode(flac));
});

describe('bare mu-law', () => {
  const bytes = Uint8Array.of(0xff, 0x80, 0x00, 0x7f);

  test('is read only where it is expected, at the rate of the hint or else 8000 Hz', async () => {
    expect(await fault(bytes)).toBe('foreign');
    expect(await decode(bytes, { format: 'mulaw' })).toMatchObject({ sampleRate: 8000 });
    const pcm = await decode(bytes, { format: 'mulaw', sampleRate: 16000 });
    expect(pcm).toEqual({ sampleRate: 16000, channels: [Float32Array.of(0, 32124 / 32768, -32124 / 32768, -0)] });
  });

  test('is never taken for something else, be it noise or near-silence', async () => {
    const random = seededNumbers(9);
    const quiet = [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff];
    for (let round = 0; round < 50; round += 1) {
      const noise = Uint8Array.from({ length: 2000 }, () => Math.floor(random() * 256));
      const silence = Uint8Array.from({ length: 2000 }, () => quiet[Math.floor(random() * 6)] ?? 0xff);
      for (const raw of [noise, silence]) expect(frameCount(await decode(raw, { format: 'mulaw' }))).toBe(2000);
    }
  });

  test('a file with a head is what its head says, also where bare mu-law was expected', async () => {
    for (const format of OUTPUT_FORMATS) {
      const pcm = await decode(await encode(murmur(24000, 0.2), format), { format: 'mulaw', sampleRate: 8000 });
      expect(pcm.sampleRate).toBe(24000);
    }
  });
});

describe('tags around the sound', () => {
  test('an mp3 is found behind an ID3 tag and before one, its length unchanged', async () => {
    const bytes = await encode(murmur(22050, 0.5), 'mp3');
    const head = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0, ...new Uint8Array(128));
    const tail = new Uint8Array(128);
    tail.set(text('TAGa title'));
    const tagged = Uint8Array.from([...head, ...bytes, ...tail]);
    expect(frameCount(await decode(tagged))).toBe(11025);
  });
});

describe('a file that is cut or changed anywhere', () => {
  async function sample(format: OutputFormat): Promise<Uint8Array> {
    return encode(murmur(16000, 0.6), format);
  }

  test.each(['wav', 'mulaw', 'flac', 'mp3'] as const)('a cut %s is always noticed', async (format) => {
    const bytes = await sample(format);
    const random = seededNumbers(21);
    for (let round = 0; round < 40; round += 1) {
      const length = 4 + Math.floor(random() * (bytes.length - 5));
      expect(['truncated', 'damaged', 'foreign']).toContain(await fault(bytes.subarray(0, length)));
    }
    if (format !== 'wav') return;
    for (let length = 4; length < 300; length += 1) expect(await fault(bytes.subarray(0, length))).toBe('truncated');
  });

  test('a cut mp3 is noticed by its last frame alone, where no tag tells the length', async () => {
    const bytes = await sample('mp3');
    const bare = bytes.subarray(readMp3Frame(bytes, 0)?.size);
    expect(await fault(bare)).toBe('none');
    for (let less = 1; less < 200; less += 7) expect(await fault(bare.subarray(0, -less))).toBe('truncated');
  });

  test('a cut ogg is always noticed', async () => {
    const bytes = await sample('ogg');
    const random = seededNumbers(22);
    for (let round = 0; round < 40; round += 1) {
      const length = 4 + Math.floor(random() * (bytes.length - 5));
      expect(await fault(bytes.subarray(0, length))).toBe('truncated');
    }
  });

  test.each(OUTPUT_FORMATS)('%s with wrong bytes in it decodes or says that it can not', async (format) => {
    const original = await sample(format);
    const random = seededNumbers(23);
    for (let round = 0; round < 40; round += 1) {
      const bytes = original.slice();
      const changes = 1 + Math.floor(random() * 20);
      for (let change = 0; change < changes; change += 1) {
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      }
      const kind = await fault(bytes, { format });
      expect(['none', 'truncated', 'damaged', 'foreign', 'unsupported']).toContain(kind);
    }
  });

  test('an ogg whose page does not match its checksum is damaged, where the decoder would just leave it out', async () => {
    const bytes = await sample('ogg');
    for (const place of [bytes.length - 500, bytes.length - 20]) {
      const changed = bytes.slice();
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await fault(changed)).toBe('damaged');
    }
  });

  test('a hole in the middle is survived', async () => {
    for (const format of OUTPUT_FORMATS) {
      const bytes = await sample(format);
      const holed = Uint8Array.from([
        ...bytes.subarray(0, bytes.length / 2),
        ...bytes.subarray(bytes.length / 2 + 700),
      ]);
      await fault(holed, { format });
    }
  });
});

test('bytes that lie inside a larger buffer are read alike', async () => {
  for (const format of OUTPUT_FORMATS) {
    const bytes = await encode(murmur(16000, 0.3), format);
    const within = new Uint8Array(bytes.length + 77).fill(0xff);
    within.set(bytes, 33);
    const pcm = await decode(Buffer.from(within.buffer, 33, bytes.length));
    expect(channelOf(pcm)).toEqual(channelOf(await decode(bytes)));
  }
});
