// Times the engines when they are called directly in this process.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import load from '@echogarden/espeak-ng-emscripten';
import type { StreamCreation } from '@lectern/tts-protocol';
import { createStreamOrder } from '../packages/speech-service/rendering/stream-order.ts';
import { planSpeech } from '../packages/speech-service/speech/embedded/plan.ts';
import { loadFliteModule } from '../packages/speech-service/speech/flite/flite-module.ts';

interface BareEngine {
  first(): Uint8Array;
  close(): void;
}

const firstUtterance = (request: StreamCreation) => {
  const [part] = planSpeech(createStreamOrder({ ...request, voice: request.voice ?? '' }, 1).request).parts;
  if (part === undefined) throw new Error('There is nothing to speak.');
  return part;
};

/** eSpeak NG outputs audio while it is speaking, a tenth of a second at a time. */
export async function bareEspeak(request: StreamCreation): Promise<BareEngine> {
  const part = firstUtterance(request);
  if (!('espeak' in part)) throw new Error('This voice is not of eSpeak NG.');
  const silent = (): void => {};
  const module = await load({ print: silent, printErr: silent });
  const speaker = await new module.eSpeakNGWorker();
  const { voice, rate, pitch, range, volume, text } = part.espeak;
  return {
    first() {
      let sound = new Uint8Array(0);
      speaker.set_voice(voice.replace(/\+.*/, ''), '', 0, 0, 0);
      speaker.set_rate(rate);
      speaker.set_pitch(pitch);
      speaker.set_range(range);
      speaker.set_volume(volume);
      speaker.synthesize(text, (piece) => {
        if (!piece?.length) return false;
        sound = new Uint8Array(Int16Array.from(piece).buffer);
        return true;
      });
      return sound;
    },
    close() {},
  };
}

/** Flite only outputs complete utterances, so it speaks just the first sentence. */
export async function bareFlite(request: StreamCreation): Promise<BareEngine> {
  const part = firstUtterance(request);
  if (!('flite' in part)) throw new Error('This voice is not of Flite.');
  const module = await loadFliteModule();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bare-flite-'));
  const { voice, text } = part.flite;
  return {
    first() {
      const args = ['flite', '-voice', voice, '-t', text, '-o', '/sound/line.wav'];
      const wasi = new WASI({ version: 'preview1', args, preopens: { '/sound': folder }, returnOnExit: true });
      wasi.start(new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport }));
      return readFileSync(join(folder, 'line.wav'));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
