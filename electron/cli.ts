// The same core without a window: `lectern render SCRIPT --out DIR` and its siblings.
import { EXIT } from './cli/exit.ts';
import { commandLanguage, speakLanguage, t } from './cli/words.ts';

// A reader that leaves early (`lectern voices | head`) is no error; a result that can't be written is one.
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  process.stderr.write(`lectern: ${t('error.unwrittenResult', { code: String(error.code) })}\n`);
});
// A run must not end because the reader of its progress has gone.
process.stderr.on('error', () => {});

await speakLanguage(commandLanguage(process.argv.slice(2), process.env));
// After the listeners above, which what its modules write needs as well.
const { runCommand } = await import('./cli/run-command.ts');
const status = await runCommand(process.argv.slice(2));
// Everything is closed by now; a connection that some part still keeps open must not hold the command. What is still
// on its way to a pipe goes first.
process.stdout.write('', () => {
  // A write that failed is told of after this.
  setImmediate(() => process.exit(unwritten ? status || EXIT.incomplete : status));
});
