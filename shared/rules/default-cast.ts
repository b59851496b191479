// Which voices speak a script until a producer casts it.
import { NARRATOR, type Role } from '../model/cast.ts';
import { BATCH_ENGINE, type Language } from '../service/vocabulary.ts';
import type { VoiceReading } from '../service/voices.ts';
import { at } from './at.ts';

// Whether a role is a woman or a man, as far as its name or the script says so. It only chooses the first voice.

type Gender = 'female' | 'male';

/** Given names that are common in scripts, and that hardly anybody of the other gender has. */
const GIVEN_NAMES: Record<Gender, ReadonlySet<string>> = {
  female: new Set(
    (
      'ADA AGNES ALICE AMELIA AMY ANN ANNA ANNE AUGUSTA BARBARA BEATRICE BERTHA BIANCA BRIDGET CAROLINE CATHERINE CECILY ' +
      'CHARLOTTE CLAIRE CLARA CONSTANCE CORDELIA DAISY DESDEMONA DIANA DOROTHY EDITH ELEANOR ELENA ELISABETH ELIZA ' +
      'ELIZABETH ELLA ELLEN EMILIA EMILY EMMA ESTHER EVA EVE FANNY FLORENCE FRANCES GERTRUDE GRACE GRETA GWENDOLEN ' +
      'HANNAH HARRIET HELEN HELENA HERMIA HERMIONE IDA INGRID IRENE IRIS ISABEL ISABELLA JANE JENNY JESSICA JOANNA ' +
      'JUDITH JULIA JULIET KATE KATHERINE LAURA LILY LINDA LISA LOUISA LOUISE LUCY LYDIA MABEL MARGARET MARIA MARIE ' +
      'MARION MARTHA MARY MATILDA MAUD MAYA MIRANDA MOLLY NADIA NANCY NATALIE NATASHA NELLY NINA NORA OLGA OLIVIA ' +
      'OPHELIA PATRICIA PAULINE PENELOPE PHOEBE POLLY PORTIA RACHEL REBECCA REGAN ROSALIND ROSE RUTH SARAH SERENA ' +
      'SOFIA SONYA SOPHIA SOPHIE STELLA SUSAN SYBIL SYLVIA TERESA TITANIA URSULA VERA VICTORIA VIOLA VIOLET VIRGINIA ' +
      'WENDY WINIFRED ZOE'
    ).split(' '),
  ),
  male: new Set(
    (
      'ADAM ALBERT ALEXANDER ALFRED ALGERNON ANDREW ANTHONY ANTONIO ARCHIBALD ARTHUR BASIL BEN BENJAMIN BERNARD BILL ' +
      'BOB BORIS BRUTUS CASSIO CHARLES CLAUDIUS CUTHBERT DANIEL DAVID DENNIS DICK DUNCAN EDGAR EDMUND EDWARD ERIC ' +
      'ERNEST EUGENE FELIX FERDINAND FRANK FREDERICK GEORGE GERALD GILBERT GREGORY HAMLET HAROLD HARRY HECTOR HENRY ' +
      'HERBERT HORATIO HUGH IAGO ISAAC IVAN JACK JACOB JAMES JASPER JIM JOE JOHN JOSEPH JULIUS KARL KENNETH LAERTES ' +
      'LANE LAWRENCE LEAR LEONARD LOUIS LUKE MACBETH MALCOLM MARK MARTIN MATTHEW MAX MICHAEL NICHOLAS NIGEL OBERON OLIVER ' +
      'ORLANDO OSCAR OTHELLO OTTO PATRICK PAUL PERCY PETER PHILIP PIERRE PROSPERO RALPH RAYMOND RICHARD ROBERT ROGER ' +
      'ROLAND ROMEO RUPERT SAMUEL SEBASTIAN SHYLOCK SIDNEY SIMON STANLEY STEPHEN TED THEODORE THOMAS TIMOTHY TOBY TOM ' +
      'VICTOR VINCENT WALTER WILFRED WILLIAM'
    ).split(' '),
  ),
};

/** Titles, kinships and offices that tell whether a role is a woman's or a man's. */
const TITLES: Record<string, Gender> = {
  LADY: 'female',
  MISS: 'female',
  MRS: 'female',
  MS: 'female',
  MADAM: 'female',
  MADAME: 'female',
  QUEEN: 'female',
  PRINCESS: 'female',
  DUCHESS: 'female',
  COUNTESS: 'female',
  MOTHER: 'female',
  AUNT: 'female',
  SISTER: 'female',
  WOMAN: 'female',
  GIRL: 'female',
  WIFE: 'female',
  WIDOW: 'female',
  DAUGHTER: 'female',
  GRANDMOTHER: 'female',
  NIECE: 'female',
  MAID: 'female',
  HOUSEKEEPER: 'female',
  GOVERNESS: 'female',
  WAITRESS: 'female',
  ACTRESS: 'female',
  LORD: 'male',
  SIR: 'male',
  MR: 'male',
  KING: 'male',
  PRINCE: 'male',
  DUKE: 'male',
  COUNT: 'male',
  FATHER: 'male',
  UNCLE: 'male',
  BROTHER: 'male',
  MAN: 'male',
  BOY: 'male',
  HUSBAND: 'male',
  WIDOWER: 'male',
  SON: 'male',
  GRANDFATHER: 'male',
  NEPHEW: 'male',
  GENTLEMAN: 'male',
  BUTLER: 'male',
  FOOTMAN: 'male',
  MANSERVANT: 'male',
  VALET: 'male',
  WAITER: 'male',
};

/** What a role's title, kinship, office or given name tells; null where nothing does, or two disagree. */
export function genderOfName(roleName: string): Gender | null {
  const words = roleName.toUpperCase().split(/[^\p{L}]+/u);
  // A title says more than a name: LADY GEORGE is a woman.
  const title = words.find((word) => TITLES[word]);
  if (title) return TITLES[title] ?? null;
  const has = (gender: Gender) => words.some((word) => GIVEN_NAMES[gender].has(word));
  if (has('female') === has('male')) return null;
  return has('female') ? 'female' : 'male';
}

/** Names that are looked for at most, and how much of a script is read for them, in UTF-16 code units. */
const MOST_NAMES = 200;
const MOST_TEXT = 1_000_000;
/** Words behind a name in which an office counts as that of its bearer: `Merriman, butler to Mr. Worthing`. */
const OFFICE_REACH = 4;
/** How many more pronouns of one gender than of the other it takes to decide. */
const LEAST_LEAD = 2;

const PRONOUNS: Readonly<Record<string, Gender>> = {
  HE: 'male',
  HIM: 'male',
  HIS: 'male',
  HIMSELF: 'male',
  SHE: 'female',
  HER: 'female',
  HERS: 'female',
  HERSELF: 'female',
};

/**
 * What an English script says of roles whose names don't tell: a title before the name (`Miss Prism`), an office or
 * kinship behind it (`Merriman, the butler`), else pronouns in sentences that name that role alone. A title or office is
 * taken at once, pronouns by their majority.
 *
 * @param names of roles; of one with several words the last counts, which titles stand before
 * @returns by name; a role of which nothing is said, or of which opposites are, is left out
 */
export function genderHints(script: string, names: readonly string[]): Map<string, Gender> {
  const byWord = new Map(names.slice(0, MOST_NAMES).map((name) => [wordsOf(name).at(-1) ?? '', name]));
  byWord.delete('');
  const titles = new Map<string, Set<Gender>>();
  const leads = new Map<string, number>();
  for (const [sentence] of script.slice(0, MOST_TEXT).matchAll(SENTENCE)) {
    const words = wordsOf(sentence);
    const named = words.flatMap((word, place) => {
      const name = byWord.get(word);
      return name === undefined ? [] : [{ name, place }];
    });
    for (const { name, place } of named) {
      const gender = TITLES[words[place - 1] ?? ''] ?? officeBehind(words, place);
      if (gender) titles.set(name, (titles.get(name) ?? new Set()).add(gender));
    }
    const [only, another] = new Set(named.map(({ name }) => name));
    if (only === undefined || another !== undefined || MARK.test(sentence)) continue;
    const first = at(named, 0).place;
    for (const word of words.slice(first + 1)) {
      const gender = PRONOUNS[word];
      if (gender) leads.set(only, (leads.get(only) ?? 0) + (gender === 'male' ? 1 : -1));
    }
  }
  return new Map(
    names.flatMap((name): [string, Gender][] => {
      const [title, opposite] = titles.get(name) ?? [];
      if (title && !opposite) return [[name, title]];
      const lead = leads.get(name) ?? 0;
      if (opposite || Math.abs(lead) < LEAST_LEAD) return [];
      return [[name, lead > 0 ? 'male' : 'female']];
    }),
  );
}

/** A full stop behind a title ends no sentence. */
const SENTENCE = /(?:\b(?:Mr|Mrs|Ms|Dr|St)\.|[^.!?;()\n])+/g;
/** The mark of a role's own words, in which pronouns can mean anyone. */
const MARK = /^\s*[\p{L} .'’-]{1,40}:/u;

const wordsOf = (text: string): string[] => text.toUpperCase().match(/\p{L}+/gu) ?? [];

function officeBehind(words: readonly string[], place: number): Gender | undefined {
  for (const word of words.slice(place + 1, place + 1 + OFFICE_REACH)) {
    // `Lane bows to Lady Bracknell`: a title is that of the name behind it.
    if (OFFICES.has(word)) return TITLES[word];
    if (TITLES[word]) return undefined;
  }
  return undefined;
}

const OFFICES = new Set(
  [
    'BUTLER',
    'FOOTMAN',
    'MANSERVANT',
    'VALET',
    'WAITER',
    'MAID',
    'HOUSEKEEPER',
    'GOVERNESS',
    'WAITRESS',
    'ACTRESS',
  ].concat(['WIDOW', 'WIDOWER', 'GENTLEMAN']),
);

/** Whether a voice can be cast for batches: an engine that is not named is taken to fit. */
export function fitsBatches(voice: VoiceReading): boolean {
  return voice.voice_engine === undefined || voice.voice_engine === BATCH_ENGINE;
}

/** Whether a voice speaks a language, by its display name (`English`, `English (GB)`). */
export function speaks(voice: VoiceReading, language: Language): boolean {
  return (voice.language ?? '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .includes(language);
}

/**
 * Casts the roles that have no voice. Each gets a voice of its own as long as there are any: voices of the
 * script's language first, of the role's gender where its name or the script tells, else women's and men's by turns,
 * so that two neighbours in a dialog are easily told apart. When the voices run out they are used again, least used first.
 *
 * @param language the script's language, or null where it is not known (then English is taken)
 * @param script the script's text, which is read only where the name of a role to be cast does not tell
 * @returns all roles in their order, cast; unchanged where there is no voice at all
 */
export function castRoles(
  roles: readonly Role[],
  voices: readonly VoiceReading[],
  language: Language | null,
  script: () => string = () => '',
): Role[] {
  // A clone is a person's own voice: only the producer casts it.
  const fitting = voices.filter((voice) => fitsBatches(voice) && voice.is_cloned !== true);
  const native = fitting.filter((voice) => speaks(voice, language ?? 'english'));
  const choice = native.length > 0 ? native : fitting;
  const uses = new Map<string, number>(choice.map((voice) => [voice.id, 0]));
  for (const role of roles) if (role.voice !== null) uses.set(role.voice, (uses.get(role.voice) ?? 0) + 1);

  const unknown = roles.filter(({ name, voice }) => voice === null && name !== NARRATOR && genderOfName(name) === null);
  const hints =
    unknown.length === 0
      ? null
      : genderHints(
          script(),
          unknown.map(({ name }) => name),
        );

  let turn: Gender = 'male';
  const pick = (role: Role): string | null => {
    const gender = genderOfName(role.name) ?? hints?.get(role.name) ?? turn;
    if (role.name !== NARRATOR) turn = gender === 'male' ? 'female' : 'male';
    let best: VoiceReading | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const voice of choice) {
      // Used voices come after all unused ones; within those, the wrong gender comes after the right one.
      const cost = (uses.get(voice.id) ?? 0) * 2 + (voice.gender?.toLowerCase() === gender ? 0 : 1);
      if (cost < bestCost) [best, bestCost] = [voice, cost];
    }
    if (!best) return null;
    uses.set(best.id, (uses.get(best.id) ?? 0) + 1);
    return best.id;
  };
  return roles.map((role) => (role.voice === null ? { ...role, voice: pick(role) } : role));
}
