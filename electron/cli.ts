import { EXIT } from './cli/exit.ts';
import { commandLanguage, speakLanguage, t } from './cli/words.ts';

// A reader that stops early (`lectern voices | head`) isn't an error; any other failure to write the result is.
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  process.stderr.write(`lectern: ${t('error.unwrittenResult', { code: String(error.code) })}\n`);
});
// A run must not end because its progress is no longer being read.
process.stderr.on('error', () => {});

await speakLanguage(commandLanguage(process.argv.slice(2), process.env));
// Imported after the listeners above are registered, because these modules may write too.
const { runCommand } = await import('./cli/run-command.ts');
const status = await runCommand(process.argv.slice(2));
// Flush what is still on its way to a pipe, then exit explicitly, in case a connection is still open.
process.stdout.write('', () => {
  // Write errors are reported after this callback.
  setImmediate(() => process.exit(unwritten ? status || EXIT.incomplete : status));
});
