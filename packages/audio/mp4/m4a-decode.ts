import { AacDecoder } from '../aac/aac-decode.ts';
import { AudioFormatError, type DecodeLimit, requireWithinLimit } from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource } from '../codecs/bytes.ts';
import type { BlockHandler } from '../codecs/pcm.ts';
import { m4bPackets } from './m4b-packets.ts';

const PACKETS_PER_BLOCK = 256;
const FRAME_LENGTH = 1024;

interface DecodedM4a {
  readonly sampleRate: number;
  readonly frames: number;
  readonly soundBytes: number;
}

/** Decodes an AAC-LC file with contiguous packets after the header. @throws AudioFormatError for other files */
export async function decodeM4aBlocks(
  audio: AudioBytes,
  onBlock: BlockHandler,
  limit: DecodeLimit,
): Promise<DecodedM4a> {
  const source = asSource(audio);
  const packets = await m4bPackets(async (offset, count) => source.read(offset, count));
  if (packets === null) throw new AudioFormatError('unsupported', 'The audio of this MPEG-4 file isn’t supported.');
  const { sampleRate, channels, sizes } = packets;
  requireWithinLimit((sizes.length * FRAME_LENGTH) / sampleRate, limit);
  const decoder = new AacDecoder(sampleRate, channels);
  let offset = packets.start;
  for (let first = 0; first < sizes.length; first += PACKETS_PER_BLOCK) {
    const portion = sizes.subarray(first, first + PACKETS_PER_BLOCK);
    const length = portion.reduce((sum, size) => sum + size, 0);
    const bytes = source.read(offset, length);
    if (bytes.length < length) throw new AudioFormatError('truncated', 'The audio file is cut short.');
    offset += length;
    let place = 0;
    for (const size of portion) {
      await onBlock({ sampleRate, channels: decoder.decode(bytes.subarray(place, place + size)) });
      place += size;
    }
  }
  return { sampleRate, frames: sizes.length * FRAME_LENGTH, soundBytes: offset - packets.start };
}
