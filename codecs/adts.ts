// The frames in which a stream of AAC comes: each says how long it is, so that a stream can be kept and cut between any two.
import { numberAt } from './bytes.ts';

/** Samples of each channel in a frame. */
export const AAC_FRAME = 1024;
/** Bytes of a frame's head, which has no checksum. */
export const ADTS_HEAD = 7;

/** Bytes of the frame whose head begins at an offset, its head included. */
export function adtsFrameSize(bytes: Uint8Array, offset: number): number {
  const [third, fourth, fifth] = [3, 4, 5].map((place) => numberAt(bytes, offset + place));
  return (((third ?? 0) & 3) << 11) | ((fourth ?? 0) << 3) | ((fifth ?? 0) >> 5);
}
