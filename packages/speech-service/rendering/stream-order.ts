import { AUDIO_FORMATS } from '@lectern/audio/formats';
import {
  escapeMarkup,
  type InputParameters,
  type MarkedRange,
  type OutputFormat,
  parseMarkup,
  type Quality,
  type StreamEngine,
  speechShapeOf,
} from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import { ENGINE_RULES } from '../common/engines.ts';
import type { SpeechFile, SpeechRequest, SpeechTurn } from '../speech/speech-engine.ts';

export interface DialogTurn {
  readonly speaker: 1 | 2;
  readonly text: string;
  readonly marks?: readonly MarkedRange[];
}

const SPEAKABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

interface TurnPrefix {
  readonly speaker: 1 | 2;
  readonly prefix: string;
}

/** A prefix that ends in a letter or digit only matches at a word boundary: `AL` doesn't match `ALGERNON`. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/**
 * Treat a colon after a prefix as part of it, even if the configured prefix has none; otherwise the colon would be read
 * aloud.
 */
const LEADING_COLON = /^\s*[:：]/;

function matchPrefix(line: string, prefixes: readonly TurnPrefix[]): { mark: TurnPrefix; rest: string } | undefined {
  const trimmed = line.trimStart();
  for (const mark of prefixes) {
    if (!trimmed.startsWith(mark.prefix)) continue;
    const rest = trimmed.slice(mark.prefix.length);
    const last = [...mark.prefix].at(-1) ?? '';
    const next = rest === '' ? '' : String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (WORD_CHARACTER.test(last) && WORD_CHARACTER.test(next)) continue;
    return { mark, rest: rest.replace(LEADING_COLON, '').trimStart() };
  }
  return undefined;
}

/**
 * Splits a text into turns. Each line that begins with a prefix starts a turn; if both prefixes match, the longer one
 * wins. Returns null if a markup element spans several turns.
 */
export function splitTurns(
  text: string,
  prefix: string | undefined,
  prefix2: string | undefined,
  markup?: 'ssml',
): DialogTurn[] | null {
  const written = markup === undefined ? (words: string) => words : escapeMarkup;
  const marks: TurnPrefix[] = [];
  if (prefix !== undefined) marks.push({ speaker: 1, prefix: written(prefix.trim()) });
  if (prefix2 !== undefined) marks.push({ speaker: 2, prefix: written(prefix2.trim()) });
  marks.sort((a, b) => b.prefix.length - a.prefix.length);
  const turns: { speaker: 1 | 2; rows: string[] }[] = [{ speaker: 1, rows: [] }];
  for (const row of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const found = matchPrefix(row, marks);
    if (found) turns.push({ speaker: found.mark.speaker, rows: [found.rest] });
    else turns.at(-1)?.rows.push(row);
  }
  const read: DialogTurn[] = [];
  for (const { speaker, rows } of turns) {
    const words = rows.join('\n').trim();
    const marked = markup === undefined ? { text: words, marks: [] } : parseMarkup(words);
    if (marked === null) return null;
    const { text: said, marks: stretches } = marked;
    if (SPEAKABLE.test(said)) read.push({ speaker, text: said, ...(stretches.length > 0 && { marks: stretches }) });
  }
  return read;
}

export interface SpeechFormat {
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** In Hz; undefined means the voice's own rate. */
  readonly sampleRate: number | undefined;
}

export type SpokenInput = Omit<InputParameters, 'voice_engine'> & { readonly voice_engine?: StreamEngine | undefined };

interface SpeechOrder {
  readonly request: SpeechRequest;
  /** What another process needs to create the same order, and who ordered it, if anybody. */
  readonly source?: { readonly input: SpokenInput; readonly userId: string };
}

export interface RenderOrder extends SpeechFile, SpeechOrder {}

export interface StreamOrder extends SpeechFormat, SpeechOrder {}

export function createStreamOrder(input: SpokenInput, seed: number): StreamOrder {
  const rules = ENGINE_RULES[input.voice_engine ?? DECISIONS.engine];
  // Invalid markup has already been rejected.
  const turns = (splitTurns(input.text, input.turn_prefix, input.turn_prefix_2, input.markup) ?? []).map(
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

export function createRenderOrder(input: SpokenInput, seed: number, path: string): RenderOrder {
  return { ...createStreamOrder(input, seed), path };
}

export const audioFileName = (name: string, format: OutputFormat): string =>
  `${name}.${AUDIO_FORMATS[format].extension}`;
