// What is to be spoken and what it becomes, with everything that a request leaves open filled in.

import type { InputParameters, OutputFormat, Quality, StreamEngine } from '@lectern/tts-protocol';
import { escapeMarkup, type MarkedStretch, readMarkup, speechShapeOf } from '@lectern/tts-protocol';
import { AUDIO_FORMATS } from '../../shared/model/audio-formats.ts';
import { DECISIONS } from '../common/decisions.ts';
import { ENGINE_RULES } from '../common/engines.ts';
import type { SpeechFile, SpeechRequest, SpeechTurn } from '../speech/speech-engine.ts';

// A dialog's text, taken apart into turns ("POST /api/v2/tts/stream": each turn starts with the speaker's prefix).

/** A stretch of text of one of the two speakers, without its prefix. */
export interface DialogTurn {
  readonly speaker: 1 | 2;
  readonly text: string;
  readonly marks?: readonly MarkedStretch[];
}

/** Something that is spoken: a letter, a number, a picture. A row of asterisks between two scenes is not. */
const SPEAKABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

interface PrefixMark {
  readonly speaker: 1 | 2;
  readonly prefix: string;
}

/** A prefix that ends in a letter or digit is only meant where the word ends with it: `AL` is not in `ALGERNON`. */
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Where a prefix was given without the colon behind it, the colon is its own all the same: it would be read aloud. */
const COLON = /^\s*[:：]/;

function markAt(row: string, marks: readonly PrefixMark[]): { mark: PrefixMark; rest: string } | undefined {
  const trimmed = row.trimStart();
  for (const mark of marks) {
    if (!trimmed.startsWith(mark.prefix)) continue;
    const rest = trimmed.slice(mark.prefix.length);
    const last = [...mark.prefix].at(-1) ?? '';
    const next = rest === '' ? '' : String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (WORD.test(last) && WORD.test(next)) continue;
    return { mark, rest: rest.replace(COLON, '').trimStart() };
  }
  return undefined;
}

/**
 * The turns of a text in order. A turn starts at the start of the text or of a row that begins with a prefix (blanks
 * before it do not count); rows without one go on with the turn before. Text before the first prefix is the first
 * speaker's. Where both prefixes fit, the longer one is meant. Turns with nothing to speak in them are left out.
 *
 * @param prefix the first speaker's prefix, `prefix2` the second's; absent ones mark nothing
 * @returns turns in order; null where the text has a wrong markup, or one that goes over the end of a turn
 */
export function turnsOf(
  text: string,
  prefix: string | undefined,
  prefix2: string | undefined,
  markup?: 'ssml',
): DialogTurn[] | null {
  const written = markup === undefined ? (words: string) => words : escapeMarkup;
  const marks: PrefixMark[] = [];
  if (prefix !== undefined) marks.push({ speaker: 1, prefix: written(prefix.trim()) });
  if (prefix2 !== undefined) marks.push({ speaker: 2, prefix: written(prefix2.trim()) });
  marks.sort((a, b) => b.prefix.length - a.prefix.length);
  const turns: { speaker: 1 | 2; rows: string[] }[] = [{ speaker: 1, rows: [] }];
  for (const row of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const found = markAt(row, marks);
    if (found) turns.push({ speaker: found.mark.speaker, rows: [found.rest] });
    else turns.at(-1)?.rows.push(row);
  }
  const read: DialogTurn[] = [];
  for (const { speaker, rows } of turns) {
    const words = rows.join('\n').trim();
    const marked = markup === undefined ? { text: words, marks: [] } : readMarkup(words);
    if (marked === null) return null;
    const { text: said, marks: stretches } = marked;
    if (SPEAKABLE.test(said)) read.push({ speaker, text: said, ...(stretches.length > 0 && { marks: stretches }) });
  }
  return read;
}

// Orders.

/** How the file is made. */
export interface SpeechFormat {
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** Hz; the speech's own where absent. */
  readonly sampleRate: number | undefined;
}

/** What is to be spoken, and the file that it becomes. */
export interface RenderOrder extends SpeechFile {
  readonly request: SpeechRequest;
}

/** What is to be spoken, and the sort of file that leaves while it is made. */
export interface StreamOrder extends SpeechFormat {
  readonly request: SpeechRequest;
}

/** What a job or a stream asks for; without an engine it is the usual one's. */
export type SpokenInput = Omit<InputParameters, 'voice_engine'> & { readonly voice_engine?: StreamEngine | undefined };

/** What is asked for with everything that it leaves open filled in. */
export function streamOrder(input: SpokenInput, seed: number): StreamOrder {
  const rules = ENGINE_RULES[input.voice_engine ?? DECISIONS.engine];
  // What has a wrong markup was refused before.
  const turns = (turnsOf(input.text, input.turn_prefix, input.turn_prefix_2, input.markup) ?? []).map(
    ({ speaker, ...words }): SpeechTurn => ({
      voice: speaker === 2 ? (input.voice_2 ?? input.voice) : input.voice,
      ...words,
    }),
  );
  return {
    request: {
      ...speechShapeOf(input),
      turns,
      speed: input.speed ?? DECISIONS.defaults.speed,
      seed,
      temperature: input.temperature ?? DECISIONS.defaults.temperature,
      language: input.language ?? rules.language,
      ...(input.style && { style: input.style }),
    },
    format: input.output_format ?? DECISIONS.defaults.outputFormat,
    quality: input.quality ?? DECISIONS.defaults.quality,
    sampleRate: input.sample_rate ?? rules.sampleRate,
  };
}

/** The same for a job, whose file has a place. */
export function renderOrder(input: SpokenInput, seed: number, path: string): RenderOrder {
  return { ...streamOrder(input, seed), path };
}

/** The name of a file for a format, without a folder. */
export const fileName = (name: string, format: OutputFormat): string => `${name}.${AUDIO_FORMATS[format].extension}`;
