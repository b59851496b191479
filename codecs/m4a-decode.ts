// The sound of M4A and M4B files, packet by packet.
import { AacDecoder } from './aac-decode.ts';
import { AudioFormatError, type DecodeLimit, refuseTooLong } from './audio-format-error.ts';
import { type AudioBytes, asSource } from './bytes.ts';
import { m4bPackets } from './m4b-packets.ts';
import type { BlockTaker } from './pcm.ts';

/** Packets that are read from the file at once. */
const PORTION = 256;
const FRAME = 1024;

interface DecodedM4a {
  /** Hz. */
  readonly sampleRate: number;
  /** Samples of each channel. */
  readonly frames: number;
  /** Of all packets, without the boxes and pictures around them. */
  readonly soundBytes: number;
}

/**
 * Decodes a file of AAC-LC whose packets lie one after the other behind its head, as those of Lectern and of most programs
 * that write for the web do.
 *
 * @param take gets blocks that are valid until it returns or resolves
 * @throws AudioFormatError for other files; what `take` throws
 */
export async function decodeM4aBlocks(from: AudioBytes, take: BlockTaker, limit: DecodeLimit): Promise<DecodedM4a> {
  const source = asSource(from);
  const packets = await m4bPackets(async (offset, count) => source.bytes(offset, count));
  if (packets === null) throw new AudioFormatError('unsupported', 'The sound of this MPEG-4 file can’t be read here.');
  const { sampleRate, channels, sizes } = packets;
  refuseTooLong((sizes.length * FRAME) / sampleRate, limit);
  const decoder = new AacDecoder(sampleRate, channels);
  let offset = packets.start;
  for (let first = 0; first < sizes.length; first += PORTION) {
    const portion = sizes.subarray(first, first + PORTION);
    const length = portion.reduce((sum, size) => sum + size, 0);
    const bytes = source.bytes(offset, length);
    if (bytes.length < length) throw new AudioFormatError('truncated', 'The audio file is cut short.');
    offset += length;
    let place = 0;
    for (const size of portion) {
      await take({ sampleRate, channels: decoder.decode(bytes.subarray(place, place + size)) });
      place += size;
    }
  }
  return { sampleRate, frames: sizes.length * FRAME, soundBytes: offset - packets.start };
}
