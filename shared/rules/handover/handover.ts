// A production as others take it over: what sounds when, by whom, in which words. All forms of it are written from this.
import type { SilentEnds } from '../timeline.ts';

export interface HandoverTurn {
  readonly role: string;
  /** As it is spoken. */
  readonly text: string;
}

/** Seconds from the start of a production, or of a finished file. */
interface HeardSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A take in its place. `from` and `to` are seconds of the take's own file. */
export interface HandoverClip extends HeardSpan {
  /** The part of it in which something is heard: without the silence that is left at its ends. */
  readonly heard: HeardSpan;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly gainDb: number;
  /** The number by which people know the line. */
  readonly line: string;
  /** One role, or the two of a dialog. */
  readonly roles: readonly string[];
  readonly turns: readonly HandoverTurn[];
  /** Of the audio, within the folder, `/` between folders. */
  readonly file: string;
  readonly fileSeconds: number;
}

export interface HandoverChapter {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface Handover {
  readonly title: string;
  readonly author: string | null;
  /** In script order; none begins before the one before it ends. */
  readonly clips: readonly HandoverClip[];
  /** Those in which something is heard, in order. */
  readonly chapters: readonly HandoverChapter[];
  /** In the order of the cast. */
  readonly roles: readonly string[];
  readonly durationSeconds: number;
}

/**
 * The part of a clip in which something is heard.
 *
 * @param take how long its file is, and the silence at its ends; null where that was not measured
 */
export function heardPart(
  { startSeconds, endSeconds, fromSeconds, toSeconds }: Omit<HandoverClip, 'heard'>,
  { durationSeconds, headSilenceSeconds, tailSilenceSeconds }: SilentEnds & { readonly durationSeconds: number },
): HandoverClip['heard'] {
  const head = Math.max(0, (headSilenceSeconds ?? 0) - fromSeconds);
  const tail = Math.max(0, (tailSilenceSeconds ?? 0) - (durationSeconds - toSeconds));
  const isSilent = head + tail >= endSeconds - startSeconds;
  return isSilent ? { startSeconds, endSeconds } : { startSeconds: startSeconds + head, endSeconds: endSeconds - tail };
}

/** What of it is said by forms that give times alone. */
export type TimedHandover = Pick<Handover, 'title' | 'author' | 'chapters' | 'clips'>;

/** One colour a role in the order of the cast, again after the eighth: red, green, blue. */
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

/** The track of each role with its clips; a dialog stands on the track of who speaks first. Roles that are not heard have none. */
export interface HandoverTrack {
  readonly role: string;
  readonly colour: Colour;
  readonly clips: readonly HandoverClip[];
}

export function tracksOf({ roles, clips }: Handover): HandoverTrack[] {
  const byRole = new Map<string, HandoverClip[]>(roles.map((role) => [role, []]));
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

/** What is said in a clip, in one row. */
export const wordsOf = ({ turns }: HandoverClip): string => oneRow(turns.map(({ text }) => text).join(' '));

export const oneRow = (text: string): string => text.replace(/\s+/g, ' ').trim();
