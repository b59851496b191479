// Chance that a seed decides, so that a bad day can be had again.

/** A generator of numbers from 0 (inclusive) to 1 (exclusive): mulberry32. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A token of 24 letters and digits. */
export function token(chance: () => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: 24 }, () => letters[Math.floor(chance() * letters.length)]).join('');
}

/** The same things in another order. */
export function shuffled<T>(things: readonly T[], chance: () => number): T[] {
  return things
    .map((thing) => ({ thing, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

/** What goes wrong: first the sequence, in order and from the start for each subject, then by chance. */
export interface Misfortunes<Kind extends string> {
  readonly sequence?: readonly (Kind | 'none')[];
  /** The chance of each kind, from 0 to 1. */
  readonly chances?: Readonly<Partial<Record<Kind, number>>>;
  /** At most this many for each subject (a batch, a child, a file); unlimited unless given. */
  readonly atMost?: number;
}

/** Draws what goes wrong next for a subject. */
export function misfortuneDrawer<Kind extends string>(misfortunes: Misfortunes<Kind>, chance: () => number) {
  const drawn = new Map<string, { turns: number; misfortunes: number }>();
  return (subject: string): Kind | 'none' => {
    const past = drawn.get(subject) ?? { turns: 0, misfortunes: 0 };
    drawn.set(subject, past);
    const told = misfortunes.sequence?.[past.turns];
    past.turns += 1;
    let kind: Kind | 'none' = told ?? 'none';
    if (told === undefined) {
      let dice = chance();
      for (const [name, share] of Object.entries(misfortunes.chances ?? {}) as [Kind, number][]) {
        if (dice >= 0 && dice < share) kind = name;
        dice -= share;
      }
    }
    if (kind === 'none' || past.misfortunes >= (misfortunes.atMost ?? Number.POSITIVE_INFINITY)) return 'none';
    past.misfortunes += 1;
    return kind;
  };
}
