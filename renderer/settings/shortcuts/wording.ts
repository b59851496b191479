import type { KeysRefusal } from '../../../shared/ipc/shortcuts.ts';

/** Why keys are refused. @param keys as people write them; null where they have no name */
export function refusalWords(reason: KeysRefusal | 'unknown', keys: string | null, mac: boolean): string {
  const held = mac ? '⌘' : 'Ctrl';
  switch (reason) {
    case 'types':
      return `${keys} types a character or opens a menu. Hold ${held} as well, or press F1 to F9.`;
    case 'edits':
      return `${keys} edits text everywhere. Press other keys.`;
    case 'moves':
      return `${keys} leads through the window. Hold ${held} as well, or press other keys.`;
    case 'system':
      return `${keys} is the window’s or the system’s own: to quit, to close, to enlarge. Press other keys.`;
    case 'unknown':
      return `These keys can’t be a shortcut. Hold ${held} and press a letter, a digit or a sign.`;
  }
}
