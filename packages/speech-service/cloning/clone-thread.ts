import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { ESPEAK_SAMPLE_RATE, EspeakSpeaker, type EspeakUtterance } from '../speech/espeak/espeak-module.ts';
import { EMBEDDED_VOICES } from '../voices/catalogue.ts';
import { analyseSample } from './analyse-sample.ts';
import { baseVoices } from './base-voices.ts';
import { type CloneReply, type CloneTask, SampleRejectedError } from './cloner.ts';
import { SampleStart } from './sample-start.ts';
import { tuneVoice } from './tune.ts';
import { VoiceMeter } from './voice-meter.ts';

const candidates = baseVoices(EMBEDDED_VOICES);
let speaker: EspeakSpeaker | undefined;

async function clone({ path, gender }: CloneTask): Promise<CloneReply> {
  // Check the sample before loading the voices, which a rejected sample doesn't need.
  const start = new SampleStart();
  const sample = await analyseSample(await readFile(path), (sound, sampleRate) => start.add(sound, sampleRate));
  const loaded = speaker ?? (await EspeakSpeaker.load());
  speaker = loaded;
  const hear = (utterance: EspeakUtterance) => {
    const meter = new VoiceMeter(ESPEAK_SAMPLE_RATE);
    loaded.speak([utterance], (samples) => {
      meter.add(Float32Array.from(samples, (value) => value / 32768));
      return false;
    });
    return meter.finish();
  };
  return { kind: 'made', made: { ...tuneVoice(sample, gender, candidates, hear), sample: start.finish() } };
}

parentPort?.on('message', (order: CloneTask) => {
  clone(order).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      const answer: CloneReply =
        error instanceof SampleRejectedError
          ? { kind: 'refused', problem: error.message }
          : { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
      parentPort?.postMessage(answer);
    },
  );
});
