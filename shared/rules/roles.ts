// Who speaks in a script, how much, and for how long.
import type { Paragraph } from '../model/script.ts';
import type { ScriptOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { isSpeakable, spokenText } from './spoken-text.ts';
import { speakerOf } from './turn-prefix.ts';

/** Seconds for each character at speed 1: some 150 words a minute of six characters each, their spaces counted. */
export const USUAL_SECONDS_PER_CHARACTER = 1 / 15;

interface SpeakingPart {
  /** Of all that the role has to say. */
  readonly characters: number;
  /** What is known of it from takes: their characters and their seconds. */
  readonly heard: { readonly characters: number; readonly seconds: number };
  /** As the role is cast; 1 is the voice's own. */
  readonly speed: number;
}

interface SpeakingTime {
  readonly seconds: number;
  /** Whether the pace is that of takes, or what is usual. */
  readonly basis: 'takes' | 'usual-speed';
}

/** How long it takes to say all, by the pace of what was heard, else by the usual speed of speech: takes count as long as they are, the rest at their pace. */
export function speakingTime({ characters, heard, speed }: SpeakingPart): SpeakingTime {
  if (heard.characters <= 0 || heard.seconds <= 0) {
    return { seconds: (characters * USUAL_SECONDS_PER_CHARACTER) / speed, basis: 'usual-speed' };
  }
  const left = Math.max(0, characters - heard.characters);
  return { seconds: heard.seconds + left * (heard.seconds / heard.characters), basis: 'takes' };
}

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
