import type { LineWarning } from '../../shared/rules/line-request.ts';
import type { Project } from '../core/project/project.ts';
import type { LineNames } from './line-names.ts';
import type { Output } from './output.ts';
import { type FailedLine, tellFailures } from './run-report.ts';
import { listed, t } from './words.ts';

/** Warns of dialog lines about to be rendered that may be read aloud differently than expected. */
export function tellWarnings(project: Project, lineIds: readonly number[], names: LineNames, output: Output): void {
  const found: FailedLine[] = [];
  // Only a dialog has prefixes, and parameters on which two roles may disagree.
  for (const lineId of lineIds.filter((id) => names.isDialog(id))) {
    const built = project.lines.requestOf(lineId);
    if (!built.ok) continue;
    for (const warning of built.warnings) found.push({ line: names.numberOf(lineId), reason: wordingOf(warning) });
  }
  tellFailures(found, names, output);
}

function wordingOf(warning: LineWarning): string {
  switch (warning.kind) {
    case 'roles-differ': {
      const [first, second] = warning.roles;
      const parameters = listed(warning.parameters.map((name) => name.replaceAll('_', ' ')));
      return t('line.warning.rolesDiffer', { first, second, parameters });
    }
    case 'prefix-in-text':
      return t('line.warning.prefixInText', { role: warning.role, prefix: warning.prefix });
    case 'prefixes-overlap': {
      const [first, second] = warning.prefixes;
      return t('line.warning.prefixesOverlap', { first, second });
    }
  }
}
