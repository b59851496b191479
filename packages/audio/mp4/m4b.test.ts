// Files as they are delivered: depths, bitrates, tags and chapters, read back by programs that others wrote.
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { openAacEncoder } from '../aac/aac-encoder.ts';
import { AAC_FRAME, requirePackets } from '../aac/adts.ts';
import type { FileEncoder } from '../codecs/audio-encoder.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { decode } from '../codecs/decode.ts';
import { openMp3File, openPcmFile, openVorbisFile } from '../codecs/encode.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { openFlacEncoder } from '../flac/flac-encoder.ts';
import { coverPicture } from '../tags/audio-tags.ts';
import { id3Tag } from '../tags/id3.ts';
import { channelOf, murmur } from '../testing/tones.ts';
import { m4bParts } from './m4b.ts';
import { adtsStream, m4bPackets } from './m4b-packets.ts';

async function fileOf(encoder: FileEncoder, { channels }: Pcm, pieces = 1): Promise<Uint8Array> {
  const length = channels[0]?.length ?? 0;
  const parts: Uint8Array[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const [from, to] = [piece, piece + 1].map((at) => Math.floor((at * length) / pieces));
    parts.push(await encoder.add(channels.map((samples) => samples.subarray(from, to))));
  }
  parts.push(await encoder.end());
  const file = joinBytes(parts);
  file.set(encoder.header());
  encoder.close();
  return file;
}

const sound = murmur(44_100, 1.5);
const STEREO = { sampleRate: 44_100, channels: 2 };
const MONO = { sampleRate: 44_100, channels: 1 };

describe.each(['wav', 'flac'] as const)('%s of 24 bits', (format) => {
  const open = (width: { sampleRate: number; channels: number }) =>
    format === 'wav' ? openPcmFile(24, width) : openFlacEncoder(width, 24);

  test.each([1, 2])('gives the sound back to the last of them, in %i channels and any pieces', async (channels) => {
    const pcm = murmur(44_100, 0.7, channels);
    const file = await fileOf(await open({ sampleRate: 44_100, channels }), pcm, 3);
    expect(await fileOf(await open({ sampleRate: 44_100, channels }), pcm)).toEqual(file);
    const back = await decode(file);
    for (let channel = 0; channel < channels; channel += 1) {
      const [was, is] = [channelOf(pcm, channel), channelOf(back, channel)];
      expect(is.length).toBe(was.length);
      const worst = is.reduce((most, sample, index) => Math.max(most, Math.abs(sample - (was[index] ?? 9))), 0);
      expect(worst).toBeLessThanOrEqual(1 / 8_388_608);
    }
  });

  test('a sound of an odd number of samples is whole', async () => {
    const pcm = { sampleRate: 8000, channels: [Float32Array.of(0.5, -1, 2)] };
    const back = channelOf(await decode(await fileOf(await open({ sampleRate: 8000, channels: 1 }), pcm)));
    expect([...back].map((sample) => Math.round(sample * 100) / 100)).toEqual([0.5, -1, 1]);
  });
});

describe('MP3', () => {
  test.each([
    ['of a constant bitrate', { bitrate: 192 } as const, 'Info'],
    ['of a variable one', { vbrQuality: 4 } as const, 'Xing'],
  ])('%s has as many samples as went in, and its name', async (_name, rate, name) => {
    const file = await fileOf(await openMp3File(rate, MONO), sound, 4);
    expect(await fileOf(await openMp3File(rate, MONO), sound)).toEqual(file);
    expect(channelOf(await decode(file)).length).toBe(channelOf(sound).length);
    expect(Buffer.from(file.subarray(0, 60)).includes(name)).toBe(true);
  });

  test('of a variable bitrate says where each hundredth lies', async () => {
    const length = channelOf(sound).length;
    const quiet = { sampleRate: 44_100, channels: [new Float32Array(length)] };
    const both = { sampleRate: 44_100, channels: [new Float32Array([...channelOf(quiet), ...channelOf(sound)])] };
    const file = Buffer.from(await fileOf(await openMp3File({ vbrQuality: 2 }, MONO), both));
    const table = file.subarray(file.indexOf('Xing') + 16, file.indexOf('Xing') + 116);
    expect([...table]).toEqual([...table].toSorted((a, b) => a - b));
    expect(table[50]).toBeLessThan(80);
  });

  test('keeps the level at each rate', async () => {
    for (const rate of [{ bitrate: 192 }, { bitrate: 128 }, { vbrQuality: 2 }] as const) {
      const back = channelOf(await decode(await fileOf(await openMp3File(rate, MONO), sound)));
      const power = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
      expect(10 * Math.log10(power(back) / power(channelOf(sound)))).toBeCloseTo(0, 0.1);
    }
  });
});

test('Ogg Vorbis of a quality has as many samples as went in', async () => {
  const pcm = murmur(44_100, 0.5, 2);
  const file = await fileOf(await openVorbisFile(3.5, STEREO), pcm);
  expect(channelOf(await decode(file)).length).toBe(channelOf(pcm).length);
});

const streamOf = async (pcm: Pcm): Promise<Uint8Array> =>
  fileOf(await openAacEncoder(64, { ...MONO, channels: pcm.channels.length }), pcm);

function packetsIn(stream: Uint8Array): Uint8Array[] {
  const packets = requirePackets(stream).map(({ from, to }) => stream.subarray(from, to));
  return packets;
}

const aacOf = async (pcm: Pcm): Promise<Uint8Array[]> => packetsIn(await streamOf(pcm));

test('whole frames of AAC become one frame more', async () => {
  const whole = { sampleRate: 44_100, channels: [channelOf(sound).subarray(0, 20 * AAC_FRAME)] };
  expect(await aacOf(whole)).toHaveLength(21);
});

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const TAGS = {
  title: 'Ein Büch – 本',
  album: 'Album',
  artist: 'Oscar Wilde',
  narrator: 'A voice',
  year: '1895',
  genre: 'Audiobook',
  description: 'Trivial. '.repeat(60).trim(),
  track: { number: 2, of: 7 },
  language: 'eng',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  disclosure: 'Eine digitale Stimme. 合成音声。',
  cover: coverPicture(PNG),
};

test('a picture is known by its first bytes', () => {
  expect(coverPicture(PNG)?.mediaType).toBe('image/png');
  expect(coverPicture(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))?.mediaType).toBe('image/jpeg');
  expect(coverPicture(Uint8Array.of(0x47, 0x49, 0x46))).toBeNull();
});

describe('an M4B', () => {
  const chapters = [
    { title: 'Öffnung', startFrame: 0 },
    { title: `Long ${'x'.repeat(400)}`, startFrame: 22_222 },
  ];
  const made = async (): Promise<Uint8Array> => {
    const packets = await aacOf(sound);
    const packetSizes = Uint32Array.from(packets, (packet) => packet.length);
    const { head, tail } = m4bParts({ sampleRate: 44_100, channels: 1, packetSizes, chapters, tags: TAGS });
    return joinBytes([head, ...packets, tail]);
  };

  test('is read by another program: length, rate, tags, picture', async () => {
    const input = new Input({ source: new BufferSource((await made()).slice().buffer), formats: ALL_FORMATS });
    const track = await input.getPrimaryAudioTrack();
    expect(track).toMatchObject({ codec: 'aac', sampleRate: 44_100, numberOfChannels: 1 });
    const packets = Math.ceil(channelOf(sound).length / AAC_FRAME) + 1;
    expect(await track?.computeDuration()).toBeCloseTo((packets * AAC_FRAME) / 44_100, 4);
    const tags = await input.getMetadataTags();
    expect(tags).toMatchObject({ title: TAGS.title, artist: 'Oscar Wilde', album: 'Album', trackNumber: 2 });
    expect(tags.images?.[0]?.data).toEqual(PNG);
  });

  test('stores the source type and the disclosure in freeform items', async () => {
    const file = Buffer.from(await made());
    const itemOf = (name: string): string => {
      const item = file.indexOf('----', file.indexOf(name) - 60);
      const data = file.indexOf('data', item);
      // The size precedes the type; flags and locale follow it.
      return file.subarray(data + 12, data - 4 + file.readUInt32BE(data - 4)).toString('utf8');
    };
    expect(itemOf('DIGITALSOURCETYPE')).toBe(TAGS.digitalSourceType);
    expect(itemOf('DISCLOSURE')).toBe('Eine digitale Stimme. 合成音声。');
  });

  test('has its chapters in the list of Nero, in whole milliseconds', async () => {
    const file = Buffer.from(await made());
    const list = file.indexOf('chpl');
    expect(file[list + 12]).toBe(2);
    expect(file.readBigUInt64BE(list + 13)).toBe(0n);
    const second = list + 13 + 8 + 1 + Buffer.byteLength('Öffnung');
    expect(file.readBigUInt64BE(second)).toBe(BigInt(Math.round((22_222 * 1000) / 44_100)) * 10_000n);
    expect(file[second + 8]).toBe(255);
  });

  test('has its chapters in a text track, each as long as it lasts, in milliseconds', async () => {
    const file = Buffer.from(await made());
    let handler = file.indexOf('hdlr');
    while (file.toString('latin1', handler + 12, handler + 16) !== 'text') handler = file.indexOf('hdlr', handler + 4);
    const times = file.indexOf('stts', handler);
    const entries = Array.from({ length: file.readUInt32BE(times + 8) }, (_, at) => [
      file.readUInt32BE(times + 12 + 8 * at),
      file.readUInt32BE(times + 16 + 8 * at),
    ]);
    const first = Math.round((22_222 * 1000) / 44_100);
    const packets = await aacOf(sound);
    const all = Math.round((packets.length * AAC_FRAME * 1000) / 44_100);
    expect(entries).toEqual([
      [1, first],
      [1, all - first],
    ]);
  });

  test('gives its packets back, as the stream that they were', async () => {
    const file = await made();
    const read = async (offset: number, bytes: number) => file.slice(offset, offset + bytes);
    const packets = await aacOf(sound);
    const found = await m4bPackets(read);
    expect(found?.sizes).toEqual(Uint32Array.from(packets, (packet) => packet.length));
    const { start = 0, sizes = new Uint32Array(0) } = found ?? {};
    const stream = adtsStream(await read(start, joinBytes(packets).length), sizes, { sampleRate: 44_100, channels: 1 });
    expect(packetsIn(stream)).toEqual(packets);
    for (const cut of [0, 7, 20, 400])
      expect(await m4bPackets(async (at, n) => file.slice(at, Math.min(at + n, cut)))).toBeNull();
  });

  test('returns its packets if another box comes before the index', async () => {
    const file = Buffer.from(await made());
    const brandBytes = file.readUInt32BE(0);
    const box = Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('uuid'), Buffer.alloc(12)]);
    const longer = Buffer.concat([file.subarray(0, brandBytes), box, file.subarray(brandBytes)]);
    const read = async (offset: number, bytes: number) => longer.subarray(offset, offset + bytes);
    expect((await m4bPackets(read))?.sizes).toEqual(Uint32Array.from(await aacOf(sound), (packet) => packet.length));
    const emptyBox = Buffer.concat([file.subarray(0, brandBytes), Buffer.alloc(8), file.subarray(brandBytes)]);
    expect(await m4bPackets(async (offset, bytes) => emptyBox.subarray(offset, offset + bytes))).toBeNull();
  });

  test('a rate that AAC lacks is refused', () => {
    const none = { packetSizes: new Uint32Array(1), chapters: [], tags: {}, channels: 1 } as const;
    expect(() => m4bParts({ ...none, sampleRate: 12_345 })).toThrow(RangeError);
  });
});

describe('a tag of MP3', () => {
  test('is read by another program, and the sound behind it is whole', async () => {
    const file = await fileOf(await openMp3File({ bitrate: 128 }, MONO), sound);
    const chapters = { marks: [{ title: 'One', startFrame: 0 }], frames: 66_150, sampleRate: 44_100 };
    const tagged = joinBytes([id3Tag(TAGS, chapters), file]);
    const input = new Input({ source: new BufferSource(tagged.slice().buffer), formats: ALL_FORMATS });
    const tags = await input.getMetadataTags();
    expect(tags).toMatchObject({ title: TAGS.title, artist: 'Oscar Wilde', trackNumber: 2, tracksTotal: 7 });
    expect(tags.images?.[0]?.data).toEqual(PNG);
    expect(channelOf(await decode(tagged)).length).toBe(channelOf(sound).length);
  });

  test('says when each chapter begins and ends, in milliseconds', () => {
    const marks = [
      { title: 'One', startFrame: 0 },
      { title: 'Two', startFrame: 44_100 },
    ];
    const tag = Buffer.from(id3Tag({}, { marks, frames: 100_000, sampleRate: 44_100 }));
    const second = tag.indexOf('ch1\0', tag.lastIndexOf('CHAP'));
    expect([tag.readUInt32BE(second + 4), tag.readUInt32BE(second + 8)]).toEqual([1000, 2268]);
  });

  test('is nothing where there is nothing to say', () => {
    expect(id3Tag({})).toHaveLength(0);
  });
});
