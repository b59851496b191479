import { AudioFormatError, type DecodeLimit } from '../../../codecs/audio-format-error.ts';
import type { AudioBytes } from '../../../codecs/bytes.ts';
import { type DecodedHead, type DecodeHint, decodeBlocks } from '../../../codecs/decode.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import { CellMeter } from './sound-cells.ts';
import { soundFigures } from './sound-figures.ts';

/** A file that was decoded once, from end to end. */
export interface AnalysedAudio extends DecodedHead {
  readonly analysis: AudioAnalysis;
}

/**
 * Decodes a file and measures it on the way: an hour of sound needs no more memory than a minute, the few megabytes of
 * its figures aside.
 *
 * @param hint needed for bare mu-law only; any other file says what it is
 * @param limit how long the sound may last; six hours unless given
 * @throws AudioFormatError where the bytes are no audio, cut, damaged or too long; also where samples are no numbers
 */
export async function analyseAudio(
  from: AudioBytes,
  hint: DecodeHint = {},
  limit?: DecodeLimit,
): Promise<AnalysedAudio> {
  const meter = new CellMeter();
  const head = await decodeBlocks(from, hint, (block) => meter.add(block), limit);
  const cells = meter.finish();
  // One sample that is no number makes all that follows it none.
  if (!Number.isFinite(cells.energies.at(-1) ?? 0)) {
    throw new AudioFormatError('damaged', 'The audio file has samples that are no numbers.');
  }
  return { ...head, analysis: soundFigures(cells) };
}
