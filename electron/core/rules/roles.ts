import type { Paragraph } from '../../../shared/model/script.ts';
import type { ScriptOptions } from '../../../shared/model/settings.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { isSpeakable, spokenText } from '../../../shared/rules/spoken-text.ts';
import { speakerOf } from '../../../shared/rules/turn-prefix.ts';

/** At speed 1: about 150 words per minute, with six characters per word including the space. */
export const DEFAULT_SECONDS_PER_CHARACTER = 1 / 15;

interface SpeakingPart {
  readonly characters: number;
  readonly heard: { readonly characters: number; readonly seconds: number };
  readonly speed: number;
}

interface SpeakingTime {
  readonly seconds: number;
  readonly basis: 'takes' | 'usual-speed';
}

/** Estimates a role's speaking time from the pace of existing takes, or from the default rate if there are none. */
export function speakingTime({ characters, heard, speed }: SpeakingPart): SpeakingTime {
  if (heard.characters <= 0 || heard.seconds <= 0) {
    return { seconds: (characters * DEFAULT_SECONDS_PER_CHARACTER) / speed, basis: 'usual-speed' };
  }
  const left = Math.max(0, characters - heard.characters);
  return { seconds: heard.seconds + left * (heard.seconds / heard.characters), basis: 'takes' };
}

export interface RoleUse {
  readonly name: string;
  readonly lines: number;
  /** Counted before pronunciation rules are applied, without turn prefixes. */
  readonly characters: number;
}

/** Returns the speaking roles in order of appearance. Unmarked text belongs to NARRATOR. */
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
