// What a proofer hands to a narrator or producer: lines with their notes, and the times in the exported audio.
import type { CorrectionLine, CorrectionLines, Corrections } from '../../../shared/model/corrections.ts';
import type { LineNote } from '../../../shared/model/note.ts';
import type { Finding } from '../../../shared/model/proof.ts';
import type { TakeSummary } from '../../../shared/model/take.ts';
import { textOfFinding } from '../../../shared/rules/finding-words.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { bookTitle } from '../project/book/book-title.ts';
import type { Project } from '../project/project.ts';
import { countHiddenNotes } from '../project/takes/note-store.ts';
import type { ReviewQuery, ReviewStore } from '../project/takes/review-store.ts';
import { type ChapterClip, chapterClips } from './chapter-clips.ts';

export interface CorrectionsScope {
  readonly lines: CorrectionLines;
  /** Null for the text before the first heading; absent for the whole script. */
  readonly chapterId?: number | null | undefined;
}

const QUERIES: Readonly<Record<CorrectionLines, Partial<ReviewQuery>>> = {
  noted: { withNote: 'any' },
  open: { withNote: 'open' },
  rejected: { verdict: 'rejected' },
  suspicious: { flags: 'any' },
  all: {},
};

/**
 * Returns lines in script order. Times are positions in the files of the target `chapters`. They are approximate until
 * all takes have been measured. With `open`, notes that are done are left out.
 * @throws ProjectError
 */
export async function readCorrections(
  project: Project,
  review: ReviewStore,
  { lines: chosen, chapterId }: CorrectionsScope,
): Promise<Corrections> {
  const { lineIds } = review.list({
    sort: 'script',
    ...QUERIES[chosen],
    ...(chapterId !== undefined && { chapterId }),
  });
  const clips = await chapterClips(project);
  const rows = review.rows(lineIds).filter(({ take }) => chosen !== 'suspicious' || take?.verdict !== 'approved');
  const texts = new Map(
    project.proofs.takes(rows.flatMap(({ take }) => take?.id ?? [])).map(({ takeId, text }) => [takeId, text]),
  );
  const lines = rows.map((row): CorrectionLine => {
    const { take, roles, turns, chapterTitle } = row;
    const clip = clips.get(row.lineId) ?? null;
    const notes = row.notes.filter(({ doneAt }) => chosen !== 'open' || doneAt === null);
    return {
      lineId: row.lineId,
      line: lineNumber(row),
      chapterId: row.chapterId,
      chapterTitle,
      roles: [...roles],
      turns: [...turns],
      take: take?.number ?? null,
      verdict: take?.verdict ?? null,
      flags: take?.flags ?? [],
      chapterSeconds: clip?.startSeconds ?? null,
      notes: notes.map(({ lineId: _, takeId, ...note }) => ({
        ...note,
        chapterSeconds: clip && secondsInChapter(clip, takeId === take?.id ? note.seconds : null),
      })),
      findings: findingsOf(take).map(({ kind, fromWord, toWord, startSeconds, confidence, heard }) => ({
        kind,
        words: textOfFinding(texts.get(take?.id ?? 0) ?? '', { fromWord, toWord }),
        heard: heard ?? null,
        seconds: startSeconds,
        chapterSeconds: clip && secondsInChapter(clip, startSeconds),
        confidence,
      })),
    };
  });
  const notes = lines.reduce((sum, line) => sum + line.notes.length, 0);
  return { title: bookTitle(project).title, lines, notes, hidden: countHiddenNotes(project.db) };
}

/** What is found in approved takes is settled. */
const findingsOf = (take: Pick<TakeSummary, 'verdict' | 'flags'> | null): Finding[] =>
  take === null || take.verdict === 'approved'
    ? []
    : take.flags.flatMap((flag) => (flag.kind === 'words' ? flag.findings : []));

function secondsInChapter({ startSeconds, fromSeconds, toSeconds }: ChapterClip, seconds: LineNote['seconds']): number {
  return startSeconds + Math.min(Math.max(0, (seconds ?? 0) - fromSeconds), toSeconds - fromSeconds);
}
