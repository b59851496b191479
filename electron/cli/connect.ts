import { openConnection } from '../compose.ts';
import type { LinkChoice, ServiceLink } from '../core/production/service-link.ts';
import type { LimitsProblem } from '../core/scheduler/limits-file.ts';
import type { Output } from './output.ts';
import { t } from './words.ts';

/** Opens the connection of a command. @throws what `openConnection` throws */
export function connect(choice: LinkChoice, output: Output): Promise<ServiceLink> {
  return openConnection(choice, (problem) => output.note(limitsSentence(problem)));
}

/** One sentence: what is wrong with the file of limits, and what that means. */
function limitsSentence({ kind, path, setAsideAs, reason }: LimitsProblem): string {
  switch (kind) {
    case 'damaged-set-aside':
      return t('limits.damaged', { path, reason, setAsideAs: setAsideAs ?? path });
    case 'newer-version':
      return t('limits.newer', { path });
    case 'unusable':
      return t('limits.unusable', { path, reason });
  }
}
