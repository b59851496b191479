// Realtime streaming.
import { BOUNDS } from '@lectern/tts-protocol';
import { detectContainer, rmsLevel, secondsOf } from '../audio/sound.ts';
import type { Context } from '../context.ts';
import { type Fields, textAt } from '../json.ts';
import {
  openStream,
  type ReceivedStream,
  sharedStream,
  streamBody,
  streamFrames,
  streamSound,
} from '../requests/streams.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';
import { dialogRules } from './dialog.ts';

const NAME = 'Endpoints, POST /api/v2/tts/stream';
const rule = section(NAME);
const alone = section(NAME, 'alone');
const limits = section('Limits');
const engines = section('What the service does, Voice engines');

const SENTENCE = 'The early train to the coast leaves at nine from the second platform. ';
const repeatToLength = (text: string, count: number): string =>
  text.repeat(Math.ceil(count / text.length)).slice(0, count);
const textOfLength = (count: number): string => repeatToLength(SENTENCE, count);
/** A text with almost twice as many UTF-8 bytes as characters. */
const ACCENTED = 'Éléä öüß éàç. ';

const MAX_CHARACTERS = BOUNDS.streamCharacters.max;

const refusedRule = (id: string, changes: Fields, expected: string, make = rule): Rule =>
  make(`stream.refused.${id}`, `400 for ${expected}`, async (context) => {
    const { status } = await openStream(context, await streamBody(context, changes));
    must(status === 400, `${status}`);
  });

/** Returns how many milliseconds it took until the given fraction of all bytes had arrived. */
function arrivalTime({ bytes, arrivals }: ReceivedStream, fraction: number): number {
  return arrivals.find((arrival) => arrival.bytes >= bytes.length * fraction)?.atMs ?? 0;
}

/** If a stream takes less than this many milliseconds, it can't be distinguished from a finished file. */
const MIN_CONCLUSIVE_MS = 80;

/** If a stream takes at least this many milliseconds, its result is conclusive, and no longer text is tried. */
const CONCLUSIVE_MS = 1500;

const earlyRule = alone(
  'stream.first-bytes-early',
  'audio is delivered as it is generated: the first of it comes clearly before the last',
  async (context) => {
    // Request a short stream first, so that the time for loading the voice isn't measured.
    await sharedStream(context);
    let came = '';
    for (const count of [1500, 6000, MAX_CHARACTERS]) {
      const stream = await sharedStream(context, { text: textOfLength(count) });
      const whole = arrivalTime(stream, 1);
      // Measure when a twentieth of the audio has arrived, because services can send a header before any audio.
      const first = arrivalTime(stream, 0.05);
      if (whole < MIN_CONCLUSIVE_MS) continue;
      if (first <= 0.6 * whole) return;
      came = `the first 5 % of the bytes after ${first.toFixed(0)} ms, the last after ${whole.toFixed(0)} ms`;
      must(whole < CONCLUSIVE_MS, came);
    }
    must(came === '', came);
    throw new NotTested('the service is too quick for it to be told');
  },
);

const whole = rule(
  'stream.whole',
  'the stream ends with the end of the speech: it is as long as a batch job of the same',
  async (context) => {
    const text = SENTENCE.repeat(3).trim();
    const changes = await context.job({ text, output_format: 'wav' });
    const [stream, job] = await Promise.all([streamSound(context, { text }), context.speech.renderAudio(changes)]);
    const [is, should] = [secondsOf(stream), secondsOf(job.sound)];
    must(Math.abs(is - should) < 0.3 + 0.25 * should, `${is.toFixed(1)} s, where the job has ${should.toFixed(1)} s`);
  },
);

const mp3 = rule(
  'stream.mp3',
  'the response body is the audio: with output_format "mp3" an MP3 with speech in it',
  async (context) => {
    const { bytes } = await sharedStream(context);
    must(detectContainer(bytes) === 'mp3', `${bytes.length} bytes of the kind "${detectContainer(bytes)}"`);
    const sound = await streamSound(context, {});
    must(rmsLevel(sound) > 0.001, 'silence');
  },
);

/** Returns the voices to try with an engine: one that supports it, the first voice, and no voice. */
async function voicesFor(context: Context, engine: string): Promise<(string | undefined)[]> {
  const { listed, first } = await context.cast();
  const own = listed.find((voice) => voice['voice_engine'] === engine);
  return [...new Set([textAt(own, 'id') ?? first, first, undefined])];
}

const engine = (name: string): Rule =>
  engines(`stream.engine.${name}`, `voice_engine "${name}" is accepted`, async (context) => {
    let last = '';
    for (const voice of await voicesFor(context, name)) {
      const { status, text } = await openStream(context, await streamBody(context, { voice_engine: name, voice }));
      if (status === 200) return;
      last = `${status}: ${formatValue(text)}`;
    }
    must(false, last);
  });

const turboRule = engines(
  'stream.engine.turbo.voices',
  'voice_engine "Svc2.0-turbo" works with voices of "Svc2.0"',
  async (context) => {
    const { listed } = await context.cast();
    const voice = listed.find((one) => one['voice_engine'] === 'Svc2.0');
    if (!voice) throw new NotTested('the listing has no voice whose voice_engine is "Svc2.0"');
    const body = await streamBody(context, { voice_engine: 'Svc2.0-turbo', voice: voice['id'] });
    const { status, text } = await openStream(context, body);
    must(status === 200, `${status}: ${formatValue(text)}`);
  },
);

const turboRefusesRule = engines(
  'stream.engine.turbo.no-others',
  '400 for a voice of another engine',
  async (context) => {
    const { listed } = await context.cast();
    const voice = listed.find((one) => typeof one['voice_engine'] === 'string' && one['voice_engine'] !== 'Svc2.0');
    if (!voice) throw new NotTested('the listing has no voice of another engine');
    const body = await streamBody(context, { voice_engine: 'Svc2.0-turbo', voice: voice['id'] });
    const { status } = await openStream(context, body);
    must(status === 400, `${status} for a voice of ${formatValue(voice['voice_engine'])}`);
  },
);

export const STREAM_RULES: readonly Rule[] = [
  rule('stream.accepted', '200 for a text', async (context) => {
    const { status, text } = await openStream(context, await streamBody(context));
    must(status === 200, `${status}: ${formatValue(text)}`);
  }),
  mp3,
  whole,
  refusedRule('text-missing', { text: undefined }, 'no text'),
  refusedRule('text-null', { text: null }, 'null as text'),
  refusedRule('text-type', { text: 7 }, 'a text that is a number'),
  limits('stream.characters.accepted', `${MAX_CHARACTERS} characters are accepted`, async (context) => {
    const { status, text } = await openStream(
      context,
      await streamBody(context, { text: textOfLength(MAX_CHARACTERS) }),
    );
    must(status === 200, `${status}: ${formatValue(text)}`);
  }),
  limits(
    'stream.characters.not-bytes',
    `it is characters that are counted: ${MAX_CHARACTERS} with accents are accepted`,
    async (context) => {
      const { status, text } = await openStream(
        context,
        await streamBody(context, { text: repeatToLength(ACCENTED, MAX_CHARACTERS) }),
      );
      must(status === 200, `${status}: ${formatValue(text)}`);
    },
  ),
  rule('stream.text-alone', 'text is the only required field', async (context) => {
    const { status, text } = await openStream(context, { text: 'Yes, of course.' });
    must(status === 200, `${status}: ${formatValue(text)}`);
  }),
  refusedRule('characters', { text: textOfLength(MAX_CHARACTERS + 1) }, `${MAX_CHARACTERS + 1} characters`, limits),
  ...['SvcDialog', 'Svc3.0-mini', 'Svc3.0'].map(engine),
  turboRule,
  turboRefusesRule,
  ...dialogRules(rule, 'stream.dialog', streamFrames),
  earlyRule,
];
