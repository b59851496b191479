// Seeded randomness, so that failures are reproducible.

/** Returns a mulberry32 generator of numbers from 0 (inclusive) to 1 (exclusive). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a token of 24 letters and digits. */
export function randomToken(random: () => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: 24 }, () => letters[Math.floor(random() * letters.length)]).join('');
}

export function shuffleItems<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((thing) => ({ thing, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

/** What goes wrong for each subject (batch, child or file): first a fixed sequence, then random misfortunes. */
export interface Misfortunes<Kind extends string> {
  readonly sequence?: readonly (Kind | 'none')[];
  /** The probability of each misfortune, from 0 to 1. */
  readonly chances?: Readonly<Partial<Record<Kind, number>>>;
  /** Maximum number of misfortunes per subject; unlimited by default. */
  readonly atMost?: number;
}

/** Returns a function that draws what goes wrong next for a subject. */
export function misfortuneDrawer<Kind extends string>(misfortunes: Misfortunes<Kind>, random: () => number) {
  const drawn = new Map<string, { turns: number; misfortunes: number }>();
  return (subject: string): Kind | 'none' => {
    const past = drawn.get(subject) ?? { turns: 0, misfortunes: 0 };
    drawn.set(subject, past);
    const told = misfortunes.sequence?.[past.turns];
    past.turns += 1;
    let kind: Kind | 'none' = told ?? 'none';
    if (told === undefined) {
      let dice = random();
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
