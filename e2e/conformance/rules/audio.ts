// Rules about the audio of child jobs and the effect of their parameters.
import type { Container } from '../audio/sound.ts';
import { rmsLevel, secondsOf } from '../audio/sound.ts';
import type { Context } from '../context.ts';
import { at, type Fields } from '../json.ts';
import type { RenderedSpeech } from '../requests/speech.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must } from '../verdict.ts';

const output = section('Resources and their fields, Output object');
const input = section('Resources and their fields, Input parameters object');
const behaviour = section('What the service does');

/** About four seconds. */
const SENTENCE = 'The early train to the coast leaves at nine from the second platform.';
/** A sentence that has no words in common with the first one. */
const OTHER_SENTENCE = 'My grandmother keeps seventeen silver spoons.';

export const FORMATS: Readonly<Record<string, readonly Container[]>> = {
  mp3: ['mp3'],
  wav: ['wav'],
  ogg: ['ogg'],
  flac: ['flac'],
  // The specification doesn't name a container format for µ-law.
  mulaw: ['mulaw-wav', 'au', 'unknown'],
};

const speakJob = async (context: Context, changes: Fields): Promise<RenderedSpeech> =>
  context.speech.renderAudio(await context.job({ text: SENTENCE, seed: 11, temperature: 0, ...changes }));

const measureSeconds = async (context: Context, changes: Fields): Promise<number> =>
  secondsOf((await speakJob(context, { output_format: 'wav', ...changes })).sound);

const speakInFormat = (context: Context, format: string): Promise<RenderedSpeech> =>
  speakJob(context, { output_format: format, sample_rate: 16_000 });

function formatRules(format: string, containers: readonly Container[]): Rule[] {
  return [
    input(`format.${format}`, `output_format "${format}" gives such a file, with speech in it`, async (context) => {
      const { container, sound } = await speakInFormat(context, format);
      must(containers.includes(container), `a file of the kind "${container}"`);
      must(rmsLevel(sound) > 0.001, 'silence');
      const wav = await measureSeconds(context, { sample_rate: 16_000 });
      const length = secondsOf(sound);
      must(Math.abs(length - wav) < 0.3 + 0.15 * wav, `${length.toFixed(2)} s where WAV has ${wav.toFixed(2)} s`);
    }),
    output(
      `output.true.${format}`,
      `size and duration of a "${format}" are those of the file behind url`,
      async (context) => {
        const { child, bytes, sound } = await speakInFormat(context, format);
        const size = at(child, 'output', 'size');
        must(size === bytes.length, `size ${formatValue(size)}, the file has ${bytes.length} bytes`);
        const duration = Number(at(child, 'output', 'duration'));
        const length = secondsOf(sound);
        // Compressed formats add about a tenth of a second of padding, which players remove.
        const slack = format === 'wav' || format === 'flac' ? 0.02 + 0.002 * length : 0.15 + 0.01 * length;
        must(
          Math.abs(duration - length) <= slack,
          `duration ${formatValue(duration)}, the file has ${length.toFixed(3)} s`,
        );
      },
    ),
  ];
}

/**
 * Returns whether two recordings sound the same. Allows small differences, because different machines can round samples
 * differently.
 */
function sameSound(a: RenderedSpeech, b: RenderedSpeech): boolean {
  const [one, other] = [a.sound.samples, b.sound.samples];
  if (Math.abs(one.length - other.length) > 0.001 * one.length) return false;
  let difference = 0;
  let energy = 0;
  for (const [index, sample] of one.entries()) {
    difference += (sample - (other[index] ?? 0)) ** 2;
    energy += sample ** 2;
  }
  return difference <= 0.01 * energy;
}

const VARIED_SPEECH = { output_format: 'wav', temperature: 1, seed: 4711 };

const reproducible = input(
  'seed.reproducible',
  'the same input with the same seed gives the same audio',
  async (context) => {
    // The custom IDs differ, so that the same input becomes two jobs. Below, a third job is sent in another batch.
    const [one, two] = await Promise.all([
      speakJob(context, { ...VARIED_SPEECH, custom_id: 'seed-one' }),
      speakJob(context, { ...VARIED_SPEECH, custom_id: 'seed-two' }),
    ]);
    must(sameSound(one, two), 'two takes that differ, of one batch');
    const later = await speakJob(context, { ...VARIED_SPEECH, custom_id: 'seed-later' });
    must(sameSound(one, later), 'two takes that differ, of two batches');
  },
);

const RATES = [8000, 16_000, 24_000, 44_100, 48_000];

const sampleRateRule = input('sample_rate.honoured', 'a WAV has the requested sample rate', async (context) => {
  await Promise.all(
    RATES.map(async (sampleRate) => {
      const { sound } = await speakJob(context, { output_format: 'wav', sample_rate: sampleRate });
      must(sound.sampleRate === sampleRate, `${sound.sampleRate} Hz where ${sampleRate} Hz was asked for`);
    }),
  );
});

const otherFormatsRateRule = input(
  'sample_rate.of-formats',
  'an MP3 and a FLAC file, too, and µ-law where it tells',
  async (context) => {
    await Promise.all(
      ['mp3', 'flac', 'mulaw'].map(async (format) => {
        const { sound } = await speakInFormat(context, format);
        must(sound.sampleRate === 16_000, `${sound.sampleRate} Hz in "${format}" where 16000 Hz was asked for`);
      }),
    );
  },
);

const rateKeepsSpeechRule = input(
  'sample_rate.same-speech',
  'another sample rate is as long: the speech is the same',
  async (context) => {
    const [low, high] = await Promise.all(
      [8000, 48_000].map((sampleRate) => measureSeconds(context, { sample_rate: sampleRate })),
    );
    must(
      Math.abs((low ?? 0) - (high ?? 0)) < 0.3 + 0.1 * (low ?? 0),
      `${low?.toFixed(2)} s at 8,000 Hz, ${high?.toFixed(2)} s at 48,000 Hz`,
    );
  },
);

const speedRule = input('speed.honoured', 'speed 0.5 takes longer than 1, and 2 takes less', async (context) => {
  const [slow = 0, usual = 0, fast = 0] = await Promise.all(
    [0.5, 1, 2].map((speed) => measureSeconds(context, { speed })),
  );
  const came = `${slow.toFixed(2)} s, ${usual.toFixed(2)} s and ${fast.toFixed(2)} s at the speeds 0.5, 1 and 2`;
  must(slow > usual * 1.3 && usual > fast * 1.3, came);
});

export const AUDIO_RULES: readonly Rule[] = [
  ...Object.entries(FORMATS).flatMap(([format, containers]) => formatRules(format, containers)),
  sampleRateRule,
  otherFormatsRateRule,
  rateKeepsSpeechRule,
  speedRule,
  reproducible,
  behaviour('speech.of-the-text', 'more text takes longer to speak', async (context) => {
    const [one, two] = await Promise.all([
      measureSeconds(context, {}),
      measureSeconds(context, { text: `${SENTENCE} ${OTHER_SENTENCE} ${SENTENCE}` }),
    ]);
    must(two > one * 1.7, `${one.toFixed(2)} s for a sentence, ${two.toFixed(2)} s for three`);
  }),
  behaviour('speech.of-the-voice', 'another voice sounds different', async (context) => {
    const second = (await context.cast()).second();
    const [one, two] = await Promise.all([
      speakJob(context, { output_format: 'wav' }),
      speakJob(context, { output_format: 'wav', voice: second }),
    ]);
    must(!sameSound(one, two), 'the very same audio');
  }),
];
