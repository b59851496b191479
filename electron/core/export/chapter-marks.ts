// The chapters that a finished file gets, and what it can't hold of them.
import type { ChapterLoss, ChapterMark } from '../../../codecs/audio-tags.ts';
import type { ExportNotice } from '../../../shared/model/export.ts';
import { at } from '../../../shared/rules/at.ts';
import { chapterLosses } from '../mastering/delivery-encoder.ts';
import type { PlannedSection } from './delivery-plan.ts';
import type { DeliveryFile, PlacedFile, SoundTerms } from './placed-files.ts';

/** The chapters that a file says it has. Only an M4B says so of a single one. */
export function chapterMarksOf(
  { sections }: Pick<DeliveryFile, 'sections'>,
  { chapterMarks, encoding }: Pick<SoundTerms, 'chapterMarks' | 'encoding'>,
): readonly PlannedSection[] {
  return chapterMarks && (sections.length > 1 || encoding.codec === 'aac') ? sections : [];
}

/** What files can't hold of their chapters. */
export const chapterNotices = (
  files: readonly Pick<PlacedFile, 'wanted' | 'file'>[],
  terms: SoundTerms,
): ExportNotice[] =>
  files.flatMap(({ wanted, file }) => {
    const marks = chapterMarksOf(wanted, terms);
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
