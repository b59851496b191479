import type { ExportNotice, LineReason } from '../model/export/export.ts';
import type { ExportProblem, ExportStop, TemplateProblem } from '../model/export/export-problem.ts';
import { NAME_FIELDS } from '../rules/export/file-names.ts';
import type { reasons } from './en/reasons.ts';
import type { ProblemWords } from './problem-words.ts';
import type { Words } from './words.ts';

export interface ExportWords {
  reason(reason: LineReason): string;
  notice(notice: ExportNotice): string;
  /** Returns a sentence that explains why an export failed: what happened, where, and what to do. */
  problem(problem: ExportProblem): string;
  /** Returns a sentence that explains the error in a file name template. */
  template(problem: TemplateProblem): string;
  /** Returns a sentence that explains why an export stopped. */
  stop(stop: ExportStop): string;
}

/** @param list joins items as `a, b, c` */
export function exportWords(
  tReasons: Words<typeof reasons>,
  list: (items: readonly string[]) => string,
  locale: () => string,
  problems: Pick<ProblemWords, 'audio' | 'project'>,
): ExportWords {
  const decibels = (value: number) =>
    value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const template = (problem: TemplateProblem): string => {
    const field = problem.kind === 'unknown-field' ? inBrackets(problem.field) : '';
    const most = problem.kind === 'too-deep' ? problem.most : 0;
    const fields = list(NAME_FIELDS.map(inBrackets));
    return tReasons(`template.${problem.kind}`, { field, fields, most, example: inBrackets('line') });
  };
  const problem = (given: ExportProblem): string => {
    switch (given.kind) {
      case 'template':
        return template(given.problem);
      case 'read-only':
        return tReasons(`readOnly.${given.because}`, given);
      case 'disk-full':
        return tReasons(`diskFull.${given.because}`, given);
      case 'unwritable':
        return tReasons(`unwritable.${given.because}`, { path: given.path, code: given.code ?? '' });
      case 'foreign-manifest':
        return tReasons(given.appeared ? 'problem.foreignListAppeared' : 'problem.foreignList', given);
      case 'damaged-manifest':
        return given.keptAs === null
          ? tReasons('problem.damagedList', given)
          : tReasons('problem.damagedListKept', { ...given, keptAs: given.keptAs });
      case 'inside-project':
        return given.project === null
          ? tReasons('problem.namesInProject', given)
          : tReasons('problem.insideProject', { ...given, project: given.project });
      case 'other-project':
        return tReasons('problem.other-project', given);
      default:
        return tReasons(`problem.${given.kind}`, given);
    }
  };
  return {
    problem,
    template,
    stop(stop) {
      switch (stop.kind) {
        case 'export':
          return problem(stop.problem);
        case 'project':
          return problems.project(stop.problem);
        case 'internal':
          return tReasons('internal', stop);
        case 'said':
          return stop.sentence;
      }
    },
    reason(reason) {
      if (reason.kind === 'undecodable') {
        return tReasons('line.not-convertible', { detail: problems.audio(reason.defect) });
      }
      const { kind, ...data } = reason;
      const given = { path: '', detail: '', file: '', sentence: '', cue: '', name: '' };
      return tReasons(`line.${kind}`, { ...given, ...data });
    },
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
        id: '',
        code: '',
        ...notice,
      };
      if (notice.kind === 'chapter-list-left-out') return tReasons(`chapterList.${notice.list}`, notice);
      if (notice.kind === 'chapter-titles-cut') {
        const numbers = list(notice.numbers.map((number) => number.toLocaleString(locale())));
        return tReasons('chapterTitles', { file: notice.file, numbers, count: notice.numbers.length });
      }
      if (
        notice.kind === 'words-estimated' ||
        notice.kind === 'lines-not-in-book' ||
        notice.kind === 'words-differ-in-book'
      ) {
        return tReasons(`notice.${notice.kind}`, { lines: list(firstOf(notice.lines)), count: notice.lines.length });
      }
      if (notice.kind === 'text-not-read') {
        const lines = list(firstOf(notice.pages.map(({ page }) => page)));
        return tReasons('notice.text-not-read', { lines, count: notice.words, pages: notice.pages.length });
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

/** Longer lists are hard to read in a sentence. */
const MAX_LISTED = 10;
const firstOf = (items: readonly string[]): readonly string[] =>
  items.length > MAX_LISTED ? [...items.slice(0, MAX_LISTED), '…'] : items;

const inBrackets = (field: string): string => `{${field}}`;
