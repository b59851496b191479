// What the files of an export would be called, seen before anything is written.

import type { ExportNames, NameExample, NameExamples } from '../../../shared/ipc/export-requests.ts';
import type { ExportOptions } from '../../../shared/model/export.ts';
import { FileNameTemplateError, fileNamer, nameIsCut, uniqueNames } from '../../../shared/rules/file-names.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { utf8Length } from '../../../shared/rules/safe-name.ts';
import type { Project } from '../project/project.ts';
import { selectLines } from './export-selection.ts';
import { namingFields } from './line-file-plan.ts';

/** At most this many examples are given. */
const MOST_EXAMPLES = 3;
const NONE: NameExamples = { count: 0, examples: [] };

/** The first few of some examples, and how many there are. */
export const examplesOf = (all: readonly NameExample[]): NameExamples => ({
  count: all.length,
  examples: all.slice(0, MOST_EXAMPLES),
});

/**
 * The names that files of these lines would have; where nothing can be exported yet, those of all lines chosen. What
 * already stands in the export's folder is not known here.
 *
 * @throws ProjectError
 */
export function exportNames(project: Project, options: ExportOptions): ExportNames {
  try {
    return namesOf(project, options);
  } catch (error) {
    if (!(error instanceof FileNameTemplateError)) throw error;
    return { problem: { message: error.message, ...error.place }, names: [], collisions: NONE, cut: NONE };
  }
}

function namesOf(project: Project, options: ExportOptions): ExportNames {
  const nameOf = fileNamer(options.template);
  const isCut = nameIsCut(options.template);
  const { lines, inScope, totals } = selectLines(project, options);
  const named = lines.length > 0 ? lines : inScope;
  const fields = namingFields(named, { projectName: project.info().name, format: options.format, totals });
  const wanted = fields.map(nameOf);
  const unique = uniqueNames(wanted);
  const all = unique.map((name, at) => ({ line: lineNumber(named[at] ?? neverMissing()), name }));
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
    cut: examplesOf(all.filter((_, at) => isCut(fields[at] ?? neverMissing()))),
  };
}

const neverMissing = (): never => {
  throw new RangeError('a line without the fields of its name');
};
