// Derives a rough pronunciation from the spelling, just good enough to tell whether words sound alike.

type SoundRule = readonly [RegExp, string];

/**
 * One character for each sound. Capitals are sounds that have no letter of their own: S as in `ship`, C as in `chip`,
 * J as in `jam`, Z as in `measure`, T as in `thin`, N as in `sing`; A, E, I, Q and U are the long vowels, and O as in `law`.
 */
const ENGLISH: readonly SoundRule[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^wh(?=o)/, 'h'],
  [/wh/g, 'w'],
  [/mb$/, 'm'],
  [/(?<=[aeiou])lk\b/g, 'k'],
  [/igh(?=t|$)/g, 'I'],
  [/tch/g, 'C'],
  [/sch(?=[oe])/g, 'sk'],
  [/ch(?=[rl])/g, 'k'],
  [/ch/g, 'C'],
  [/sh|(?<=[a-z])[stc]i(?=on|ous|al|an)|ss(?=ion|ure)/g, 'S'],
  [/(?<=[aeiou])s(?=ure|ual|ion)/g, 'Z'],
  [/t(?=ure)/g, 'C'],
  [/th/g, 'T'],
  [/ph/g, 'f'],
  [/dg(?=e)/g, 'J'],
  [/ck/g, 'k'],
  [/qu/g, 'kw'],
  [/sc(?=[eiy])/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/c|q/g, 'k'],
  [/x/g, 'ks'],
  [/g(?=[ey](?!t|a))/g, 'J'],
  [/j/g, 'J'],
  [/augh|ough(?=t)/g, 'O'],
  [/eigh/g, 'A'],
  [/gh/g, ''],
  [/ng(?![aeiou])/g, 'N'],
  [/(?<=[a-z])e(?:d)$/g, 'd'],
  [/a(?=[^aeiouyw]e$)/g, 'A'],
  [/i(?=[^aeiouyw]e$)/g, 'I'],
  [/e(?=[^aeiouyw]e$)/g, 'E'],
  [/o(?=[^aeiouyw]e$)/g, 'Q'],
  [/u(?=[^aeiouyw]e$)/g, 'U'],
  [/ee|ea|ie(?!r?$)|ei/g, 'E'],
  [/ie$|ye$|^y(?=[^aeiou])|(?<=^[^aeiou]{1,2})y$/g, 'I'],
  [/ai|ay|ey(?=$)/g, 'A'],
  [/oo|ou|ew|ue|ui/g, 'U'],
  [/oa|ow|oe/g, 'Q'],
  [/au|aw|or(?![aeiou])/g, 'O'],
  [/oi|oy/g, 'Oi'],
  [/(?<=[a-zA-Z]{2})e$/, ''],
  [/(?<![aeiou])y/g, 'i'],
  [/(?:e|i|u)r(?![aeiou])/g, 'er'],
];

const GERMAN: readonly SoundRule[] = [
  [/sch/g, 'S'],
  [/^s(?=[tp])/, 'S'],
  [/tsch/g, 'C'],
  [/ch(?=s)/g, 'k'],
  [/ch/g, 'x'],
  [/ph|v(?!a|i)/g, 'f'],
  [/th|dt/g, 't'],
  [/ck|c/g, 'k'],
  [/qu/g, 'kv'],
  [/tz|z/g, 'ts'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ieh|ie|ih/g, 'i'],
  [/aeu|eu/g, 'Oi'],
  [/ei|ai|ey|ay/g, 'I'],
  [/(?<=[aeiou])h(?![aeiou])/g, ''],
  [/aa/g, 'a'],
  [/ee/g, 'e'],
  [/oo/g, 'o'],
  [/ae/g, 'e'],
  [/oe/g, 'O'],
  [/ue|y/g, 'y'],
  [/ng/g, 'N'],
  [/j/g, 'i'],
  [/b$/, 'p'],
  [/d$/, 't'],
  [/g$/, 'k'],
  [/d(?=[st]$)/, 't'],
  [/er$/, 'a'],
];

const RULES: ReadonlyMap<string, readonly SoundRule[]> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
]);

const known = new Map<string, string>();
const MAX_KNOWN = 20_000;

/** @param word a folded word in the language, an ISO 639-1 code */
export function roughSounds(word: string, language: string): string {
  const key = `${language} ${word}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const rules = RULES.get(language) ?? [];
  const sounds = rules
    .reduce((spelling, [pattern, sound]) => spelling.replace(pattern, sound), word)
    .replace(/(.)\1+/gu, '$1');
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, sounds);
  return sounds;
}

const VOWEL = /[aeiouyAEIOQU\u0430\u0435\u0438\u043e\u0443\u044b\u044d\u044e\u044f]/;
/** Sounds that a recogniser confuses easily. */
const CLOSE_PAIRS = new Set(
  [
    'bp',
    'dt',
    'gk',
    'vf',
    'zs',
    'ZS',
    'CJ',
    'mn',
    'nN',
    'lr',
    'sT',
    'fT',
    'dT',
    'vw',
    'SC',
    'ZJ',
    'xk',
    'xS',
    'bv',
  ].flatMap((pair) => [pair, pair.charAt(1) + pair.charAt(0)]),
);

const weightOf = (sound: string): number => (VOWEL.test(sound) || sound === 'h' ? 0.5 : 1);

function replacementCost(one: string, other: string): number {
  if (one === other) return 0;
  const vowels = Number(VOWEL.test(one)) + Number(VOWEL.test(other));
  if (vowels === 2) return 0.3;
  if (vowels === 1) return 1.2;
  return CLOSE_PAIRS.has(one + other) ? 0.4 : 1;
}

const totalWeight = (sounds: string): number => Array.from(sounds, weightOf).reduce((sum, weight) => sum + weight, 0);

/** Only this many sounds are compared. */
const MAX_SOUNDS = 200;

/** Returns 0 if two sequences of sounds are equal, and 1 if they have nothing in common. */
export function soundDistance(one: string, other: string): number {
  if (one === other) return 0;
  const [rows, columns] = [Array.from(one).slice(0, MAX_SOUNDS), Array.from(other).slice(0, MAX_SOUNDS)];
  let above = [0];
  for (const [index, sound] of columns.entries()) above.push((above[index] ?? 0) + weightOf(sound));
  for (const row of rows) {
    const costs = [(above[0] ?? 0) + weightOf(row)];
    for (const [index, column] of columns.entries()) {
      costs.push(
        Math.min(
          (above[index] ?? 0) + replacementCost(row, column),
          (above[index + 1] ?? 0) + weightOf(row),
          (costs[index] ?? 0) + weightOf(column),
        ),
      );
    }
    above = costs;
  }
  const longest = Math.max(totalWeight(rows.join('')), totalWeight(columns.join('')));
  return longest === 0 ? 1 : Math.min(1, (above.at(-1) ?? 0) / longest);
}
