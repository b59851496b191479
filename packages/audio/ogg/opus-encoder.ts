// Ogg Opus encoder (libopus as WebAssembly; RFC 7845) with packets of 20 ms, about a second per page.

import type { EncoderInput, FileEncoder } from '../codecs/audio-encoder.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { opusSampleRate } from '../formats.ts';
import { type FileComments, NO_COMMENTS, opusComments } from '../tags/vorbis-comments.ts';
import { FIRST_PAGE_FLAG, LAST_PAGE_FLAG } from './ogg-pages.ts';
import { MAX_SEGMENTS, oggHeaderPages, oggPage, segmentsOf } from './ogg-writer.ts';

/** Granule positions per second, regardless of the audio's sample rate. */
const GRANULE_RATE = 48_000;
const PACKETS_PER_SECOND = 50;
/** Arbitrary but constant, so that the output is deterministic. */
const SERIAL = 0x4c454f50;
const VENDOR = 'libopus';

class OpusPages {
  #packets: Uint8Array[] = [];
  #segments: number[] = [];
  #position = 0;
  #sequence = 0;

  add(packet: Uint8Array, position: number): Uint8Array {
    const segments = segmentsOf(packet);
    const isFull =
      this.#packets.length === PACKETS_PER_SECOND || this.#segments.length + segments.length > MAX_SEGMENTS;
    const full = isFull ? this.page() : new Uint8Array(0);
    this.#packets.push(packet);
    for (const segment of segments) this.#segments.push(segment);
    this.#position = position;
    return full;
  }

  /** @param position granule position, if different from the position of the last packet */
  page(flags = 0, position = this.#position): Uint8Array {
    const page = oggPage({
      flags,
      position: BigInt(position),
      serial: SERIAL,
      sequence: this.#sequence,
      segments: this.#segments,
      body: this.#packets,
    });
    this.#packets = [];
    this.#segments = [];
    this.#sequence += 1;
    return page;
  }

  comments(packet: Uint8Array): Uint8Array {
    const pages = oggHeaderPages([packet], SERIAL);
    this.#sequence += pages.length;
    return joinBytes(pages);
  }
}

/** @param preSkip samples at 48 kHz that a decoder drops at the start */
function opusHeadPacket({ channels, sampleRate }: EncoderInput, preSkip: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode('OpusHead'));
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, sampleRate, true);
  return head;
}

const sanitizeSample = (sample: number): number => (Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample)));

/**
 * Opens an encoder. The decoded length is exact at 24 and 48 kHz; callers resample to `sampleRate`.
 * @throws RangeError
 */
export async function openOpusFile(
  kilobits: number,
  input: EncoderInput,
  comments: FileComments = NO_COMMENTS,
): Promise<FileEncoder> {
  const width = input.channels;
  if (width !== 1 && width !== 2) throw new RangeError('Opus is only supported with one or two channels.');
  const sampleRate = opusSampleRate(input.sampleRate);
  const frameSize = sampleRate / PACKETS_PER_SECOND;
  const packetSamples = GRANULE_RATE / PACKETS_PER_SECOND;
  const { Application, createEncoder } = await import('libopus-wasm');
  const encoder = await createEncoder({
    channels: width,
    sampleRate,
    frameSize,
    application: Application.Audio,
    bitrate: kilobits * 1_000,
    vbr: true,
    complexity: 10,
  });
  const scale = GRANULE_RATE / sampleRate;
  const preSkip = encoder.getLookahead() * scale;
  const pages = new OpusPages();
  const frame = new Float32Array(frameSize * width);
  let filled = 0;
  let samplesIn = 0;
  let position = 0;
  let isOpen = true;
  const start = (): Uint8Array => {
    if (position > 0) return new Uint8Array(0);
    pages.add(opusHeadPacket({ channels: width, sampleRate }, preSkip), 0);
    const head = pages.page(FIRST_PAGE_FLAG);
    return joinBytes([head, pages.comments(opusComments(VENDOR, comments))]);
  };
  const packet = (): Uint8Array => {
    const head = start();
    position += packetSamples;
    filled = 0;
    return joinBytes([head, pages.add(encoder.encodeFloat(frame).slice(), position)]);
  };
  return {
    sampleRate,
    add(channels) {
      const parts: Uint8Array[] = [];
      const length = channels[0]?.length ?? 0;
      samplesIn += length;
      for (let index = 0; index < length; index += 1) {
        for (let channel = 0; channel < width; channel += 1) {
          frame[filled * width + channel] = sanitizeSample(sampleAt(channels[channel] ?? new Float32Array(0), index));
        }
        filled += 1;
        if (filled === frameSize) parts.push(packet());
      }
      return joinBytes(parts);
    },
    end() {
      const parts: Uint8Array[] = [];
      const whole = preSkip + samplesIn * scale;
      // Silence flushes the samples delayed in the encoder; the last page's position marks the end of the audio.
      while (position < Math.max(whole, 1)) {
        frame.fill(0, filled * width);
        parts.push(packet());
      }
      parts.push(pages.page(LAST_PAGE_FLAG, whole));
      return joinBytes(parts);
    },
    header: () => new Uint8Array(0),
    close() {
      if (isOpen) encoder.free();
      isOpen = false;
    },
  };
}
