import { PAUSE_RULES, type PauseRule } from '@lectern/audio/timeline';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  MAX_PAUSE_SECONDS,
  PAUSE_PRESET_NAMES,
  PAUSE_PRESETS,
  type PausePreset,
} from '../../../shared/model/pauses.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { customPauses, setPause } from '../../core/project/lines/set-pauses.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { listed, t } from '../words.ts';

/** Null resets the pause to its default. */
interface PauseBefore {
  readonly line: string;
  readonly seconds: number | null;
}

interface PausesOptions extends Partial<Record<PauseRule, number>> {
  readonly preset?: PausePreset;
  readonly before?: readonly PauseBefore[];
  readonly cutSilence?: boolean;
  readonly followPunctuation?: boolean;
  readonly json: boolean;
}

function pauseSeconds(text: string): number {
  const seconds = /^\d{1,2}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= MAX_PAUSE_SECONDS)) {
    throw new InvalidArgumentError(t('value.pauseSeconds', { most: MAX_PAUSE_SECONDS }));
  }
  return seconds;
}

function pauseBefore(text: string, others: readonly PauseBefore[] = []): readonly PauseBefore[] {
  const [line = '', seconds, ...rest] = text.split('=');
  if (line === '' || seconds === undefined || rest.length > 0) {
    throw new InvalidArgumentError(t('value.pauseBefore'));
  }
  return [...others, { line, seconds: seconds === '' ? null : pauseSeconds(seconds) }];
}

export function pausesCommand(finish: (status: ExitStatus) => void): Command {
  const command = new Command('pauses')
    .description(t('command.pauses'))
    .argument('<project>', t('argument.project'))
    .addOption(
      new Option('--preset <name>', t('option.preset', { presets: listed(PAUSE_PRESET_NAMES) })).choices(
        PAUSE_PRESET_NAMES,
      ),
    );
  for (const rule of PAUSE_RULES) {
    command.option(`--${rule} <seconds>`, t('option.pause', { rule: t(`pauses.rule.${rule}`) }), pauseSeconds);
  }
  return command
    .option('--before <line=seconds>', t('option.before'), pauseBefore)
    .option('--follow-punctuation', t('option.followPunctuation'))
    .option('--no-follow-punctuation', t('option.noFollowPunctuation'))
    .option('--cut-silence', t('option.cutSilence'))
    .option('--no-cut-silence', t('option.noCutSilence'))
    .option('--json', t('option.json'), false)
    .action((path: string, options: PausesOptions) => {
      const { preset, before = [], cutSilence, followPunctuation, json } = options;
      const own = PAUSE_RULES.flatMap((rule) => (options[rule] === undefined ? [] : [[rule, options[rule]] as const]));
      const switches = {
        ...(cutSilence !== undefined && { cutSilentEnds: cutSilence }),
        ...(followPunctuation !== undefined && { followPunctuation }),
      };
      const writes = preset !== undefined || [...before, ...own, ...Object.keys(switches)].length > 0;
      const ports = { clock: systemClock, random: systemRandom };
      const project = openProject(resolveProjectFolder(path), { mode: writes ? 'write' : 'read', ...ports });
      try {
        if (writes) {
          const places = pausesByLineId(project, before);
          const former = preset ? PAUSE_PRESETS[preset] : project.settings().pauses;
          project.updateSettings({
            pauses: { ...former, ...Object.fromEntries(own) },
            ...switches,
          });
          for (const { lineId, seconds } of places) setPause(project.db, lineId, seconds);
        }
        printPauses(project, json);
      } finally {
        project.close();
      }
      finish(EXIT.done);
    });
}

function pausesByLineId(project: Project, before: readonly PauseBefore[]) {
  if (before.length === 0) return [];
  const byNumber = new Map(project.lines.states().map((line) => [lineNumber(line), line.id]));
  return before.map(({ line, seconds }) => {
    const lineId = byNumber.get(line);
    if (lineId === undefined) throw new CliError(t('pauses.noLine', { line }));
    return { lineId, seconds };
  });
}

function printPauses(project: Project, json: boolean): void {
  const { pauses, cutSilentEnds, followPunctuation } = project.settings();
  const set = customPauses(project.db);
  if (json) {
    const numbers = new Map(project.lines.states().map((line) => [line.id, lineNumber(line)]));
    const before = [...set].flatMap(([id, seconds]) => {
      const line = numbers.get(id);
      return line === undefined ? [] : [{ line, seconds }];
    });
    output.json({ project: project.dir, ...pauses, followPunctuation, cutSilence: cutSilentEnds, before });
    return;
  }
  for (const rule of PAUSE_RULES) {
    output.result(t('pauses.row', { rule: t(`pauses.rule.${rule}`), seconds: pauses[rule] }));
  }
  output.result(t('pauses.punctuation', { isFollowed: followPunctuation ? 'yes' : 'no' }));
  output.result(t('pauses.silentEnds', { isCut: cutSilentEnds ? 'yes' : 'no' }));
  if (set.size > 0) output.result(t('pauses.setBefore', { count: set.size }));
}
