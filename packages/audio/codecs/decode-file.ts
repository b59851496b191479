import type { OutputFormat } from '@lectern/tts-protocol';
import type { FileFigures } from '../../../shared/model/export/check-report.ts';
import { isOggOpus } from '../ogg/ogg-pages.ts';
import type { DecodeLimit } from './audio-format-error.ts';
import { type ByteSource, latin1Text } from './bytes.ts';
import { decodeBlocks } from './decode.ts';
import type { Pcm } from './pcm.ts';

/** A hundred hours: enough for an audiobook in one file. */
const FILE_LIMIT: DecodeLimit = { seconds: 100 * 3_600, readsIncomplete: true };

const ENCODINGS: Readonly<Record<OutputFormat, FileFigures['packedAs']>> = {
  mp3: 'mp3',
  wav: 'wav',
  mulaw: 'wav',
  flac: 'flac',
  ogg: 'vorbis',
};

const isMpeg4 = (source: ByteSource): boolean => latin1Text(source.read(4, 4)) === 'ftyp';

/** Like `decodeBlocks`, but also decodes MPEG-4 files, longer files, and the existing part of incomplete files. */
export async function decodeFileBlocks(source: ByteSource, onBlock: (block: Pcm) => void) {
  if (isMpeg4(source)) {
    // Imported on demand, because the module includes the encoder and is rarely needed.
    const { decodeM4aBlocks } = await import('../mp4/m4a-decode.ts');
    return { packedAs: 'aac' as const, ...(await decodeM4aBlocks(source, onBlock, FILE_LIMIT)) };
  }
  const { format, sampleRate, frames } = await decodeBlocks(source, {}, onBlock, FILE_LIMIT);
  const packedAs = format === 'ogg' && isOggOpus(source) ? ('opus' as const) : ENCODINGS[format];
  return { packedAs, sampleRate, frames, soundBytes: source.length };
}
