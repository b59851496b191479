import { Command, InvalidArgumentError } from 'commander';
import { MAX_READ_AS_LENGTH } from '../../../shared/model/cast.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import type { LineState } from '../../core/project/lines/line-states.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { isHeading, readAsOf } from '../../core/rules/line-request.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { t } from '../words.ts';

/** Null restores the default. */
interface HeadingReading {
  readonly line: string;
  readonly spoken: string | null;
}

interface HeadingsOptions {
  readonly narrate?: boolean;
  readonly readAs?: readonly HeadingReading[];
  readonly json: boolean;
}

function headingReading(text: string, others: readonly HeadingReading[] = []): readonly HeadingReading[] {
  const at = text.indexOf('=');
  const [line, spoken] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || line === '') throw new InvalidArgumentError(t('value.readAs'));
  if (spoken.length > MAX_READ_AS_LENGTH)
    throw new InvalidArgumentError(t('value.tooLong', { most: MAX_READ_AS_LENGTH }));
  return [...others, { line, spoken: spoken === '' ? null : spoken }];
}

export function headingsCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('headings')
    .description(t('command.headings'))
    .argument('<project>', t('argument.project'))
    .option('--narrate', t('option.narrate'))
    .option('--no-narrate', t('option.noNarrate'))
    .option('--read-as <line=words>', t('option.headingReadAs'), headingReading)
    .option('--json', t('option.json'), false)
    .action((path: string, { narrate, readAs = [], json }: HeadingsOptions) => {
      const mode = narrate === undefined && readAs.length === 0 ? 'read' : 'write';
      const project = openProject(resolveProjectFolder(path), { mode, clock: systemClock, random: systemRandom });
      try {
        const byNumber = new Map(headingLines(project).map((line) => [lineNumber(line), line.id]));
        const chosen = readAs.map(({ line, spoken }) => {
          const lineId = byNumber.get(line);
          if (lineId === undefined) throw new CliError(t('headings.noHeading', { line }));
          return { lineId, spoken };
        });
        if (narrate !== undefined) project.updateSettings({ narrateHeadings: narrate });
        for (const { lineId, spoken } of chosen) project.lines.setReadAs(lineId, spoken);
        printHeadings(project, json);
      } finally {
        project.close();
      }
      finish(EXIT.done);
    });
}

const headingLines = (project: Project): LineState[] => project.lines.states().filter(({ kind }) => isHeading(kind));

function printHeadings(project: Project, json: boolean): void {
  const headings = headingLines(project).map((line) => ({
    line: lineNumber(line),
    written: line.text,
    spoken: project.lines.spokenText(line),
    chosen: readAsOf(line) !== null,
  }));
  const { narrateHeadings } = project.settings();
  if (json) {
    output.json({ project: project.dir, narrate: narrateHeadings, headings });
    return;
  }
  output.result(t('headings.setting', { isOn: narrateHeadings ? 'yes' : 'no' }));
  for (const { line, written, spoken, chosen } of headings) {
    const kind = chosen ? 'chosen' : spoken === written ? 'same' : 'changed';
    output.result(t('headings.row', { kind, line, written, spoken }));
  }
}
