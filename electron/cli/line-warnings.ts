import type { LineWarning } from '../../shared/rules/line-request.ts';
import type { Project } from '../core/project/project.ts';
import type { LineNames } from './line-names.ts';
import type { Output } from './output.ts';
import { type FailedLine, tellFailures } from './run-report.ts';

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
      const what = warning.parameters.join(', ').replaceAll('_', ' ');
      return `${first} and ${second} differ in ${what}, which a dialog has only once: it takes ${first}’s.`;
    }
    case 'prefix-in-text':
      return `${warning.role} speaks “${warning.prefix}”, which marks turns: the service may take it for one.`;
    case 'prefixes-overlap':
      return `“${warning.prefixes[0]}” and “${warning.prefixes[1]}” mark turns and contain each other: choose others.`;
  }
}
