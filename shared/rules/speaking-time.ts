// How long a role speaks: by the pace of what was heard of it, else by the usual speed of speech.

/** Seconds for each character at speed 1: some 150 words a minute of six characters each, their spaces counted. */
export const USUAL_SECONDS_PER_CHARACTER = 1 / 15;

export interface SpeakingPart {
  /** Of all that the role has to say. */
  readonly characters: number;
  /** What is known of it from takes: their characters and their seconds. */
  readonly heard: { readonly characters: number; readonly seconds: number };
  /** As the role is cast; 1 is the voice's own. */
  readonly speed: number;
}

export interface SpeakingTime {
  readonly seconds: number;
  /** Whether the pace is that of takes, or what is usual. */
  readonly basis: 'takes' | 'usual-speed';
}

/** How long it takes to say all: takes count as long as they are, the rest at their pace. */
export function speakingTime({ characters, heard, speed }: SpeakingPart): SpeakingTime {
  if (heard.characters <= 0 || heard.seconds <= 0) {
    return { seconds: (characters * USUAL_SECONDS_PER_CHARACTER) / speed, basis: 'usual-speed' };
  }
  const left = Math.max(0, characters - heard.characters);
  return { seconds: heard.seconds + left * (heard.seconds / heard.characters), basis: 'takes' };
}
