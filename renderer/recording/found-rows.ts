// The rows of a recording's dialog: the chapter's lines, other readings of them, and sounds that belong to no line.
import type { FoundLine, FoundLines } from '../../shared/ipc/conform-requests.ts';

/** A part of the recording, in seconds. */
export interface RecordingCut {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export type RecordingRow =
  | { readonly kind: 'line'; readonly key: string; readonly line: FoundLine; readonly needsCheck: boolean }
  | {
      readonly kind: 'repeat';
      readonly key: string;
      readonly line: FoundLine;
      readonly cut: RecordingCut;
      readonly isComplete: boolean;
    }
  | { readonly kind: 'extra'; readonly key: string; readonly cut: RecordingCut };

/** Returns the lines in script order, each followed by its other readings, and then sounds that belong to no line. */
export function foundRows({ lines, repeats, extras }: FoundLines): RecordingRow[] {
  const repeatsOf = Map.groupBy(repeats, ({ lineId }) => lineId);
  const rows = lines.flatMap((line): RecordingRow[] => {
    const others = repeatsOf.get(line.lineId) ?? [];
    const isFound = line.state === 'taken' || line.state === 'approved-kept';
    return [
      {
        kind: 'line',
        key: `line ${line.lineId}`,
        line,
        needsCheck: !isFound || line.isDoubtful || others.length > 0,
      },
      ...others.map(({ startSeconds, endSeconds, isComplete }) => ({
        kind: 'repeat' as const,
        key: `repeat ${startSeconds}`,
        line,
        cut: { startSeconds, endSeconds },
        isComplete,
      })),
    ];
  });
  return [...rows, ...extras.map((cut) => ({ kind: 'extra' as const, key: `extra ${cut.startSeconds}`, cut }))];
}

export const needsCheck = (row: RecordingRow): boolean => row.kind !== 'line' || row.needsCheck;

/** Whether a take can be added for the line. */
export const canBeAdded = ({ state }: FoundLine): boolean => state === 'taken' || state === 'approved-kept';

export function countFound({ lines, repeats, extras }: FoundLines) {
  const count = (isCounted: (line: FoundLine) => boolean) => lines.filter(isCounted).length;
  return {
    lines: lines.length,
    found: count(({ stretch }) => stretch !== null),
    doubtful: count((line) => line.isDoubtful && canBeAdded(line)),
    missing: count(({ state }) => state === 'missing'),
    blocked: count(({ state }) => state === 'blocked'),
    repeats: repeats.length,
    extras: extras.length,
  };
}
