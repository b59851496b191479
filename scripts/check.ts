// `npm run check`: everything about the code that can be found wrong without running the whole application.
// `--without-tests` leaves the tests to `npm test`, which runs them all.
import { conclude, runInTurn, runSideBySide, script, tool } from './steps.ts';

/** With one checker each: several of them find out the same again, and here each core has a check to do. */
const types = (name: string, project: string) => tool(name, 'tsc', '-p', project, '--checkers', '1');

const failed = await runSideBySide([
  tool('format and lint', 'biome', 'ci', '--error-on-warnings', '.'),
  types('types', '.'),
  types('types of the window', 'renderer'),
  types('types of the specs', 'e2e/window'),
  script('layers', 'scripts/check-layers.ts'),
  tool('dead code', 'knip'),
  script('licences', 'scripts/check-licences.ts'),
  script('words', 'scripts/check-words.ts'),
  script('type names', 'scripts/check-type-names.ts'),
  script('messages', 'scripts/check-messages.ts'),
  script('styles', 'scripts/check-styles.ts'),
]);
if (!process.argv.includes('--without-tests')) {
  failed.push(...(await runInTurn([tool('unit tests', 'vitest', 'run', '--project=!processes')])));
}
conclude(failed);
