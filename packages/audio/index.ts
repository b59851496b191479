// Requires Node. Browsers use `./formats` and `./timeline`.
export { AAC_FRAME, aacPackets, requirePackets } from './aac/adts.ts';
export type { FileEncoder } from './codecs/audio-encoder.ts';
export { AUDIO_FORMAT_ERROR_KINDS, AudioFormatError } from './codecs/audio-format-error.ts';
export { type AudioTarget, type Conversion, type ConvertedAudio, convertAudio } from './codecs/convert-audio.ts';
export { type DecodeHint, decode, decodeBlocks } from './codecs/decode.ts';
export { type CompressedContainer, decodeCompressedBlocks } from './codecs/decode-compressed.ts';
export { encode, openEncoder, openFileEncoder } from './codecs/encode.ts';
export { type AudioInput, audioBytesOf, FileSource } from './codecs/file-source.ts';
export { formatOf, identify } from './codecs/identify.ts';
export {
  durationSeconds,
  frameCount,
  mixToMono,
  type Pcm,
  pcmFromInt16,
  sampleAt,
  toFloatSamples,
} from './codecs/pcm.ts';
export { readFlacStreamInfo } from './flac/flac-format.ts';
export { readMp3Stream } from './mp3/mp3-frames.ts';
export { m4bParts } from './mp4/m4b.ts';
export { adtsStream, m4bPackets } from './mp4/m4b-packets.ts';
export { readOggPages } from './ogg/ogg-pages.ts';
export { resample, StreamResampler } from './resample/resample.ts';
export {
  type AudioTags,
  type ChapterLoss,
  type ChapterMark,
  type CoverPicture,
  coverPicture,
} from './tags/audio-tags.ts';
export { id3Tag } from './tags/id3.ts';
export { decodeWav } from './wav/wav-decode.ts';
export { encodeWav, pcmBytes, toInt16, wavFileHeader } from './wav/wav-encode.ts';
export { isWav, readWavLayout, type WavLayout } from './wav/wav-layout.ts';
export { RepairedWav, type WavRepair, wavRepair } from './wav/wav-repair.ts';
