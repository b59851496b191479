import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import { informativeTrait } from '../../../shared/rules/cast/voice-traits.ts';

/** Traits with their own columns, in their order. */
const COLUMNS = {
  language: { least: 84, share: 1 },
  gender: { least: 78, share: 0.7 },
  accent: { least: 68, share: 0.9 },
  age: { least: 56, share: 0.6 },
  style: { least: 72, share: 1 },
} as const;
export type ShownTrait = keyof typeof COLUMNS;
const TRAITS = Object.keys(COLUMNS) as readonly ShownTrait[];

/** In pixels, like the widths in `COLUMNS`. */
const BUTTON = 28;
const NAME = 84;
const CAST = 84;
const GAP = 11;
/** In a narrow table, only the colours show which roles a voice speaks. */
const NARROW = 600;
const NARROW_CAST = 66;
/** The padding of a row and the scroll bar. */
const EDGES = 30;

const castWidth = (width: number): number => (width <= NARROW ? NARROW_CAST : CAST);

/**
 * Returns the traits that fit into a table of this width, in column order. If there isn't enough space for all, traits
 * that are the same for all voices are left out first, then the last ones.
 */
export function shownTraits(voices: readonly CastVoice[], width: number): ShownTrait[] {
  const varies = (trait: ShownTrait) => new Set(voices.map((voice) => informativeTrait(trait, voice[trait]))).size > 1;
  const byUse = [...TRAITS.filter(varies), ...TRAITS.filter((trait) => !varies(trait))];
  let room = width - EDGES - (BUTTON + GAP) * 2 - NAME - GAP - castWidth(width);
  const shown = new Set<ShownTrait>();
  for (const trait of byUse) {
    room -= COLUMNS[trait].least + GAP;
    if (room < 0) break;
    shown.add(trait);
  }
  return TRAITS.filter((trait) => shown.has(trait));
}

/** Returns the `grid-template-columns` of the table. */
export function columnTemplate(traits: readonly ShownTrait[], width: number): string {
  const column = (least: number, share: number) => `minmax(${least}px,${share}fr)`;
  const columns = traits.map((trait) => column(COLUMNS[trait].least, COLUMNS[trait].share));
  const button = `${BUTTON}px`;
  return [button, column(NAME, 1.4), ...columns, column(castWidth(width), 1.2), button].join(' ');
}
