import { Command } from 'commander';
import { BOUNDED_FIGURES, type DeliveryTarget } from '../../../shared/model/delivery-target.ts';
import { targetsAsShown } from '../../../shared/rules/delivery-targets.ts';
import { encodingText, loudnessText, sourceText, stanceText } from '../../../shared/words/delivery-words.ts';
import { boundText } from '../../../shared/words/gate-words.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output } from '../output.ts';
import { listed, t, tDelivery } from '../words.ts';

export function targetsCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('targets')
    .description(t('command.targets'))
    .option('--json', t('option.jsonArray'), false)
    .action(({ json }: { readonly json: boolean }) => {
      if (json) output.json(targetsAsShown());
      else for (const target of targetsAsShown()) for (const row of targetRows(target)) output.result(row);
      finish(EXIT.done);
    });
}

function targetRows(target: DeliveryTarget): string[] {
  const { id, goal, encoding, figures, needs, cover } = target;
  const stance = stanceText(tDelivery, target);
  const bounds = BOUNDED_FIGURES.flatMap((figure) => {
    const bound = figures.bounds[figure];
    if (!bound) return [];
    return [t('targets.figure', { figure: tDelivery(`figure.${figure}`), bound: boundText(tDelivery, figure, bound) })];
  });
  const source = sourceText(tDelivery, target);
  return [
    `${id}  ${tDelivery(`target.${id}`)}`,
    `  ${tDelivery(`about.${id}`)}`,
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
