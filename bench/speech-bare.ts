// A separate process, with its own memory and compiled code. It runs eSpeak NG exactly as packaged. For each message,
// it speaks all utterances once.
import load from '@echogarden/espeak-ng-emscripten';
import type { EspeakUtterance } from '../packages/speech-service/speech/espeak/espeak-module.ts';
import type { SpeechCost } from './speech-peers.ts';

const ignoreOutput = (): void => {};
const module = await load({ print: ignoreOutput, printErr: ignoreOutput });
const speaker = await new module.eSpeakNGWorker();

process.on('message', (utterances: readonly EspeakUtterance[]) => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let samples = 0;
  for (const { voice, rate, pitch, range, volume, text } of utterances) {
    speaker.set_voice(voice, '', 0, 0, 0);
    speaker.set_rate(rate);
    speaker.set_pitch(pitch);
    speaker.set_range(range);
    speaker.set_volume(volume);
    speaker.synthesize(text, (piece) => {
      samples += piece?.length ?? 0;
      return false;
    });
  }
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({
    audioSeconds: samples / speaker.get_samplerate(),
    wallSeconds,
    cpuSeconds: (user + system) / 1e6,
    memoryBytes: process.resourceUsage().maxRSS * 1024,
  } satisfies SpeechCost);
});
