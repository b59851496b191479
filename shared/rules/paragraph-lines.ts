// The lines that a paragraph's words and pauses become.
import type { LineContent, LineProblem, Turn } from '../model/script.ts';
import { cutParagraph } from './cut-lines.ts';
import type { SpeechPart } from './paragraph-content.ts';
import type { ScriptOptions } from './script-options.ts';
import { fitsJob, sentCharacters, speakerOf } from './turn-prefix.ts';

export interface ParagraphLines {
  readonly lines: LineContent[];
  /** Seconds of silence where there is no line to carry them. */
  readonly pauseSeconds?: number;
  readonly problem?: LineProblem;
}

/**
 * Cuts a paragraph into lines: at its pauses, and where it is too long for a job. A pause before all words belongs to
 * the first line, any other to the line before it.
 */
export function paragraphLines(
  parts: readonly SpeechPart[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): ParagraphLines {
  const turns = parts.filter((part) => 'text' in part);
  const roles = [...new Set(turns.map(speakerOf))];
  if (roles.length > 2) return { lines: [], problem: { kind: 'three-roles', roles } };
  if (turns.length === parts.length) return withProblem(cutParagraph(turns, options), options);
  const lines: LineContent[] = [];
  let leading: number | undefined;
  let stretch: Turn[] = [];
  const endStretch = (): void => {
    for (const line of cutParagraph(stretch, options)) lines.push(line);
    stretch = [];
  };
  for (const part of parts) {
    if ('text' in part) {
      stretch.push(part);
      continue;
    }
    endStretch();
    const last = lines.pop();
    if (last === undefined) leading = (leading ?? 0) + part.pauseSeconds;
    else lines.push({ ...last, pauseAfterSeconds: (last.pauseAfterSeconds ?? 0) + part.pauseSeconds });
  }
  endStretch();
  if (leading === undefined) return withProblem(lines, options);
  const [first, ...others] = lines;
  if (first === undefined) return { lines, pauseSeconds: leading };
  return withProblem([{ ...first, pauseBeforeSeconds: leading }, ...others], options);
}

function withProblem(
  lines: LineContent[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): ParagraphLines {
  const tooLong = lines.find((line) => !fitsJob(line.turns, options));
  if (tooLong === undefined) return { lines };
  const characters = sentCharacters(tooLong.turns, options);
  return { lines, problem: { kind: 'too-long', characters, limit: options.lineCharacters } };
}
