import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { DELIVERY_TARGETS, type DeliveryTargetId } from '../../../shared/model/delivery-target.ts';
import type { GateFile, GateReport } from '../../../shared/model/gate-report.ts';
import { at } from '../../../shared/rules/at.ts';
import { TARGETS } from '../../../shared/rules/delivery-targets.ts';
import { gateHtml } from '../../../shared/words/gate-html.ts';
import { gateCells, gateSummary } from '../../../shared/words/gate-words.ts';
import { createAudioWorkers } from '../../core/audio/audio-workers.ts';
import { checkFiles } from '../../core/export/gate/gate-files.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { deliveryTarget, nonEmpty } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { language, listed, t, tDelivery } from '../words.ts';

interface CheckOptions {
  readonly for: DeliveryTargetId;
  readonly html?: string;
  readonly json: boolean;
}

const oneTarget = (text: string): DeliveryTargetId => at(deliveryTarget(text), 0);

export function checkCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('check')
    .description(t('command.check'))
    .argument('<files...>', t('argument.audioFiles'))
    .requiredOption('--for <target>', t('option.forTarget', { targets: listed(DELIVERY_TARGETS) }), oneTarget)
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
    if (html !== undefined) await writeFile(html, gateHtml(report, tDelivery, language()));
    if (json) output.json(report);
    else tell(report);
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

function tell(report: GateReport): void {
  for (const file of report.files) tellFile(file);
  output.result(gateSummary(tDelivery, report));
  output.result(tDelivery('gate.promise'));
}

function tellFile({ file, problem, rows }: GateFile): void {
  output.result(file);
  if (problem !== null) output.result(`  ${problem}`);
  for (const row of rows) {
    const { what, value, bound, result, places } = gateCells(tDelivery, row);
    const cells = [what, value, bound].filter((cell) => cell !== '');
    output.result(`  ${[result.padEnd(6), ...cells, places].join('  ').trimEnd()}`);
  }
}
