import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { syntheticNotices } from '../../shared/rules/export/target-readiness.ts';
import { narrationPolicyText } from '../../shared/words/delivery-words.ts';
import type { CommandOutput } from './output.ts';
import { tDelivery } from './words.ts';

/** Prints the stores' policies on synthetic voices before any money is spent. */
export function printStances(targets: readonly ExportTargetId[], output: CommandOutput): void {
  for (const { target } of syntheticNotices(targets.map((id) => TARGETS[id]))) {
    const stance = narrationPolicyText(tDelivery, { id: target });
    if (stance !== null) output.note(stance);
  }
}
