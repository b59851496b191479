import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inputParametersSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMBEDDED_LANE, type SpeechEngine, SpeechError } from '../speech/speech-engine.ts';
import { job, temporaryFolder } from '../testing/test-service.ts';
import { SpeechRenderer } from './renderer.ts';
import { createRenderOrder } from './stream-order.ts';
import { RenderPool } from './worker-pool.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'line.flac');
});
afterEach(() => folder.remove());

/** What a thread has written of the file at any moment before it is renamed. */
function writeUnfinished(): void {
  writeFileSync(`${path}.part`, 'half');
  writeFileSync(`${path}.samples`, 'half');
}

const engineThat = (parts: Partial<SpeechEngine>): SpeechEngine => ({
  voices: [],
  lanes: new Map([[EMBEDDED_LANE, 1]]),
  laneOf: () => EMBEDDED_LANE,
  sampleRateOf: () => 22_050,
  async *synthesize() {},
  close: async () => {},
  ...parts,
});

const rendererWith = (parts: Partial<SpeechEngine>): SpeechRenderer =>
  new SpeechRenderer(engineThat(parts), new RenderPool(1));

const render = (renderer: SpeechRenderer, signal = new AbortController().signal) =>
  renderer.render(createRenderOrder(inputParametersSchema.parse(job({ output_format: 'flac' })), 0, path), signal);

describe('nothing is left of a file that is not finished', () => {
  test('because its thread died', async () => {
    const renderer = rendererWith({
      speakFile: async () => {
        writeUnfinished();
        throw new Error('The thread died.');
      },
    });
    await expect(render(renderer)).rejects.toThrow('The thread died.');
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('because it can’t be renamed', async () => {
    mkdirSync(path);
    const renderer = rendererWith({
      speakFile: async () => {
        writeUnfinished();
        return { duration: 1, size: 4 };
      },
    });
    await expect(render(renderer)).rejects.toThrow(SpeechError);
    expect(readdirSync(folder.path)).toEqual(['line.flac']);
  });

  test('because the service stops while a thread writes it', async () => {
    const stopping = new AbortController();
    const renderer = rendererWith({
      async *synthesize() {
        yield Int16Array.from({ length: 100 * 22_050 }, (_, place) => (place * 7919) % 20_000);
      },
    });
    const rendering = expect(render(renderer, stopping.signal)).rejects.toThrow('The service is stopping.');
    while (readdirSync(folder.path).length === 0) await nextTurn();
    stopping.abort(new Error('The service is stopping.'));
    await rendering;
    await renderer.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
