// `npm test`: all tests. They bring what they need: no display, no account, no network beyond this machine.
import { runSteps, tool } from './steps.ts';

runSteps([tool('tests', 'vitest', 'run', ...process.argv.slice(2))]);
