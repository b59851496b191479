// Finds the lines of a recording and cuts it, in a worker thread (conform-worker.ts).
import {
  type AudioInput,
  audioBytesOf,
  decodeBlocks,
  encode,
  mixToMono,
  type Pcm,
  StreamResampler,
} from '@lectern/audio';
import {
  type ConformedChapter,
  conformChapter,
  type MeasuredRecording,
  RecordingMeasurer,
  ReferenceReader,
  type Stretch,
} from '@lectern/audio/alignment';
import type { Language } from '@lectern/tts-protocol';
import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';

export interface FindLines {
  readonly kind: 'find';
  readonly audio: { readonly fd: number };
  readonly lines: readonly string[];
  readonly language: Language;
}

export interface CutLines {
  readonly kind: 'cut';
  readonly audio: { readonly fd: number };
  /** In ascending order, without overlaps. */
  readonly stretches: readonly Stretch[];
}

export type ConformJob = FindLines | CutLines;
export type ConformJobResult = ConformedChapter | null;

/** Progress at which finding lines starts, after decoding and measuring the recording. */
const MEASURED_SHARE = 0.2;

/** @throws AudioFormatError */
export async function findLines(
  { audio, lines, language }: FindLines,
  onProgress: (share: number) => void,
): Promise<ConformedChapter> {
  const recording = await measureRecording(audio);
  onProgress(MEASURED_SHARE);
  const reader = await ReferenceReader.create();
  return conformChapter({
    recording,
    lines,
    language,
    reader,
    onProgress: (share) => onProgress(MEASURED_SHARE + (1 - MEASURED_SHARE) * share),
  });
}

async function measureRecording(audio: AudioInput): Promise<MeasuredRecording> {
  const measurer = new RecordingMeasurer();
  let resampler: StreamResampler | undefined;
  await decodeBlocks(audioBytesOf(audio), {}, (block) => {
    resampler ??= new StreamResampler(block.sampleRate, ALIGNMENT_RATE);
    // The decoder may reuse its buffers.
    measurer.add(resampler.add(monoOf(block)).slice());
  });
  if (resampler) measurer.add(resampler.end());
  return measurer.end();
}

const monoOf = (block: Pcm): Float32Array => at(mixToMono(block).channels, 0);

function joined(blocks: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let end = 0;
  for (const block of blocks) {
    samples.set(block, end);
    end += block.length;
  }
  return samples;
}

/**
 * Cuts a recording into mono FLAC files of its sample rate. @param onCut receives each file, in the order of the
 * stretches
 * @throws AudioFormatError
 */
export async function cutLines(
  { audio, stretches }: CutLines,
  onCut: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let next = 0;
  let position = 0;
  let pieces: Float32Array[] = [];
  let rate = 0;
  const finish = async (): Promise<void> => {
    const bytes = await encode({ sampleRate: rate, channels: [joined(pieces)] }, 'flac');
    pieces = [];
    next += 1;
    await onCut(bytes);
  };
  await decodeBlocks(audioBytesOf(audio), {}, async (block) => {
    rate = block.sampleRate;
    const samples = monoOf(block);
    const end = position + samples.length;
    for (let stretch = stretches[next]; stretch; stretch = stretches[next]) {
      const from = Math.round(stretch.startSeconds * rate);
      const to = Math.round(stretch.endSeconds * rate);
      if (from >= end) break;
      pieces.push(samples.slice(Math.max(0, from - position), Math.min(samples.length, to - position)));
      if (to > end) break;
      await finish();
    }
    position = end;
  });
  // A rounding difference can place the last cut after the end.
  while (next < stretches.length && rate > 0) await finish();
}
