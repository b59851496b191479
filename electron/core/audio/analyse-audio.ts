import { AudioFormatError } from '../../../codecs/audio-format-error.ts';
import type { DecodeHint } from '../../../codecs/decode.ts';
import { type DecodedHead, decodeBlocks } from '../../../codecs/decode-blocks.ts';
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
 * @throws AudioFormatError where the bytes are no audio, cut or damaged; also where samples are no numbers
 */
export async function analyseAudio(bytes: Uint8Array, hint: DecodeHint = {}): Promise<AnalysedAudio> {
  const meter = new CellMeter();
  const head = await decodeBlocks(bytes, hint, (block) => meter.add(block));
  const cells = meter.finish();
  // One sample that is no number makes all that follows it none.
  if (!Number.isFinite(cells.energies.at(-1) ?? 0)) {
    throw new AudioFormatError('damaged', 'The audio file has samples that are no numbers.');
  }
  return { ...head, analysis: soundFigures(cells) };
}
