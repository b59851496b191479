import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { SPENDING_GROUPINGS, type SpendingGrouping, spendingGroupingSchema } from '../../../shared/model/spending.ts';
import { checkNotInProject } from '../../core/export/files/export-location.ts';
import { LinePositions } from '../../core/project/lines/line-positions.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { nameInTable, spendingCsv } from '../../core/project/spending/spending-pages.ts';
import { type SpendingReport, spendingReport, withExcerpts } from '../../core/project/spending/spending-report.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { listed, t } from '../words.ts';
import { writeResultFile } from '../write-result-file.ts';

interface ReportCommandOptions {
  readonly by: SpendingGrouping;
  readonly csv?: string;
  readonly byteOrderMark: boolean;
  readonly json: boolean;
}

export function reportCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('report')
    .description(t('command.report'))
    .argument('<project>', t('argument.project'))
    .option('--by <grouping>', t('option.by', { groupings: listed(SPENDING_GROUPINGS) }), grouping, 'chapter')
    .option('--csv <file>', t('option.csv'), nonEmpty)
    .option('--byte-order-mark', t('option.byteOrderMark'), false)
    .option('--json', t('option.json'), false)
    .action((path: string, options: ReportCommandOptions) => {
      report(path, options);
      finish(EXIT.done);
    });
}

function grouping(value: string): SpendingGrouping {
  const parsed = spendingGroupingSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(t('value.groupings', { groupings: listed(SPENDING_GROUPINGS) }));
}

/** @throws CliError 2; ExportError `inside-project` */
function report(path: string, { by, csv, byteOrderMark, json }: ReportCommandOptions): void {
  const project = openProject(resolveProjectFolder(path), { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    if (csv !== undefined) checkNotInProject(resolve(csv), project.dir);
    const made = spendingReport(project.db, new LinePositions(project), by, project.settings().language);
    const spending = by === 'line' ? { ...made, rows: withExcerpts(project.db, made.rows) } : made;
    const table = spendingCsv(spending, by, byteOrderMark);
    if (csv !== undefined) {
      writeResultFile(resolve(csv), table);
      output.note(t('spending.written', { file: resolve(csv) }));
    }
    if (json) output.json(reportAsJson(project.dir, by, spending));
    else if (csv === undefined) output.result(table.trimEnd());
  } finally {
    project.close();
  }
}

function reportAsJson(project: string, by: SpendingGrouping, { rows, total }: SpendingReport) {
  const figures = ({ underWay, inDoubt, unpriced, amounts, ...rest }: SpendingReport['total']) => ({
    ...rest,
    with_service: underWay,
    in_doubt: inDoubt,
    without_price: unpriced,
    cost: amounts,
  });
  return {
    project,
    by,
    total: figures(total),
    rows: rows.map((row) => {
      const { key, subject: _, name: __, detail, ...own } = row;
      return { id: key, name: nameInTable(row), detail, ...figures(own) };
    }),
  };
}
