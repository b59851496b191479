// A command line from its words to its status.
import { Command, CommanderError } from 'commander';
import { EXIT, type ExitStatus } from './cli-error.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { renderCommand } from './commands/render.ts';
import { reportCommand } from './commands/report.ts';
import { resumeCommand } from './commands/resume.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { voicesCommand } from './commands/voices.ts';
import { plainText } from './terminal-text.ts';
import { sentenceFor, statusFor, usageSentence } from './wording.ts';
import { t } from './words.ts';

/** Runs one command in this process. What it has to say goes to stdout and stderr. @returns the status to end with */
export async function runCommand(args: readonly string[]): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  const finish = (result: ExitStatus) => {
    status = result;
  };
  // Commander's own wording of a wrong call is put into a sentence below.
  const quiet = (command: Command) => inOurWords(command.exitOverride().configureOutput({ outputError: () => {} }));
  const program = quiet(new Command('lectern')).description(t('about')).helpCommand('help [command]', t('help.show'));
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
      if (sentence) process.stderr.write(`lectern: ${plainText(sentence)}\n`);
      return EXIT.usage;
    }
    process.stderr.write(`lectern: ${sentenceFor(error)}\n`);
    return statusFor(error);
  }
}

/** Has a command's help say everything in the words of the catalogue, its headings too. */
function inOurWords(command: Command): Command {
  const titles: Readonly<Record<string, string>> = {
    'Arguments:': t('help.arguments'),
    'Commands:': t('help.commands'),
    'Options:': t('help.options'),
    'Usage:': t('help.usage'),
  };
  return command.helpOption('-h, --help', t('help.show')).configureHelp({
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: ({ description, defaultValue, required, optional }) =>
      defaultValue === undefined || !(required || optional || typeof defaultValue === 'boolean')
        ? description
        : t('help.withDefault', { description, value: JSON.stringify(defaultValue) }),
  });
}
