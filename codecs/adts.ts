// The frames in which a stream of AAC comes: each says how long it is, so that a stream can be kept and cut between any two.
import { numberAt } from './bytes.ts';

/** Samples of each channel in a frame. */
export const AAC_FRAME = 1024;
/** Bytes of a frame's head, which has no checksum. */
export const ADTS_HEAD = 7;

/** Bytes of the frame whose head begins at an offset, its head included. */
function adtsFrameSize(bytes: Uint8Array, offset: number): number {
  const [third, fourth, fifth] = [3, 4, 5].map((place) => numberAt(bytes, offset + place));
  return (((third ?? 0) & 3) << 11) | ((fourth ?? 0) << 3) | ((fifth ?? 0) >> 5);
}

/** Where a packet lies in its stream, without the head of its frame: from a place to before another. */
export interface AacPacket {
  readonly from: number;
  readonly to: number;
}

/** The places and lengths of the packets of a stream; null where it is none, or was cut. */
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

/** The same of a stream that was made here. @throws Error where it is broken */
export function ownPackets(stream: Uint8Array): AacPacket[] {
  const packets = aacPackets(stream);
  if (packets === null) throw new Error('A stream of AAC is broken.');
  return packets;
}
