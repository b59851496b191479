import type { PlaybackLine } from '../../shared/model/listening.ts';
import { words } from '../locales/words.ts';

const t = words('player');

export interface ThroughSummary {
  readonly title: string;
  readonly heard: number;
  readonly spoken: number;
  /** Lines that have no take, or whose file is missing or damaged. */
  readonly withoutTake: number;
  readonly withoutFile: number;
}

interface TallySource {
  readonly fromLineId: number | null;
  readonly lines: () => readonly PlaybackLine[];
  readonly hasTake: (line: PlaybackLine) => boolean;
  readonly mayCross: () => boolean;
}

export class ThroughTally {
  readonly #parts: TallySource;
  readonly #heard = new Set<number>();
  readonly #spoken = new Set<number>();
  readonly #skipped = new Map<number, 'no-take' | 'no-file'>();
  #last: PlaybackLine | null = null;

  constructor(parts: TallySource) {
    this.#parts = parts;
  }

  countClip(lineId: number, by: 'take' | 'voice' | 'beep'): void {
    const line = this.#parts.lines().find((known) => known.lineId === lineId);
    if (!line) return;
    this.#countSkipped(line);
    if (by === 'beep') this.#skipped.set(lineId, skipReason(line));
    else (by === 'take' ? this.#heard : this.#spoken).add(lineId);
    this.#last = line;
  }

  get skipped(): number {
    return this.#skipped.size;
  }

  get chapterId(): number | null | undefined {
    return this.#last?.chapterId;
  }

  /** Returns a summary that includes the lines after the last clip. */
  finish(title: string): ThroughSummary {
    this.#countSkipped(null);
    const passedOver = [...this.#skipped.values()];
    const withoutFile = passedOver.filter((why) => why === 'no-file').length;
    return {
      title,
      heard: this.#heard.size,
      spoken: this.#spoken.size,
      withoutTake: passedOver.length - withoutFile,
      withoutFile,
    };
  }

  /** Counts the lines that were skipped between the last line and this one. If null, counts those up to the end. */
  #countSkipped(until: PlaybackLine | null): void {
    const { fromLineId, hasTake, mayCross } = this.#parts;
    const lines = this.#parts.lines();
    const placeOf = (lineId: number | undefined | null) => lines.findIndex((line) => line.lineId === lineId);
    const last = this.#last;
    // If the last line has been deleted, it isn't known which lines followed it.
    if (last && placeOf(last.lineId) < 0) return;
    const start = last ? placeOf(last.lineId) : placeOf(fromLineId) - 1;
    const end = until ? placeOf(until.lineId) : lines.length;
    for (const line of lines.slice(Math.max(0, start + 1), end)) {
      const isMeant = until !== null || mayCross() || last === null || isSameChapter(line, last);
      if (isMeant && !hasTake(line) && !this.#spoken.has(line.lineId)) {
        this.#skipped.set(line.lineId, skipReason(line));
      }
    }
  }
}

const skipReason = ({ take, audioProblem }: PlaybackLine) =>
  take === null && audioProblem === null ? 'no-take' : 'no-file';

export const isSameChapter = (one: PlaybackLine, other: PlaybackLine): boolean => one.chapterId === other.chapterId;

export function playThroughEndText({ title, heard, spoken, withoutTake, withoutFile }: ThroughSummary): string {
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
