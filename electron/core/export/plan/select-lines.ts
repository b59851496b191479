import type { ExportNames, NameExample, NameExamples } from '../../../../shared/ipc/export-requests.ts';
import type { ExportOptions, FailedExport, LineReason } from '../../../../shared/model/export/export.ts';
import {
  createFileNamer,
  createTruncationCheck,
  FileNameTemplateError,
  uniqueNames,
} from '../../../../shared/rules/export/file-names.ts';
import { utf8Length } from '../../../../shared/rules/export/safe-name.ts';
import { type LineNumbered, lineNumber } from '../../../../shared/rules/line-number.ts';
import { spokenText } from '../../../../shared/rules/spoken-text.ts';
import type { LineAudio, LineState } from '../../project/lines/line-states.ts';
import type { Project } from '../../project/project.ts';
import { excerptOf } from '../../project/takes/review-store.ts';
import type { ExportLine } from './export-line.ts';
import { type NamedLine, namingFields } from './export-line.ts';

export interface ExportScope {
  /** Exports lines without a fresh take with their latest usable take. */
  readonly allowStale: boolean;
  readonly approvedOnly: boolean;
  /**
   * Ids of heading paragraphs, or null for the text before the first heading. Null instead of an array selects the
   * whole script.
   */
  readonly chapterIds: readonly (number | null)[] | null;
}

export interface ExportSelection {
  readonly lines: readonly ExportLine[];
  readonly exported: readonly LineState[];
  /** All chosen lines, with or without a take. */
  readonly inScope: readonly NamedLine[];
  /** Highest numbers in the whole script; they determine the zero padding in file names. */
  readonly totals: { readonly chapters: number; readonly lines: number; readonly linesInChapter: number };
  readonly counts: ExportCounts;
  /** Lines whose audio is missing or damaged and that have no other take. */
  readonly lost: readonly FailedExport[];
  readonly leftOut: readonly FailedExport[];
  /** Lines exported with a take made from older text or settings. */
  readonly outdated: readonly FailedExport[];
  /** Sizes of the takes in bytes, by line id. */
  readonly takeBytes: ReadonlyMap<number, number>;
}

/** Counts each line once. */
export interface ExportCounts {
  readonly inScope: number;
  /** Includes stale ones. */
  readonly exported: number;
  readonly exportedStale: number;
  /** Lines without a take, except those whose audio was lost. */
  readonly withoutTake: number;
  /** Lines whose take was made from older text or settings. */
  readonly staleLeftOut: number;
  readonly notApproved: number;
}

/** @throws ProjectError */
export function selectLines(project: Project, options: ExportScope): ExportSelection {
  const states = project.lines.states();
  const settings = project.settings();
  const chapters = options.chapterIds && new Set<number | null>(options.chapterIds);
  const inScope = chapters ? states.filter(({ chapterId }) => chapters.has(chapterId)) : states;
  const lines: ExportLine[] = [];
  const exported: LineState[] = [];
  const lost: FailedExport[] = [];
  const leftOut: FailedExport[] = [];
  const outdated: FailedExport[] = [];
  const takeBytes = new Map<number, number>();
  const leaveOut = (line: LineState, why: keyof typeof LEFT_OUT) => {
    counts[why] += 1;
    leftOut.push(toFailedExport(line, { kind: LEFT_OUT[why] }));
  };
  const counts = { exportedStale: 0, withoutTake: 0, staleLeftOut: 0, notApproved: 0 };
  for (const line of inScope) {
    const take = line.pick ?? line.staleTake;
    if (line.audioProblem && !(take && options.allowStale)) {
      lost.push(toFailedExport(line, lostAudioReason(line.audioProblem)));
    } else if (!take) leaveOut(line, 'withoutTake');
    else if (!line.pick && !options.allowStale) leaveOut(line, 'staleLeftOut');
    else if (options.approvedOnly && !take.approved) leaveOut(line, 'notApproved');
    else {
      const audioPath = project.takes.audioPath(take.audioHash, take.format);
      if (audioPath === null) {
        lost.push(toFailedExport(line, lostAudioReason('missing')));
        continue;
      }
      if (!line.pick) {
        counts.exportedStale += 1;
        outdated.push(toFailedExport(line, { kind: 'stale' }));
      }
      lines.push(toExportLine(line, take, audioPath, settings));
      exported.push(line);
      takeBytes.set(line.id, take.sizeBytes);
    }
  }
  return {
    lines,
    exported,
    lost,
    leftOut,
    outdated,
    inScope: inScope.map((line) => toNamedLine(line, settings)),
    totals: {
      lines: states.length,
      chapters: states.at(-1)?.chapterNumber ?? 0,
      linesInChapter: states.reduce((most, line) => Math.max(most, line.numberInChapter), 0),
    },
    counts: { inScope: inScope.length, exported: lines.length, ...counts },
    takeBytes,
  };
}

const LEFT_OUT = {
  withoutTake: 'no-take',
  staleLeftOut: 'stale',
  notApproved: 'not-approved',
} as const satisfies Partial<Record<keyof ExportCounts, LineReason['kind']>>;

export const lostAudioReason = (problem: 'missing' | 'damaged'): LineReason => ({ kind: `audio-${problem}` });

type LineSummaryFields = LineNumbered & {
  readonly id: number;
  readonly number: number;
  readonly roles: readonly string[];
  readonly text: string;
};

export const toFailedExport = (line: LineSummaryFields, reason: LineReason): FailedExport => ({
  lineId: line.id,
  number: line.number,
  label: lineNumber(line),
  roles: line.roles,
  words: excerptOf(line.text.replace(/\s+/g, ' ').trim()),
  reason,
});

/**
 * Returns missing lines in script order, based on the files that were actually exported, so that no missing line is
 * overlooked.
 */
export function missingLines(
  { inScope, leftOut, lost }: Pick<ExportSelection, 'inScope' | 'leftOut' | 'lost'>,
  exported: ReadonlySet<number>,
  failed: readonly FailedExport[],
): FailedExport[] {
  const toNamedLine = new Map([...leftOut, ...lost, ...failed].map((line) => [line.lineId, line]));
  return inScope
    .filter(({ id }) => !exported.has(id))
    .map((line) => toNamedLine.get(line.id) ?? toFailedExport(line, { kind: 'not-exported' }));
}

type Settings = ReturnType<Project['settings']>;

const toNamedLine = (line: LineState, settings: Settings): NamedLine => ({
  id: line.id,
  number: line.number,
  numberInChapter: line.numberInChapter,
  chapterNumber: line.chapterNumber,
  chapterTitle: line.chapterTitle || null,
  roles: line.roles,
  text: line.turns.map((turn) => spokenText(turn, settings)).join('\n'),
  takeId: (line.pick ?? line.staleTake)?.takeId ?? null,
});

function toExportLine(line: LineState, take: LineAudio, audioPath: string, settings: Settings): ExportLine {
  return {
    ...toNamedLine(line, settings),
    takeId: take.takeId,
    audioPath,
    audioHash: take.audioHash,
    format: take.format,
    durationSeconds: take.durationSeconds,
    renderKey: line.renderKey ?? '',
    treatment: {
      trimStartSeconds: take.trimStartSeconds,
      trimEndSeconds: take.trimEndSeconds,
      gainDb: take.gainDb,
    },
  };
}

const MAX_EXAMPLES = 3;
const NO_NAMES: NameExamples = { count: 0, examples: [] };

export const examplesOf = (names: readonly NameExample[]): NameExamples => ({
  count: names.length,
  examples: names.slice(0, MAX_EXAMPLES),
});

/**
 * Returns the file names. If no line can be exported yet, returns names for all chosen lines. Ignores existing files.
 * @throws ProjectError
 */
export function exportNames(project: Project, options: ExportOptions): ExportNames {
  try {
    return namesOf(project, options);
  } catch (error) {
    if (!(error instanceof FileNameTemplateError)) throw error;
    return { problem: { what: error.problem, ...error.place }, names: [], collisions: NO_NAMES, cut: NO_NAMES };
  }
}

function namesOf(project: Project, options: ExportOptions): ExportNames {
  const nameOf = createFileNamer(options.template);
  const isCut = createTruncationCheck(options.template);
  const { lines, inScope, totals } = selectLines(project, options);
  const toNamedLine = lines.length > 0 ? lines : inScope;
  const fields = namingFields(toNamedLine, { projectName: project.info().name, format: options.format, totals });
  const wanted = fields.map(nameOf);
  const unique = uniqueNames(wanted);
  const all = unique.map((name, at) => ({ line: lineNumber(toNamedLine[at] ?? throwMissingFields()), name }));
  const longest = all.reduce<NameExample | undefined>(
    (most, one) => (most && utf8Length(most.name) >= utf8Length(one.name) ? most : one),
    undefined,
  );
  const shown = [
    { which: 'first' as const, one: all[0] },
    { which: 'longest' as const, one: longest },
    { which: 'last' as const, one: all.at(-1) },
  ];
  return {
    problem: null,
    names: shown.flatMap(({ which, one }) => (one ? [{ which, ...one }] : [])),
    collisions: examplesOf(all.filter(({ name }, at) => name !== wanted[at])),
    cut: examplesOf(all.filter((_, at) => isCut(fields[at] ?? throwMissingFields()))),
  };
}

const throwMissingFields = (): never => {
  throw new RangeError('a line has no fields for its file name');
};
