// Audio that costs nothing, so that what is around it can be measured (`--speech silent`).
import { writeFile } from 'node:fs/promises';
import { encode } from '../../codecs/encode.ts';
import { EMBEDDED_LANE, type FinishedFile } from '../speech/speech-engine.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { Renderer, RenderOrder, StreamOrder } from './renderer.ts';

const SAMPLE_RATE = 22_050;
const SECONDS = 0.1;

/** Every file is a tenth of a second of silence, made once for each format; files are not flushed. */
export class SilentRenderer implements Renderer {
  readonly voices: readonly EngineVoice[] = LISTED_VOICES;
  readonly lanes = new Map([[EMBEDDED_LANE, 16]]);
  readonly laneOf = (): string => EMBEDDED_LANE;
  readonly #files = new Map<string, Promise<Uint8Array>>();

  async render(order: RenderOrder): Promise<FinishedFile> {
    const bytes = await this.#bytes(order);
    await writeFile(order.path, bytes, { mode: 0o600 });
    return { duration: SECONDS, size: bytes.length };
  }

  async *stream(order: StreamOrder): AsyncGenerator<Uint8Array> {
    yield await this.#bytes(order);
  }

  #bytes(order: StreamOrder): Promise<Uint8Array> {
    const sampleRate = order.sampleRate ?? SAMPLE_RATE;
    const key = `${order.format} ${order.quality} ${sampleRate}`;
    const samples = new Float32Array(Math.round(SECONDS * sampleRate));
    const made =
      this.#files.get(key) ?? encode({ sampleRate, channels: [samples] }, order.format, { quality: order.quality });
    this.#files.set(key, made);
    return made;
  }

  async close(): Promise<void> {}
}
