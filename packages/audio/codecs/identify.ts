import type { OutputFormat } from '@lectern/tts-protocol';
import { isFlac } from '../flac/flac-format.ts';
import { readMp3Stream, startsWithMp3 } from '../mp3/mp3-frames.ts';
import { isOgg } from '../ogg/ogg-pages.ts';
import { isWav } from '../wav/wav-layout.ts';
import { AudioFormatError } from './audio-format-error.ts';
import { type AudioBytes, asSource, latin1Text } from './bytes.ts';

/** A file's container. Mu-law audio is either in a WAV file or headerless (`raw-mulaw`). */
export type Container = 'wav' | 'mp3' | 'ogg' | 'flac' | 'raw-mulaw';

const DETECTION_BYTES = 512;
/** With fewer distinct byte values than this, bytes that look like letters may be near-silent headerless mu-law. */
const MIN_DISTINCT_BYTES = 8;

function isText(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function describeText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, DETECTION_BYTES);
  const text = latin1Text(head)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^<(!doctype html|html|head|body)/i.test(text)) return 'a web page';
  if (/^<[?!a-z]/i.test(text) && head.subarray(0, 16).every(isText)) return 'an XML or HTML text';
  if (!head.every(isText)) return undefined;
  if (/^[{[]/.test(text)) return 'a JSON text';
  return new Set(head).size >= MIN_DISTINCT_BYTES ? 'a plain text' : undefined;
}

function describeOtherAudio(bytes: Uint8Array): string | undefined {
  const text = latin1Text(bytes.subarray(0, 12));
  if (text.slice(4, 8) === 'ftyp') return 'an MP4 or M4A';
  if (text.startsWith('FORM')) return 'an AIFF';
  if (text.startsWith('RIFX')) return 'a WAV of a rare kind (RIFX)';
  if (text.startsWith('\u001aE\u00df\u00a3')) return 'a WebM or Matroska';
  if (text.startsWith('#!AMR')) return 'an AMR';
  return undefined;
}

/** Returns headerless mu-law only if the caller expects it and nothing else matches. @throws AudioFormatError */
export function identify(audio: AudioBytes, expected?: OutputFormat): Container {
  const source = asSource(audio);
  const bytes = source.read(0, DETECTION_BYTES);
  if (bytes.length === 0) throw new AudioFormatError('empty', 'The audio file is empty.');
  if (isWav(bytes)) return 'wav';
  if (isFlac(source)) return 'flac';
  if (isOgg(bytes)) return 'ogg';
  const text = describeText(bytes);
  if (text !== undefined) throw new AudioFormatError('foreign', `Instead of audio there is ${text}.`);
  const other = describeOtherAudio(bytes);
  if (other !== undefined) {
    throw new AudioFormatError('unsupported', `The file is ${other} file: convert it to WAV, FLAC, MP3 or Ogg first.`);
  }
  if (expected === 'mulaw') {
    const mp3 = readMp3Stream(source);
    return mp3 !== undefined && mp3.start === 0 && mp3.frames > 1 ? 'mp3' : 'raw-mulaw';
  }
  if (startsWithMp3(source)) return 'mp3';
  throw new AudioFormatError('foreign', 'The file is not in a supported audio format (WAV, MP3, Ogg or FLAC).');
}

export function formatOf(container: Container, wavCoding?: string): OutputFormat {
  if (container === 'raw-mulaw') return 'mulaw';
  if (container === 'wav') return wavCoding === 'mulaw' ? 'mulaw' : 'wav';
  return container;
}
