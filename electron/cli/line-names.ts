import { lineNumber } from '../../shared/rules/line-number.ts';
import type { LineState } from '../core/project/lines/line-store.ts';
import { listed, listedWithAnd, t } from './words.ts';

const MAX_EXCERPT_LENGTH = 32;

export class LineNames {
  readonly #lines: ReadonlyMap<number, LineState>;
  readonly #byNumber: ReadonlyMap<number, LineState>;

  constructor(lines: readonly LineState[]) {
    this.#lines = new Map(lines.map((line) => [line.id, line]));
    this.#byNumber = new Map(lines.map((line) => [line.number, line]));
  }

  get size(): number {
    return this.#lines.size;
  }

  get ids(): readonly number[] {
    return [...this.#lines.keys()];
  }

  has(lineId: number): boolean {
    return this.#lines.has(lineId);
  }

  isDialog(lineId: number): boolean {
    return this.#lines.get(lineId)?.roles.length === 2;
  }

  /** Returns the line's number in the script, or its id if the line has been deleted. */
  numberOf(lineId: number): number {
    return this.#lines.get(lineId)?.number ?? lineId;
  }

  /**
   * Converts a number in the whole script to a chapter and line, such as `2.12`. Returns the number itself if there is
   * no such line.
   */
  labelOfNumber(number: number): string {
    const line = this.#byNumber.get(number);
    return line ? lineNumber(line) : `${number}`;
  }

  /** Formats a line as `Line 2.12 (ALGERNON, “Did you hear what I was…”)`. */
  nameOf(lineId: number): string {
    return formatName(this.#lines.get(lineId), lineId);
  }

  nameOfNumber(number: number): string {
    return formatName(this.#byNumber.get(number), number);
  }

  problemOf(lineId: number): string {
    const problem = this.#lines.get(lineId)?.problem;
    switch (problem?.kind) {
      case 'three-roles':
        return t('line.problem.threeRoles', { roles: listed(problem.roles) });
      case 'too-long':
        return t('line.problem.tooLong', { characters: problem.characters, limit: problem.limit });
      case 'no-voice':
        return t('line.problem.noVoice', { roles: listedWithAnd(problem.roles) });
      case 'nothing-to-speak':
        return t('line.problem.nothingToSpeak');
      case 'pronunciation-too-long':
        return t('line.problem.pronunciation', {
          rule: problem.rule + 1,
          from: excerpt(problem.from),
          limit: problem.limit,
        });
      case undefined:
        return t('line.problem.other');
    }
  }
}

function formatName(line: LineState | undefined, number: number): string {
  if (!line) return t('line.numbered', { number });
  return t('line.named', { number: lineNumber(line), roles: line.roles.join(' + '), words: excerpt(line.text) });
}

function excerpt(text: string): string {
  const words = text.replace(/\s+/g, ' ');
  return [...words].length > MAX_EXCERPT_LENGTH
    ? `${[...words].slice(0, MAX_EXCERPT_LENGTH).join('').trimEnd()}…`
    : words;
}
