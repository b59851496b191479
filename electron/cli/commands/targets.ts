import { Command } from 'commander';
import { BOUNDED_FIGURES, type ExportTarget } from '../../../shared/model/export/export-target.ts';
import { targetsInOrder } from '../../../shared/rules/export/export-targets.ts';
import { ownExportTarget } from '../../../shared/rules/export/own-targets.ts';
import { boundText } from '../../../shared/words/check-words.ts';
import { encodingText, loudnessText, narrationPolicyText, sourceText } from '../../../shared/words/delivery-words.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { listed, t, tDelivery } from '../words.ts';

export function targetsCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('targets')
    .description(t('command.targets'))
    .argument('[project]', t('argument.projectOfTargets'))
    .option('--json', t('option.jsonArray'), false)
    .action((project: string | undefined, { json }: { readonly json: boolean }) => {
      const targets = [...targetsInOrder(), ...(project === undefined ? [] : ownTargetsOf(project))];
      if (json) output.json(targets);
      else for (const target of targets) for (const row of targetRows(target)) output.result(row);
      finish(EXIT.done);
    });
}

/** @throws ProjectError */
function ownTargetsOf(path: string): readonly ExportTarget[] {
  const project = openProject(resolveProjectFolder(path), { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    return project.settings().ownTargets.map(ownExportTarget);
  } finally {
    project.close();
  }
}

function targetRows(target: ExportTarget): string[] {
  const { id, own, goal, encoding, figures, needs, cover } = target;
  const stance = narrationPolicyText(tDelivery, target);
  const bounds = BOUNDED_FIGURES.flatMap((figure) => {
    const bound = figures.bounds[figure];
    if (!bound) return [];
    return [t('targets.figure', { figure: tDelivery(`figure.${figure}`), bound: boundText(tDelivery, figure, bound) })];
  });
  const source = sourceText(tDelivery, target);
  return [
    own ? own.name : `${id}  ${tDelivery(`target.${id}`)}`,
    own ? t('targets.copyOf', { target: tDelivery(`target.${id}`) }) : `  ${tDelivery(`about.${id}`)}`,
    ...(encoding ? [t('targets.goal', { files: encodingText(tDelivery, encoding) })] : []),
    ...(goal?.loudness ? [t('targets.loudness', { level: loudnessText(tDelivery, goal.loudness) })] : []),
    ...bounds,
    ...(needs.length > 0
      ? [t('targets.needs', { fields: listed(needs.map((field) => tDelivery(`field.${field}`))) })]
      : []),
    ...(cover
      ? [
          t('targets.coverNeeds', {
            isNeeded: cover.isNeeded ? 'yes' : 'no',
            pixels: cover.fewestPixels,
            isSquare: cover.isSquare ? 'yes' : 'no',
          }),
        ]
      : []),
    ...(stance === null ? [] : [`  ${stance}`]),
    ...(source === null ? [] : [`  (${source})`]),
  ];
}
