import { type SilentEnds, silentEnds } from '@lectern/audio/timeline';
import type { WordTime } from '../../../../shared/model/proof.ts';

/** The text of a take, with a time for each of its `spokenWords`, in seconds of the take's file. */
export interface TakeWords {
  readonly text: string;
  readonly words: readonly WordTime[];
}

export interface SequenceTurn {
  readonly role: string;
  readonly text: string;
}

/** Seconds from the start of the production or of a finished file. */
interface AudibleSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** `fromSeconds` and `toSeconds` are positions in the take's file. */
export interface SequenceClip extends AudibleSpan {
  readonly audible: AudibleSpan;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly gainDb: number;
  readonly line: string;
  readonly roles: readonly string[];
  readonly turns: readonly SequenceTurn[];
  /** Relative to the folder, with `/` as separator. */
  readonly file: string;
  readonly fileSeconds: number;
  /** The times of the take's words, if needed and known. */
  readonly takeWords?: TakeWords | null;
}

export interface SequenceChapter {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A place for music or an effect. Without a sound, it is a second long. */
export interface SequenceCue extends AudibleSpan {
  /** As in the script: `MUSIC: theme`. */
  readonly text: string;
}

/** Name of the track of cues. Programs show it beside the roles, which are in capitals, too. */
export const CUE_TRACK = 'MUSIC + SFX';

export interface TakeSequence {
  readonly title: string;
  readonly author: string | null;
  readonly clips: readonly SequenceClip[];
  /** In order of their start; they may overlap. */
  readonly cues: readonly SequenceCue[];
  readonly chapters: readonly SequenceChapter[];
  readonly roles: readonly string[];
  readonly durationSeconds: number;
}

/** Returns the span without the silence at both ends. Silence is null if it hasn't been measured. */
export function audibleSpan(
  { startSeconds, endSeconds, fromSeconds, toSeconds }: Omit<SequenceClip, 'audible'>,
  { durationSeconds, headSilenceSeconds, tailSilenceSeconds }: SilentEnds & { readonly durationSeconds: number },
): SequenceClip['audible'] {
  const { head, tail } = silentEnds(
    { durationSeconds, headSilenceSeconds, tailSilenceSeconds },
    { fromSeconds, toSeconds },
  );
  return { startSeconds: startSeconds + head, endSeconds: endSeconds - tail };
}

export type TimedSequence = Pick<TakeSequence, 'title' | 'author' | 'chapters' | 'clips'>;

const COLOURS = [
  [0xe3, 0xa5, 0x48],
  [0x6f, 0xb7, 0xd6],
  [0xb5, 0x86, 0x94],
  [0x6f, 0x93, 0xdf],
  [0xcd, 0xf0, 0x97],
  [0xce, 0x7f, 0x49],
  [0x96, 0xf4, 0xf7],
  [0xa7, 0xc8, 0xa6],
] as const;
type Colour = readonly [red: number, green: number, blue: number];

/** A role's track. Dialog lines are on the first speaker's track. */
export interface SequenceTrack {
  readonly role: string;
  readonly colour: Colour;
  readonly clips: readonly SequenceClip[];
}

export function tracksOf({ roles, clips }: TakeSequence): SequenceTrack[] {
  const byRole = new Map<string, SequenceClip[]>(roles.map((role) => [role, []]));
  for (const clip of clips) {
    const role = clip.roles[0] ?? '';
    const track = byRole.get(role) ?? [];
    track.push(clip);
    byRole.set(role, track);
  }
  return [...byRole].flatMap(([role, own], index) =>
    own.length === 0 ? [] : [{ role, colour: COLOURS[index % COLOURS.length] ?? COLOURS[0], clips: own }],
  );
}

export const clipText = ({ turns }: SequenceClip): string => singleLine(turns.map(({ text }) => text).join(' '));

export const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
