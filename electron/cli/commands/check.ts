import { basename } from 'node:path';
import { Command } from 'commander';
import { UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { EXPORT_TARGETS, type ExportTargetId } from '../../../shared/model/export/export-target.ts';
import { TARGETS } from '../../../shared/rules/export/export-targets.ts';
import { createAudioWorkers } from '../../core/audio/audio-workers.ts';
import { checkFiles } from '../../core/export/report/measure-files.ts';
import { reportLines, saveReport } from '../check-display.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { nonEmpty, oneTarget } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { listed, t } from '../words.ts';

interface CheckOptions {
  readonly for: ExportTargetId;
  readonly html?: string;
  readonly json: boolean;
}

export function checkCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('check')
    .description(t('command.check'))
    .argument('<files...>', t('argument.audioFiles'))
    .requiredOption('--for <target>', t('option.forTarget', { targets: listed(EXPORT_TARGETS) }), oneTarget)
    .option('--html <file>', t('option.html'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async (files: readonly string[], options: CheckOptions) => finish(await check(files, options)));
}

async function check(files: readonly string[], { for: id, html, json }: CheckOptions): Promise<ExitStatus> {
  const workers = createAudioWorkers();
  const interrupts = listenForInterrupts(() => {});
  try {
    const report = await checkFiles(
      TARGETS[id],
      files.map((path) => ({ path, name: basename(path) })),
      { workers, signal: interrupts.signal },
    );
    saveReport(report, { html });
    if (json) output.json(report);
    else for (const row of reportLines(report)) output.result(row);
    return report.meetsFigures ? EXIT.done : EXIT.incomplete;
  } catch (error) {
    if (interrupts.signal.aborted) return EXIT.interrupted;
    if (error instanceof UnsafeEntryError) throw new CliError(t('check.noFile', { path: error.path }));
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(t('check.noFile', { path: path ?? '' }));
    throw error;
  } finally {
    interrupts.dispose();
    await workers.close();
  }
}
