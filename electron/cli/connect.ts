import { openConnection } from '../compose.ts';
import type { LinkChoice, ServiceLink } from '../core/production/service-link.ts';
import type { LimitsProblem } from '../core/scheduler/limits-file.ts';
import type { Output } from './output.ts';

/** Opens the connection of a command. @throws what `openConnection` throws */
export function connect(choice: LinkChoice, output: Output): Promise<ServiceLink> {
  return openConnection(choice, (problem) => output.note(limitsSentence(problem)));
}

/** One sentence: what is wrong with the file of limits, and what that means. */
function limitsSentence({ kind, path, setAsideAs, reason }: LimitsProblem): string {
  switch (kind) {
    case 'damaged-set-aside':
      return `The record of what was sent lately, ${path}, was damaged (${reason}) and is kept as ${setAsideAs}; nothing leaves for a minute, so that no limit is passed.`;
    case 'newer-version':
      return `The record of what was sent lately, ${path}, was made by a newer Lectern; this run keeps to the limits alone, and its first minute is waited out.`;
    case 'unusable':
      return `The record of what was sent lately, ${path}, can’t be used (${reason}); this run keeps to the limits alone, and its first minute is waited out.`;
  }
}
