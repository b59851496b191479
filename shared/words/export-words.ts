import type { ExportNotice, LineReason } from '../model/export.ts';
import type { reasons } from './en/reasons.ts';
import type { Words } from './words.ts';

export interface ExportWords {
  reason(reason: LineReason): string;
  notice(notice: ExportNotice): string;
}

/** `list` joins items as `a, b, c`. */
export function exportWords(
  tReasons: Words<typeof reasons>,
  list: (items: readonly string[]) => string,
  locale: () => string,
): ExportWords {
  const decibels = (value: number) =>
    value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    reason: ({ kind, ...data }) => tReasons(`line.${kind}`, { path: '', detail: '', file: '', sentence: '', ...data }),
    notice(notice) {
      const given = {
        file: '',
        files: 0,
        folder: '',
        sentence: '',
        from: 0,
        title: '',
        chapters: 0,
        list: '',
        ...notice,
      };
      if (notice.kind === 'chapter-list-left-out') return tReasons(`chapterList.${notice.list}`, notice);
      if (notice.kind === 'chapter-titles-cut') {
        const numbers = list(notice.numbers.map((number) => number.toLocaleString(locale())));
        return tReasons('chapterTitles', { file: notice.file, numbers, count: notice.numbers.length });
      }
      const heldBack = notice.kind === 'held-back' ? notice.lines : [];
      const names = heldBack.map((line) =>
        tReasons('heldBackLine', { line: line.label, decibels: decibels(line.decibels) }),
      );
      const more = { others: given.files - 1, lines: list(names), count: names.length };
      return tReasons(`notice.${notice.kind}`, { ...given, ...more });
    },
  };
}
