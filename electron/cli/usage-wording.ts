import type { CommanderError } from 'commander';

/**
 * One sentence for a call that the command line does not understand, with the way to its help.
 *
 * @param command the first argument: what was called, if anything was
 * @returns null where the help was printed instead
 */
export function usageSentence({ code, message }: CommanderError, command: string | undefined): string | null {
  if (code === 'commander.help' || code === 'commander.helpDisplayed') return null;
  const what = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
    .replace(/\. (\p{L})/gu, (_, letter: string) => `: ${letter.toLowerCase()}`);
  const known = command !== undefined && code !== 'commander.unknownCommand' && !command.startsWith('-');
  const help = known ? `lectern ${command} --help` : 'lectern help';
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}; see "${help}".`;
}
