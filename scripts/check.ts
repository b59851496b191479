// `npm run check`: runs the static checks. `npm test` runs the tests.
import { conclude, runSideBySide, script, tool } from './steps.ts';

/** Limits each check to one thread, because the checks run in parallel. */
const types = (name: string, project: string) => tool(name, 'tsc', '-p', project, '--checkers', '1');

const failed = await runSideBySide([
  tool('format and lint', 'biome', 'ci', '--error-on-warnings', '.'),
  types('types', '.'),
  types('types of the window', 'renderer'),
  types('types of the specs', 'e2e/window'),
  script('layers', 'scripts/check-layers.ts'),
  tool('dead code', 'knip'),
  script('licences', 'scripts/check-licences.ts'),
  script('engines', 'scripts/check-engines.ts'),
  script('type names', 'scripts/check-type-names.ts'),
  script('messages', 'scripts/check-messages.ts'),
  script('paths', 'scripts/check-paths.ts'),
  script('styles', 'scripts/check-styles.ts'),
]);
conclude(failed);
