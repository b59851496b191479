// SubRip (.srt) and WebVTT (.vtt, https://www.w3.org/TR/webvtt1/).
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { TextUnit } from '../../../../shared/model/export/export-target.ts';
import { segmenter } from '../../../../shared/rules/segmenter.ts';
import { timecode } from '../../../../shared/rules/timecode.ts';
import { type SequenceClip, singleLine, type TakeSequence } from './sequence.ts';
import { timeWords } from './timed-words.ts';
import { rowText, type SubtitleRow, type WordCue, wordCues } from './word-cues.ts';

/** Maximum cue length in UTF-16 code units: two lines on a typical screen. */
const MAX_CUE_LENGTH = 84;

interface SubtitleCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly role: string;
  readonly text: string;
  readonly goesOn: boolean;
}

/** Splits at the end of a sentence if that is past half the maximum length. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of segmenter('word').segment(singleLine(text))) {
    const isFull = piece.length + segment.length > MAX_CUE_LENGTH && /[\p{L}\p{N}]/u.test(segment);
    const isSentence =
      piece.length > MAX_CUE_LENGTH / 2 && /[.!?…。！？]["”’»)]?\s?$/u.test(piece) && segment.trim() !== '';
    if (isFull || (isSentence && /[\p{L}\p{N}]/u.test(segment))) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece.trim()].filter((each) => each !== '');
}

function cuesOf({ turns, audible }: SequenceClip): SubtitleCue[] {
  const all = turns.flatMap(({ role, text }) =>
    splitText(text).map((piece, index) => ({ role, text: piece, goesOn: index > 0 })),
  );
  const length = all.reduce((sum, { text }) => sum + text.length, 0);
  const startMs = Math.round(audible.startSeconds * 1_000);
  const lastsMs = Math.round(audible.endSeconds * 1_000) - startMs;
  let before = 0;
  return all.flatMap((piece) => {
    const from = startMs + Math.round((lastsMs * before) / length);
    before += piece.text.length;
    const to = startMs + Math.round((lastsMs * before) / length);
    return to > from ? [{ startMs: from, endMs: to, ...piece }] : [];
  });
}

const formatTime = (ms: number, decimal: string): string => timecode(ms / 1_000).replace('.', decimal);

/** SubRip has no escape sequences. An arrow would start a new cue, and players hide anything that looks like a tag. */
const sanitizeSrt = (text: string): string => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

const speakerPrefix = (role: string): string => (role === NARRATOR ? '' : `${singleLine(role)}: `);

/** `words` splits lines into cues at word times; otherwise, long lines are split in proportion to their length. */
export interface SubtitleOptions {
  readonly by: TextUnit;
  /** Adds the time of each word to WebVTT, for karaoke. Only with `words`. */
  readonly wordTimestamps: boolean;
}

export const SUBTITLES_BY_LINES: SubtitleOptions = { by: 'lines', wordTimestamps: false };

export function srt({ clips }: Pick<TakeSequence, 'clips'>, { by } = SUBTITLES_BY_LINES): string {
  const cues =
    by === 'lines' ? clips.flatMap(cuesOf) : wordCues(clips.map(timeWords), speakerPrefix).map(withPlainText);
  return cues
    .map(({ startMs, endMs, role, text, goesOn }, index) => {
      const words = goesOn ? text : `${speakerPrefix(role)}${text}`;
      return `${index + 1}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${sanitizeSrt(words)}\n`;
    })
    .join('\n');
}

const withPlainText = (cue: WordCue): SubtitleCue => ({ ...cue, text: cue.rows.map(rowText).join('\n') });

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Marks speakers with voice spans such as `<v ALGERNON>`, which Apple Podcasts and others display. */
export function vtt({ clips }: Pick<TakeSequence, 'clips'>, options = SUBTITLES_BY_LINES): string {
  const cues =
    options.by === 'lines'
      ? clips.flatMap(cuesOf).map((cue) => vttCue(cue, escapeVtt(cue.text)))
      : wordCues(clips.map(timeWords)).map((cue) =>
          vttCue(cue, options.wordTimestamps ? timestampedText(cue) : escapeVtt(withPlainText(cue).text)),
        );
  return ['WEBVTT\n', ...cues].join('\n');
}

const vttCue = ({ startMs, endMs, role }: Pick<SubtitleCue, 'startMs' | 'endMs' | 'role'>, text: string): string =>
  `${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n<v ${escapeVtt(singleLine(role))}>${text}</v>\n`;

/** Timestamps must increase and be within their cue. */
function timestampedText({ rows, startMs, endMs }: WordCue): string {
  let last = startMs;
  const textOfRow = (row: SubtitleRow): string =>
    row
      .map(({ text, isSpaced, startMs: wordMs }, index) => {
        const isTimed = wordMs > last && wordMs < endMs;
        if (isTimed) last = wordMs;
        const space = isSpaced && index > 0 ? ' ' : '';
        return `${space}${isTimed ? `<${formatTime(wordMs, '.')}>` : ''}${escapeVtt(text)}`;
      })
      .join('');
  return rows.map(textOfRow).join('\n');
}
