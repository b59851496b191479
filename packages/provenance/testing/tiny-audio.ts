// The smallest files in which a manifest can be embedded.

const chunk = (id: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)]);
};

const SAMPLES = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 37) % 251));

export function tinyWav(): Buffer {
  const format = Buffer.from('0100010040 1f0000 803e0000 02001000'.replaceAll(' ', ''), 'hex');
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', SAMPLES)]));
}

/** @param tag an ID3v2 tag */
export function tinyMp3(tag: Buffer = Buffer.alloc(0)): Buffer {
  // MPEG-1 layer III, 32 kbit/s, 44100 Hz: 104 bytes per frame.
  const frame = Buffer.concat([Buffer.from('fffb10c4', 'hex'), Buffer.alloc(100)]);
  return Buffer.concat([tag, frame, frame, frame]);
}

/** @param version 3 or 4 */
export function titleTag(version: number, padding: number): Buffer {
  const title = Buffer.from('TIT2\0\0\0\x06\0\0\0Title', 'latin1');
  const header = Buffer.from(['I'.charCodeAt(0), 'D'.charCodeAt(0), '3'.charCodeAt(0), version, 0, 0, 0, 0, 0, 0]);
  header.writeUInt8(title.length + padding, 9);
  return Buffer.concat([header, title, Buffer.alloc(padding)]);
}

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type), body]);
};

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** An MP4 file with one chunk of audio. */
export function tinyMp4(isAudioFirst = false): Buffer {
  const brand = box('ftyp', Buffer.from('M4B '), uint32(0), Buffer.from('M4B isom'));
  const audio = box('mdat', SAMPLES);
  const movie = (offset: number): Buffer =>
    box('moov', box('trak', box('mdia', box('minf', box('stbl', box('stco', uint32(0, 1, offset)))))));
  const before = isAudioFirst ? brand.length : brand.length + movie(0).length;
  const moov = movie(before + 8);
  return Buffer.concat(isAudioFirst ? [brand, audio, moov] : [brand, moov, audio]);
}

/** Returns the audio that the index of an MP4 file from `tinyMp4` points to. */
export function audioAtOffset(bytes: Buffer): Buffer {
  const offset = bytes.readUInt32BE(bytes.indexOf('stco') + 12);
  return bytes.subarray(offset, offset + SAMPLES.length);
}

export const AUDIO_SAMPLES = SAMPLES;
