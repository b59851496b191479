// The same core without a window: `lectern render SCRIPT --out DIR` and its siblings.
import { Command, CommanderError } from 'commander';
import { EXIT, type ExitStatus } from './cli/cli-error.ts';
import { exportCommand } from './cli/commands/export.ts';
import { importCommand } from './cli/commands/import.ts';
import { renderCommand } from './cli/commands/render.ts';
import { reportCommand } from './cli/commands/report.ts';
import { resumeCommand } from './cli/commands/resume.ts';
import { serveCommand } from './cli/commands/serve.ts';
import { statusCommand } from './cli/commands/status.ts';
import { voicesCommand } from './cli/commands/voices.ts';
import { usageSentence } from './cli/usage-wording.ts';
import { sentenceFor, statusFor } from './cli/wording.ts';

async function main(args: readonly string[]): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  const finish = (result: ExitStatus) => {
    status = result;
  };
  // Commander's own wording of a wrong call is put into a sentence below.
  const quiet = (command: Command) => command.exitOverride().configureOutput({ outputError: () => {} });
  const program = quiet(new Command('lectern')).description(
    'Turns scripts into finished audio through a text-to-speech service.',
  );
  for (const make of [
    renderCommand,
    resumeCommand,
    statusCommand,
    reportCommand,
    importCommand,
    exportCommand,
    voicesCommand,
    serveCommand,
  ]) {
    program.addCommand(quiet(make(finish)));
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      const sentence = usageSentence(error, args[0]);
      if (sentence) process.stderr.write(`lectern: ${sentence}\n`);
      return EXIT.usage;
    }
    process.stderr.write(`lectern: ${sentenceFor(error)}\n`);
    return statusFor(error);
  }
}

// A reader that leaves early (`lectern voices | head`) is no error; a result that can't be written is one.
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  process.stderr.write(`lectern: The result could not be written to standard output (${error.code}).\n`);
});
// A run must not end because nobody reads any more how it goes.
process.stderr.on('error', () => {});

const status = await main(process.argv.slice(2));
// Everything is closed by now; a connection that some part still keeps open must not hold the command. What is still
// on its way to a pipe goes first.
process.stdout.write('', () => {
  // A write that failed is told of after this.
  setImmediate(() => process.exit(unwritten ? status || EXIT.incomplete : status));
});
