// Each frame contains its length, so a stream can be stored and cut between any two frames.
import { numberAt } from '../codecs/bytes.ts';

export const AAC_FRAME = 1024;
/** Size of a frame header without checksum, in bytes. */
export const ADTS_HEAD = 7;

function adtsFrameSize(bytes: Uint8Array, offset: number): number {
  const [third, fourth, fifth] = [3, 4, 5].map((place) => numberAt(bytes, offset + place));
  return (((third ?? 0) & 3) << 11) | ((fourth ?? 0) << 3) | ((fifth ?? 0) >> 5);
}

export interface AacPacket {
  readonly from: number;
  readonly to: number;
}

/** Returns the packets of a stream, or null if it isn't valid or was truncated. */
export function aacPackets(stream: Uint8Array): AacPacket[] | null {
  const packets: AacPacket[] = [];
  for (let from = 0; from < stream.length; ) {
    if (from + ADTS_HEAD > stream.length || stream[from] !== 0xff || ((stream[from + 1] ?? 0) & 0xf7) !== 0xf1)
      return null;
    const size = adtsFrameSize(stream, from);
    if (size <= ADTS_HEAD || from + size > stream.length) return null;
    packets.push({ from: from + ADTS_HEAD, to: from + size });
    from += size;
  }
  return packets;
}

export function ownPackets(stream: Uint8Array): AacPacket[] {
  const packets = aacPackets(stream);
  if (packets === null) throw new Error('The AAC stream is invalid.');
  return packets;
}
