import { type DecodeHint, decode } from '../../../codecs/decode.ts';
import { encode } from '../../../codecs/encode.ts';
import type { OutputFormat, Quality } from '../../../shared/service/vocabulary.ts';

/** What to make of a file. */
export interface Conversion {
  /** Needed for bare mu-law only; any other file says what it is. */
  readonly from?: DecodeHint | undefined;
  readonly to: OutputFormat;
  /** Of a lossy format; medium unless given. */
  readonly quality?: Quality | undefined;
}

/**
 * The same sound in another format, at its own sample rate (MP3: the next higher one that it has). The same bytes in
 * give the same bytes out.
 *
 * @throws AudioFormatError where the bytes can't be read as audio
 */
export async function convertAudio(bytes: Uint8Array, conversion: Conversion): Promise<Uint8Array> {
  const sound = await decode(bytes, conversion.from);
  return encode(sound, conversion.to, { quality: conversion.quality });
}
