import { Command, CommanderError, Help, InvalidArgumentError } from 'commander';
import stringWidth from 'string-width';
import { languages } from '../../node/locales.ts';
import { packageVersion } from '../../node/package-version.ts';
import { PSEUDO_LANGUAGES } from '../../shared/words/languages.ts';
import { EXIT, type ExitStatus, sentenceFor, statusFor } from './exit.ts';
import { plainText } from './output.ts';
import { listed, t } from './words.ts';

type CommandFactory = (finish: (status: ExitStatus) => void) => Command;

/** In the order in which the help lists them. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  render: async () => (await import('./commands/render.ts')).renderCommand,
  resume: async () => (await import('./commands/resume.ts')).resumeCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  notes: async () => (await import('./commands/notes.ts')).notesCommand,
  pickups: async () => (await import('./commands/pickups.ts')).pickupsCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  proof: async () => (await import('./commands/proof.ts')).proofCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  book: async () => (await import('./commands/book.ts')).bookCommand,
  targets: async () => (await import('./commands/targets.ts')).targetsCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  signing: async () => (await import('./commands/signing.ts')).signingCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  conform: async () => (await import('./commands/conform.ts')).conformCommand,
  cues: async () => (await import('./commands/cues.ts')).cuesCommand,
  drift: async () => (await import('./commands/drift.ts')).driftCommand,
  words: async () => (await import('./commands/words.ts')).wordsCommand,
  headings: async () => (await import('./commands/headings.ts')).headingsCommand,
  pauses: async () => (await import('./commands/pauses.ts')).pausesCommand,
  snapshots: async () => (await import('./commands/snapshots.ts')).snapshotsCommand,
  consent: async () => (await import('./commands/consent.ts')).consentCommand,
  voices: async () => (await import('./commands/voices.ts')).voicesCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  worker: async () => (await import('./commands/shared-service.ts')).workerCommand,
  accounts: async () => (await import('./commands/accounts.ts')).accountsCommand,
  migrate: async () => (await import('./commands/shared-service.ts')).migrateCommand,
};

const VERSION_FLAGS = ['-V', '--version'];

/** Loads only the requested command, because loading all of them takes longer than many commands run. */
async function commandsFor([name = '']: readonly string[]): Promise<readonly CommandFactory[]> {
  if (VERSION_FLAGS.includes(name)) return [];
  const called = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((called ? [called] : Object.values(COMMANDS)).map((load) => load()));
}

/** Reports an unknown command after `help` as an error; Commander would print the whole help text. */
const withoutRedundantHelp = (args: readonly string[]): readonly string[] => {
  const [first, name] = args;
  return first === 'help' && name !== undefined && !Object.hasOwn(COMMANDS, name) ? args.slice(1) : args;
};

export async function runCommand(commandLine: readonly string[]): Promise<ExitStatus> {
  const args = withoutRedundantHelp(commandLine);
  let status: ExitStatus = EXIT.done;
  const finish = (result: ExitStatus) => {
    status = result;
  };
  // Commander's own error messages are replaced (see below).
  const quiet = (command: Command): Command => {
    command.commands.forEach(quiet);
    return translateHelp(command.exitOverride().configureOutput({ outputError: () => {} }));
  };
  const program = quiet(new Command('lectern'))
    .description(t('about'))
    .version(packageVersion(), VERSION_FLAGS.join(', '), t('help.version'))
    .helpCommand('help [command]', t('help.show'))
    // Only recognised before the command name, because `book` has its own `--language` option.
    .enablePositionalOptions()
    .option('--language <tag>', t('option.language', { languages: listed(languages()) }), knownLanguage);
  for (const make of await commandsFor(args)) program.addCommand(quiet(make(finish)));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      const sentence = usageErrorText(error, calledCommand(program, args));
      if (sentence) process.stderr.write(`lectern: ${plainText(sentence)}\n`);
      return EXIT.usage;
    }
    process.stderr.write(`lectern: ${sentenceFor(error)}\n`);
    return statusFor(error);
  }
}

/** `commandLanguage` has already applied the language. */
function knownLanguage(text: string): string {
  if ([...languages(), ...PSEUDO_LANGUAGES].includes(text)) return text;
  throw new InvalidArgumentError(t('value.languages', { languages: listed(languages()) }));
}

function translateHelp(command: Command): Command {
  const titles: Readonly<Record<string, string>> = {
    'Arguments:': t('help.arguments'),
    'Commands:': t('help.commands'),
    'Options:': t('help.options'),
    'Usage:': t('help.usage'),
  };
  const defaultHelp = new Help();
  // Translates placeholders for options and commands; argument names aren't translated.
  const translatePlaceholders = (usage: string): string =>
    usage.replace(/\[options\]/, t('help.someOptions')).replace(/\[command\]/, t('help.someCommand'));
  return command.helpOption('-h, --help', t('help.show')).configureHelp({
    // Wide characters, such as Japanese ones, take up two cells.
    displayWidth: (text) => stringWidth(text),
    styleTitle: (title) => titles[title] ?? title,
    commandUsage: (called) => translatePlaceholders(defaultHelp.commandUsage(called)),
    subcommandTerm: (called) => translatePlaceholders(defaultHelp.subcommandTerm(called)),
    optionDescription: ({ description, defaultValue, required, optional }) =>
      defaultValue === undefined || !(required || optional || typeof defaultValue === 'boolean')
        ? description
        : t('help.withDefault', { description, value: JSON.stringify(defaultValue) }),
  });
}

/** Returns null if help was printed instead. */
function usageErrorText({ code, message }: CommanderError, command: string): string | null {
  if (code === 'commander.help' || code === 'commander.helpDisplayed') return null;
  return argumentErrorText(code, message, command === '' ? 'lectern help' : `lectern ${command} --help`);
}

/** Returns the leading command names of a command line, such as `voices add`. */
function calledCommand(program: Command, args: readonly string[]): string {
  const names: string[] = [];
  let command = program;
  for (const name of args) {
    const called = command.commands.find((one) => one.name() === name);
    if (called === undefined) break;
    names.push(name);
    command = called;
  }
  return names.join(' ');
}

/** The unknown command can contain any characters. The suggestions are on one line. */
const UNKNOWN_NAME = /^[^']*'(?<name>.*?)'(?:\n\(Did you mean (?:one of )?(?<similar>[^\n]*)\?\))?$/s;

/** Extracts details from Commander's error messages, because Commander doesn't provide them separately. */
const DETAIL_PATTERNS: Readonly<Record<string, RegExp>> = {
  'commander.excessArguments':
    /^[^']*'(?<name>[^']*)'\. Expected (?<expected>\d+) \w+ but got (?<received>\d+): (?<given>.*)\.$/s,
  'commander.invalidArgument': /^[^']*'(?<flags>[^']*)' argument '(?<value>.*?)' is invalid\. (?<reason>.*)$/s,
  'commander.missingArgument': /^[^']*'(?<name>.*)'$/s,
  'commander.missingMandatoryOptionValue': /^[^']*'(?<flags>[^']*)'/,
  'commander.optionMissingArgument': /^[^']*'(?<flags>[^']*)'/,
  'commander.unknownCommand': UNKNOWN_NAME,
  'commander.unknownOption': UNKNOWN_NAME,
};

function argumentErrorText(code: string, message: string, help: string): string {
  const facts = DETAIL_PATTERNS[code]?.exec(message)?.groups;
  if (!facts) return t('call.other', { help });
  const { name = '', flags = '', value = '', reason = '', given = '', similar } = facts;
  const names = similar?.split(', ') ?? [];
  const guess = { name, similar: names.length, names: listed(names), help };
  switch (code) {
    case 'commander.excessArguments':
      return t('call.tooMany', {
        command: name,
        expected: Number(facts['expected']),
        received: Number(facts['received']),
        given,
        help,
      });
    case 'commander.invalidArgument':
      return t('call.invalidValue', { flags, value, reason, help });
    case 'commander.missingArgument':
      return t('call.missingArgument', { name, help });
    case 'commander.missingMandatoryOptionValue':
      return t('call.missingOption', { flags, help });
    case 'commander.optionMissingArgument':
      return t('call.missingValue', { flags, help });
    case 'commander.unknownCommand':
      return t('call.unknownCommand', guess);
    default:
      return t('call.unknownOption', guess);
  }
}
