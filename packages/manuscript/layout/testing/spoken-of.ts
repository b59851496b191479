// Returns the spoken text of a script in any layout.
import { DEFAULT_PROJECT_SETTINGS } from '../../../../shared/model/settings.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import { spokenText } from '../../../../shared/rules/spoken-text.ts';
import { applyChoices } from '../../script/import-choices.ts';
import { laidOut } from './laid-out.ts';

/** Returns each role's words as `ROLE: words`, and the narrator's without a name. */
export function spokenOf(text: string, isBook = false): string[] {
  const rewritten = laidOut(text, isBook) ?? text;
  const { text: script, ...options } = applyChoices(rewritten, { kind: 'script', roles: null, merges: [] });
  const settings = { ...DEFAULT_PROJECT_SETTINGS, ...options, speakHeadings: false };
  return parseScript(script, settings)
    .flatMap(({ lines }) => lines.flatMap(({ turns }) => turns))
    .map((turn) => `${turn.role === null ? '' : `${turn.role}: `}${spokenText(turn, settings)}`);
}

export const script = (...rows: string[]): string => `${rows.join('\n')}\n`;
