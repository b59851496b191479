import { EXIT } from './cli/exit.ts';
import { commandLanguage, speakLanguage, t } from './cli/words.ts';

// Closing stdout early (`lectern voices | head`) isn't an error. Any other failure to write the result is an error.
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  process.stderr.write(`lectern: ${t('error.unwrittenResult', { code: String(error.code) })}\n`);
});
// A run must not end just because nothing reads its progress any more.
process.stderr.on('error', () => {});

await speakLanguage(commandLanguage(process.argv.slice(2), process.env));
// Imported after the listeners above are registered, because these modules can also write output.
const { runCommand } = await import('./cli/run-command.ts');
const status = await runCommand(process.argv.slice(2));
// Flush pending output, then exit explicitly, in case a connection is still open.
process.stdout.write('', () => {
  // Write errors are reported after this callback.
  setImmediate(() => process.exit(unwritten ? status || EXIT.incomplete : status));
});
