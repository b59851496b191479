// A separate process, with its own memory and compiled code. It runs Flite exactly as packaged: as a WASI program that
// is started for each line. For each message, it speaks all utterances once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import {
  FLITE_SAMPLE_RATE,
  type FliteUtterance,
  loadFliteModule,
} from '../packages/speech-service/speech/flite/flite-module.ts';
import type { SpeechCost } from './speech-peers.ts';

const HEADER_BYTES = 44;

const module = await loadFliteModule();
const folder = mkdtempSync(join(tmpdir(), 'lectern-bare-flite-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

/** Returns the duration of the audio in seconds. */
function say({ voice, text }: FliteUtterance): number {
  const args = ['flite', '-voice', voice, '-t', text, '-o', '/sound/line.wav'];
  const wasi = new WASI({ version: 'preview1', args, preopens: { '/sound': folder }, returnOnExit: true });
  wasi.start(new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport }));
  return (readFileSync(join(folder, 'line.wav')).length - HEADER_BYTES) / 2 / FLITE_SAMPLE_RATE;
}

process.on('message', (utterances: readonly FliteUtterance[]) => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const audioSeconds = utterances.reduce((sum, utterance) => sum + say(utterance), 0);
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({
    audioSeconds,
    wallSeconds,
    cpuSeconds: (user + system) / 1e6,
    memoryBytes: process.resourceUsage().maxRSS * 1024,
  } satisfies SpeechCost);
});
