// Each frame contains its length, so a stream can be stored and cut between any two frames.
import { numberAt } from '../codecs/bytes.ts';

export const AAC_FRAME = 1024;
/** Size in bytes of a frame header without a checksum. */
export const ADTS_HEADER_BYTES = 7;

function adtsFrameSize(bytes: Uint8Array, offset: number): number {
  const [third, fourth, fifth] = [3, 4, 5].map((place) => numberAt(bytes, offset + place));
  return (((third ?? 0) & 3) << 11) | ((fourth ?? 0) << 3) | ((fifth ?? 0) >> 5);
}

export interface AacPacket {
  readonly from: number;
  readonly to: number;
}

/** Returns the packets in an ADTS stream, or null if the stream is invalid or truncated. */
export function aacPackets(stream: Uint8Array): AacPacket[] | null {
  const packets: AacPacket[] = [];
  for (let from = 0; from < stream.length; ) {
    if (from + ADTS_HEADER_BYTES > stream.length || stream[from] !== 0xff || ((stream[from + 1] ?? 0) & 0xf7) !== 0xf1)
      return null;
    const size = adtsFrameSize(stream, from);
    if (size <= ADTS_HEADER_BYTES || from + size > stream.length) return null;
    packets.push({ from: from + ADTS_HEADER_BYTES, to: from + size });
    from += size;
  }
  return packets;
}

export function requirePackets(stream: Uint8Array): AacPacket[] {
  const packets = aacPackets(stream);
  if (packets === null) throw new Error('The AAC stream is invalid.');
  return packets;
}
