import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource } from '../codecs/bytes.ts';
import { decodeFileBlocks } from '../codecs/decode-file.ts';
import { type WatermarkScan, WatermarkScanner } from './watermark-scanner.ts';

class EnoughRead extends Error {}

/**
 * Looks for a watermark in an audio file of any format that Lectern exports. If the file is damaged or incomplete, searches the
 * part before the damage.
 * @throws AudioFormatError if nothing can be decoded
 */
export async function findWatermark(audio: AudioBytes): Promise<WatermarkScan> {
  const scanner = await WatermarkScanner.create();
  try {
    await decodeFileBlocks(asSource(audio), (block) => {
      scanner.add(block);
      if (scanner.isDone) throw new EnoughRead('The rest of the file is not needed.');
    });
  } catch (error) {
    const isDamaged = error instanceof AudioFormatError && scanner.hasRead;
    if (!(error instanceof EnoughRead || isDamaged)) throw error;
  }
  return scanner.finish();
}
