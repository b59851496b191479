// Who speaks in a script, and how much.
import type { Paragraph } from '../model/script.ts';
import { countCharacters } from './characters.ts';
import type { ScriptOptions } from './script-options.ts';
import { isSpeakable, spokenText } from './spoken-text.ts';
import { speakerOf } from './turn-prefix.ts';

/** A role as the script uses it. */
export interface RoleUse {
  readonly name: string;
  /** Lines in which it speaks; a dialog line counts for both. */
  readonly lines: number;
  /** Characters that it speaks, before pronunciation rules, prefixes not counted. */
  readonly characters: number;
}

/** The roles that speak in a script, in order of appearance. What has no mark is NARRATOR's. */
export function rolesOf(paragraphs: readonly Paragraph[], options: Pick<ScriptOptions, 'speakBrackets'>): RoleUse[] {
  const uses = new Map<string, { lines: number; characters: number }>();
  for (const { turns } of paragraphs.flatMap((paragraph) => paragraph.lines)) {
    const inLine = new Set<string>();
    for (const turn of turns) {
      const text = spokenText(turn, options);
      if (!isSpeakable(text)) continue;
      const name = speakerOf(turn);
      const use = uses.get(name) ?? { lines: 0, characters: 0 };
      uses.set(name, use);
      use.characters += countCharacters(text);
      if (!inLine.has(name)) use.lines++;
      inLine.add(name);
    }
  }
  return Array.from(uses, ([name, use]) => ({ name, ...use }));
}
