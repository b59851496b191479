// What became of the lines while they were played through, and what is said of it at the end.
import type { ListenedLine } from '../../shared/model/listening.ts';
import { words } from '../locales/words.ts';

const t = words('player');

/** What became of the lines so far. */
export interface ThroughSummary {
  /** What was played: the title of the chapter that was played last; empty for lines in an order of their own. */
  readonly title: string;
  /** How many lines were heard. */
  readonly heard: number;
  /** How many a voice spoke, since they have nothing to play. */
  readonly spoken: number;
  /** How many were passed over, since they have no take, or its file is missing or damaged. */
  readonly withoutTake: number;
  readonly withoutFile: number;
}

interface TallyParts {
  /** Where it was to begin; null: at the first line. */
  readonly fromLineId: number | null;
  /** All lines that are known, in order. */
  readonly lines: () => readonly ListenedLine[];
  readonly hasTake: (line: ListenedLine) => boolean;
  readonly mayCross: () => boolean;
}

export class ThroughTally {
  readonly #parts: TallyParts;
  readonly #heard = new Set<number>();
  readonly #spoken = new Set<number>();
  readonly #passedOver = new Map<number, 'no-take' | 'no-file'>();
  /** The line that sounded last, with or without its take. */
  #last: ListenedLine | null = null;

  constructor(parts: TallyParts) {
    this.#parts = parts;
  }

  /** A line has begun to sound: its take, or what stands in for that. */
  begun(lineId: number, by: 'take' | 'voice' | 'beep'): void {
    const line = this.#parts.lines().find((known) => known.lineId === lineId);
    if (!line) return;
    this.#passOver(line);
    if (by === 'beep') this.#passedOver.set(lineId, whyPassedOver(line));
    else (by === 'take' ? this.#heard : this.#spoken).add(lineId);
    this.#last = line;
  }

  /** How many lines were passed over so far. */
  get skipped(): number {
    return this.#passedOver.size;
  }

  /** The chapter that it came to; undefined: nothing sounded. */
  get chapterId(): number | null | undefined {
    return this.#last?.chapterId;
  }

  /** After the last clip: what became of all lines, those after it too. */
  finish(title: string): ThroughSummary {
    this.#passOver(null);
    const passedOver = [...this.#passedOver.values()];
    const withoutFile = passedOver.filter((why) => why === 'no-file').length;
    return {
      title,
      heard: this.#heard.size,
      spoken: this.#spoken.size,
      withoutTake: passedOver.length - withoutFile,
      withoutFile,
    };
  }

  /** Counts the lines between the one that was heard last and another; null: to the end of what was to be heard. */
  #passOver(until: ListenedLine | null): void {
    const { fromLineId, hasTake, mayCross } = this.#parts;
    const lines = this.#parts.lines();
    const placeOf = (lineId: number | undefined | null) => lines.findIndex((line) => line.lineId === lineId);
    const last = this.#last;
    // Once it is gone, what followed it is unknown.
    if (last && placeOf(last.lineId) < 0) return;
    const start = last ? placeOf(last.lineId) : placeOf(fromLineId) - 1;
    const end = until ? placeOf(until.lineId) : lines.length;
    for (const line of lines.slice(Math.max(0, start + 1), end)) {
      const isMeant = until !== null || mayCross() || last === null || isSameChapter(line, last);
      if (isMeant && !hasTake(line) && !this.#spoken.has(line.lineId)) {
        this.#passedOver.set(line.lineId, whyPassedOver(line));
      }
    }
  }
}

const whyPassedOver = ({ take, audioProblem }: ListenedLine) =>
  take === null && audioProblem === null ? 'no-take' : 'no-file';

export const isSameChapter = (one: ListenedLine, other: ListenedLine): boolean => one.chapterId === other.chapterId;

/** What is said when it has ended: how far it came, and what was passed over. */
export function throughEndWords({ title, heard, spoken, withoutTake, withoutFile }: ThroughSummary): string {
  const sentences = [];
  if (heard === 0 && spoken === 0) sentences.push(t('ended.nothing'));
  else if (heard > 0)
    sentences.push(
      title === '' ? t('ended.lines', { lines: heard }) : t('ended.chapter', { lines: heard, chapter: title }),
    );
  if (withoutTake > 0 && withoutFile > 0) {
    sentences.push(t('ended.withoutEither', { lines: withoutTake, files: withoutFile }));
  } else if (withoutTake > 0) sentences.push(t('ended.withoutTake', { lines: withoutTake }));
  else if (withoutFile > 0) sentences.push(t('ended.withoutFile', { lines: withoutFile }));
  if (spoken > 0) sentences.push(t('ended.spoken', { lines: spoken }));
  return sentences.join(' ');
}
