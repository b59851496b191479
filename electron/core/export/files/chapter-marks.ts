import type { ChapterLoss, ChapterMark } from '@lectern/audio';
import { chapterLosses } from '@lectern/audio/mastering';
import type { ExportNotice } from '../../../../shared/model/export.ts';
import { at } from '../../../../shared/rules/at.ts';
import type { AudioContent, AudioSection, SoundTerms } from '../plan/export-plan.ts';

/** Returns the chapters to mark in a file. A single chapter is marked only in M4B files. */
export function chapterMarksOf(
  { sections }: Pick<AudioContent, 'sections'>,
  { chapterMarks, encoding }: Pick<SoundTerms, 'chapterMarks' | 'encoding'>,
): readonly AudioSection[] {
  return chapterMarks && (sections.length > 1 || encoding.codec === 'aac') ? sections : [];
}

/** Reports chapters and titles that the file formats can't hold. */
export const chapterNotices = (
  files: readonly { readonly content: Pick<AudioContent, 'sections'>; readonly file: string }[],
  terms: SoundTerms,
): ExportNotice[] =>
  files.flatMap(({ content, file }) => {
    const marks = chapterMarksOf(content, terms);
    return chapterLosses(terms.encoding, marks, terms.goal.sampleRate).map((loss) => noticeOf(loss, file, marks));
  });

function noticeOf(loss: ChapterLoss, file: string, marks: readonly ChapterMark[]): ExportNotice {
  const chapters = marks.length;
  switch (loss.kind) {
    case 'list-left-out':
      return { kind: 'chapter-list-left-out', file, list: loss.list, chapters };
    case 'left-out':
      return { kind: 'chapters-left-out', file, from: loss.from, title: at(marks, loss.from - 1).title, chapters };
    case 'title-shortened':
      return { kind: 'chapter-titles-cut', file, numbers: loss.chapters };
  }
}
