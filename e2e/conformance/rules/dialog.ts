// Dialog rules, checked by analysing the audio: each voice must speak its own turns, and prefixes must not be spoken.
// The audio is compared with separate recordings of each turn in each voice. The comparison tolerates variations, so
// the service doesn't have to be deterministic.
import { findSpeech } from '../audio/alignment.ts';
import { type Frames, spokenSeconds } from '../audio/spectrum.ts';
import type { Context } from '../context.ts';
import type { Fields } from '../json.ts';
import { type Rule, section } from '../rule.ts';
import { must, NotTested } from '../verdict.ts';

const rule = section('Resources and their fields, Input parameters object');

export const QUESTION = 'Did the last train to the city leave on time this evening?';
export const ANSWER = 'No, madam, it waited for the minister and his nine dogs.';

/** Renders a dialog, as a batch job or as a stream. */
export type Speak = (context: Context, changes: Fields) => Promise<Frames>;

const speakAsJob: Speak = async (context, changes) =>
  context.speech.renderFrames(
    await context.job({ output_format: 'wav', sample_rate: 16_000, temperature: 0, seed: 1, ...changes }),
  );

export interface Prefixes {
  readonly first: string;
  readonly second: string;
}

const SHORT: Prefixes = { first: 'A:', second: 'B:' };
/** Characters with a special meaning in regular expressions. */
const SPECIAL_CHARACTERS: Prefixes = { first: '(*) [A|B]+ $:', second: '(*) [A|B]? ^:' };
/** Prefixes that would take several seconds to speak. */
const LONG: Prefixes = {
  first: 'The extraordinarily long-winded gentleman in the first row says with great pleasure:',
  second: 'His rather impatient and considerably older neighbour answers without any hesitation:',
};

/** Builds a dialog whose turns alternate between the voices. */
export function makeDialog(turns: readonly string[], prefixes: Prefixes, voices: readonly [string, string]): Fields {
  const rows = turns.map((text, index) => `${index % 2 === 0 ? prefixes.first : prefixes.second} ${text}`);
  return {
    text: rows.join('\n'),
    voice: voices[0],
    voice_2: voices[1],
    turn_prefix: prefixes.first,
    turn_prefix_2: prefixes.second,
  };
}

async function voicesOf(context: Context): Promise<readonly [string, string]> {
  const cast = await context.cast();
  return [cast.first, cast.second()];
}

/** Minimum distance between the two voices' recordings of a turn, in decibels per band, to tell the voices apart. */
const MIN_DIFFERENCE_DB = 0.5;
/** A voice is recognised if its distance is below this fraction of the other voice's distance. */
const MAX_DISTANCE_RATIO = 0.92;

interface Turn {
  readonly text: string;
  /** The expected voice. */
  readonly voice: string;
  readonly notVoice: string;
}

/**
 * Checks that a turn is spoken by the expected voice, by comparing it with recordings of both voices. Returns the start
 * of the turn in seconds.
 */
async function mustBeHeard(context: Context, speak: Speak, audio: Frames, turn: Turn, name: string): Promise<number> {
  const [own, other] = await Promise.all([
    speak(context, { text: turn.text, voice: turn.voice }),
    speak(context, { text: turn.text, voice: turn.notVoice }),
  ]);
  if (findSpeech(own, other).unlikeness < MIN_DIFFERENCE_DB) {
    throw new NotTested('the two voices sound alike: name others with --voice and --voice-2');
  }
  const asOwn = findSpeech(own, audio);
  const asOther = findSpeech(other, audio);
  must(
    asOwn.unlikeness <= asOther.unlikeness * MAX_DISTANCE_RATIO,
    `the ${name} turn is not in the voice it belongs to: unlike it by ${asOwn.unlikeness.toFixed(2)}, ` +
      `unlike the other voice by ${asOther.unlikeness.toFixed(2)}`,
  );
  return asOwn.from;
}

async function bothVoices(
  context: Context,
  speak: Speak,
  voices: readonly [string, string],
  prefixes = SHORT,
): Promise<void> {
  const [one, two] = voices;
  const audio = await speak(context, makeDialog([QUESTION, ANSWER], prefixes, voices));
  const first = await mustBeHeard(context, speak, audio, { text: QUESTION, voice: one, notVoice: two }, 'first');
  const second = await mustBeHeard(context, speak, audio, { text: ANSWER, voice: two, notVoice: one }, 'second');
  must(first < second, `the first turn is heard at ${first.toFixed(1)} s, the second at ${second.toFixed(1)} s`);
}

/** Starts a dialog with the second voice, to detect services that alternate voices without looking at prefixes. */
async function secondVoiceStarts(context: Context, speak: Speak): Promise<void> {
  const [one, two] = await voicesOf(context);
  const changes = { ...makeDialog([QUESTION, ANSWER], SHORT, [one, two]), text: `B: ${ANSWER}\nA: ${QUESTION}` };
  const audio = await speak(context, changes);
  const first = await mustBeHeard(context, speak, audio, { text: ANSWER, voice: two, notVoice: one }, 'first');
  const second = await mustBeHeard(context, speak, audio, { text: QUESTION, voice: one, notVoice: two }, 'second');
  must(first < second, `the first turn is heard at ${first.toFixed(1)} s, the second at ${second.toFixed(1)} s`);
}

/** Returns how many more seconds of speech a dialog has than its turns without prefixes. */
async function excessSeconds(context: Context, speak: Speak, turns: readonly string[], prefixes: Prefixes) {
  const [one, two] = await voicesOf(context);
  const own = (parity: number): string => turns.filter((_, index) => index % 2 === parity).join('\n');
  const [audio, first, second] = await Promise.all([
    speak(context, makeDialog(turns, prefixes, [one, two])),
    speak(context, { text: own(0), voice: one }),
    speak(context, { text: own(1), voice: two }),
  ]);
  const turnsAlone = spokenSeconds(first) + spokenSeconds(second);
  return { turnsAlone, excess: spokenSeconds(audio) - turnsAlone };
}

/** Eight turns that are about as short as a prefix, so that spoken prefixes make the dialog noticeably longer. */
const MANY_TURNS = ['Tea?', 'Please.', 'Milk?', 'Never.', 'Sugar?', 'Two lumps.', 'Cake?', 'Certainly.'];
const NAMES: Prefixes = { first: 'Algernon:', second: 'Miss Fairfax:' };

async function prefixesNotSpoken(context: Context, speak: Speak): Promise<void> {
  const { turnsAlone, excess: more } = await excessSeconds(context, speak, [QUESTION, ANSWER], LONG);
  // If spoken, each prefix would add about five seconds, far more than variations in pace.
  must(
    more < 1 + 0.15 * turnsAlone,
    `${more.toFixed(1)} s more speech than the ${turnsAlone.toFixed(1)} s of the turns themselves`,
  );
}

async function noPrefixSpoken(context: Context, speak: Speak): Promise<void> {
  const { turnsAlone, excess: more } = await excessSeconds(context, speak, MANY_TURNS, NAMES);
  must(
    more < 0.4 * turnsAlone,
    `${more.toFixed(1)} s more speech than the ${turnsAlone.toFixed(1)} s of the turns themselves`,
  );
}

/** Checks that removing the prefix doesn't remove part of the turn as well. */
async function turnsComplete(context: Context, speak: Speak): Promise<void> {
  const { turnsAlone, excess: more } = await excessSeconds(context, speak, [QUESTION, ANSWER, QUESTION], SHORT);
  must(
    more > -0.2 * turnsAlone,
    `${(-more).toFixed(1)} s less speech than the ${turnsAlone.toFixed(1)} s of the turns themselves`,
  );
}

/** Creates the dialog rules for jobs or streams. */
export function dialogRules(make: ReturnType<typeof section>, prefix: string, speak: Speak): readonly Rule[] {
  return [
    make(
      `${prefix}.both-voices`,
      'voice is heard in the turns of turn_prefix, voice_2 in those of turn_prefix_2, in order',
      async (context) => bothVoices(context, speak, await voicesOf(context)),
    ),
    make(
      `${prefix}.swapped-voices`,
      'with voice and voice_2 exchanged, each turn is in the other voice',
      async (context) => {
        const [one, two] = await voicesOf(context);
        await bothVoices(context, speak, [two, one]);
      },
    ),
    make(`${prefix}.second-begins`, 'the prefix decides who speaks a turn: the second voice may begin', (context) =>
      secondVoiceStarts(context, speak),
    ),
    make(`${prefix}.any-prefix`, 'a prefix is text, and no pattern', async (context) =>
      bothVoices(context, speak, await voicesOf(context), SPECIAL_CHARACTERS),
    ),
    make(`${prefix}.prefix-not-spoken`, 'prefixes are not spoken: long ones add no speech', (context) =>
      prefixesNotSpoken(context, speak),
    ),
    make(`${prefix}.no-prefix-spoken`, 'no prefix is spoken, in none of eight turns', (context) =>
      noPrefixSpoken(context, speak),
    ),
    make(`${prefix}.turns-whole`, 'all turns are spoken, each as a whole', (context) => turnsComplete(context, speak)),
  ];
}

export const DIALOG_RULES: readonly Rule[] = dialogRules(rule, 'dialog', speakAsJob);
