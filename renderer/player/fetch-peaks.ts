// The waveform of audio that has no peaks yet: an audition's, which arrives while it plays.
import { peaksOf } from './resample.ts';

/** Enough to see speech; less to hold than what is heard. */
const DECODED_HZ = 8_000;

/** As many as a wide window has bars. */
export const PEAKS = 1_600;

/**
 * Waits until all of it has come.
 *
 * @returns bytes of full scale at even distances, and the length in seconds
 * @throws where it breaks off, or is no audio
 */
export async function fetchPeaks(url: string): Promise<{ readonly peaks: Uint8Array; readonly seconds: number }> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`no audio: ${reply.status}`);
  const context = new OfflineAudioContext(1, 1, DECODED_HZ);
  const audio = await context.decodeAudioData(await reply.arrayBuffer());
  return { peaks: peaksOf(audio.getChannelData(0), PEAKS), seconds: audio.duration };
}
