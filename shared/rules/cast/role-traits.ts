import type { Language } from '@lectern/tts-protocol';
import { at } from '../at.ts';
import { type Gender, genderOfGivenName } from './given-names.ts';

export type Age = 'young' | 'adult' | 'older';

export interface RoleTraits {
  readonly gender: Gender | null;
  readonly age: Age | null;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const TITLES: Readonly<Record<Gender, ReadonlySet<string>>> = {
  female: wordSet(
    'LADY MISS MRS MS MADAM MADAME DAME QUEEN PRINCESS DUCHESS COUNTESS BARONESS EMPRESS GODDESS MOTHER MUM MOM MUMMY AUNT ' +
      'SISTER WOMAN GIRL WIFE WIDOW DAUGHTER GRANDMOTHER GRANDMA GRANNY NIECE MAID MAIDEN HOUSEKEEPER GOVERNESS NURSEMAID ' +
      'WAITRESS ACTRESS HOSTESS STEWARDESS LANDLADY NUN ABBESS WITCH FAIRY BRIDE BRIDESMAID HEROINE MERMAID ' +
      'FRAU FRÄULEIN KÖNIGIN PRINZESSIN HERZOGIN GRÄFIN BARONIN KAISERIN MUTTER MAMA TANTE SCHWESTER TOCHTER OMA ' +
      'GROSSMUTTER GROßMUTTER MÄDCHEN WITWE MAGD ZOFE KELLNERIN DIENERIN WIRTIN LEHRERIN ÄRZTIN NICHTE HEXE BRAUT ' +
      'MME MADEMOISELLE MLLE REINE PRINCESSE DUCHESSE COMTESSE MÈRE SŒUR FILLE FEMME SERVANTE VEUVE ' +
      'SEÑORA SRA SEÑORITA DOÑA REINA MADRE HERMANA TÍA MUJER NIÑA ABUELA CHICA HIJA VIUDA CRIADA ' +
      'SIGNORA SIGNORINA DONNA REGINA SORELLA ZIA RAGAZZA NONNA FIGLIA SENHORA RAINHA IRMÃ MULHER MENINA AVÓ ' +
      'MEVROUW KONINGIN MOEDER ZUS VROUW MEISJE PANI KRÓLOWA MATKA FRU FRÖKEN',
  ),
  male: wordSet(
    'LORD SIR MR KING PRINCE DUKE EARL BARON COUNT EMPEROR FATHER DAD DADDY UNCLE BROTHER MAN BOY HUSBAND WIDOWER SON ' +
      'GRANDFATHER GRANDPA NEPHEW GENTLEMAN BUTLER FOOTMAN MANSERVANT VALET WAITER STEWARD LANDLORD GROOM MONK FRIAR ' +
      'BISHOP VICAR CANON REVEREND PRIEST ABBOT POPE WIZARD POLICEMAN FISHERMAN FIREMAN SALESMAN POSTMAN CHAIRMAN ' +
      'HERR KÖNIG PRINZ HERZOG GRAF FREIHERR KAISER VATER PAPA ONKEL BRUDER MANN JUNGE SOHN OPA GROSSVATER GROßVATER ' +
      'NEFFE WITWER DIENER KELLNER KNECHT WIRT PFARRER MÖNCH ZAUBERER BRÄUTIGAM ' +
      'MONSIEUR ROI DUC COMTE PÈRE FRÈRE ONCLE GARÇON HOMME FILS VALET MAJORDOME CURÉ ' +
      'SEÑOR SR DON REY PADRE HERMANO TÍO HOMBRE NIÑO ABUELO CHICO HIJO MAYORDOMO ' +
      'SIGNOR SIGNORE FRATELLO ZIO RAGAZZO NONNO UOMO FIGLIO MAGGIORDOMO SENHOR REI IRMÃO HOMEM MENINO AVÔ ' +
      'MENEER KONING VADER BROER JONGEN PAN KRÓL OJCIEC',
  ),
};

function genderOfTitle(word: string): Gender | null {
  if (TITLES.female.has(word)) return 'female';
  return TITLES.male.has(word) ? 'male' : null;
}

/** Occupations that, after a name, describe the named person. */
const OCCUPATIONS = wordSet(
  'BUTLER FOOTMAN MANSERVANT VALET WAITER MAID HOUSEKEEPER GOVERNESS WAITRESS ACTRESS WIDOW WIDOWER GENTLEMAN LANDLADY ' +
    'LANDLORD NUN MONK FRIAR VICAR CANON PRIEST BISHOP WITCH DIENER MAGD ZOFE KELLNER KELLNERIN WITWE WITWER WIRT WIRTIN ' +
    'LEHRERIN ÄRZTIN PFARRER MAJORDOME SERVANTE CRIADA MAYORDOMO WOMAN MAN GIRL BOY FRAU MANN MÄDCHEN JUNGE',
);

const AGES: Readonly<Record<'young' | 'older', ReadonlySet<string>>> = {
  young: wordSet(
    'YOUNG LITTLE CHILD KID BOY GIRL TEEN TEENAGER TEENAGED BABY SCHOOLBOY SCHOOLGIRL PUPIL LAD YOUTH JUNIOR JUNG JUNGE JUNGER ' +
      'KLEINE KLEINER MÄDCHEN KIND BUB SCHÜLER SCHÜLERIN ENFANT PETIT PETITE GARÇON FILLETTE JEUNE NIÑO NIÑA CHICO CHICA JOVEN ' +
      'RAGAZZO RAGAZZA BAMBINO BAMBINA GIOVANE MENINO MENINA JONGEN MEISJE',
  ),
  older: wordSet(
    'OLD OLDER ELDERLY AGED ANCIENT GRANDMOTHER GRANDMA GRANNY GRANDFATHER GRANDPA DOWAGER WIDOW WIDOWER PENSIONER SENIOR RETIRED ' +
      'ALT ALTE ALTER ALTEN GREIS GREISIN OMA OPA GROSSMUTTER GROßMUTTER GROSSVATER GROßVATER WITWE WITWER VIEUX VIEILLE VIEILLARD ' +
      'VIEJO VIEJA ANCIANO ANCIANA ABUELO ABUELA NONNO NONNA VECCHIO VECCHIA AVÓ AVÔ OUDE',
  ),
};

function ageOfWord(word: string): Age | null {
  if (AGES.older.has(word)) return 'older';
  return AGES.young.has(word) ? 'young' : null;
}

/** People up to the first age count as young; people from the second age on count as old. */
const YOUNG_YEARS = 19;
const OLDER_YEARS = 60;

/**
 * Guesses a role's gender from titles, relations, occupations and first names. Returns null if there are no clues or
 * the clues contradict each other.
 */
export function genderOfName(roleName: string, language: Language | null = null): Gender | null {
  const words = roleName.toUpperCase().split(/[^\p{L}\p{M}]+/u);
  // Titles take precedence over names: LADY GEORGE is a woman.
  for (const word of words) {
    const title = genderOfTitle(word);
    if (title) return title;
  }
  const genders = new Set(words.map((word) => genderOfGivenName(word, language)));
  if (genders.has('female') === genders.has('male')) return null;
  return genders.has('female') ? 'female' : 'male';
}

export function ageOfName(roleName: string): Age | null {
  const found = wordsOf(roleName)
    .map(ageOfWord)
    .filter((age) => age !== null);
  return found[0] ?? null;
}

const MAX_NAMES = 200;
const MAX_TEXT = 1_000_000;
/** Maximum number of words between a name and an occupation or age: `Merriman, butler to Mr. Worthing`. */
const MAX_OCCUPATION_DISTANCE = 4;
const MIN_LEAD = 2;

const pronouns = (male: string, female: string): ReadonlyMap<string, Gender> =>
  new Map([
    ...male.split(' ').map((word) => [word, 'male'] as const),
    ...female.split(' ').map((word) => [word, 'female'] as const),
  ]);

const PRONOUNS: Readonly<Partial<Record<Language, ReadonlyMap<string, Gender>>>> = {
  english: pronouns('HE HIM HIS HIMSELF', 'SHE HER HERS HERSELF'),
  german: pronouns('ER IHN IHM', 'SIE IHR'),
  french: pronouns('IL', 'ELLE'),
  spanish: pronouns('ÉL', 'ELLA'),
  italian: pronouns('LUI EGLI', 'LEI ELLA'),
  portuguese: pronouns('ELE', 'ELA'),
  dutch: pronouns('HIJ HEM', 'HAAR'),
  swedish: pronouns('HAN HONOM HANS', 'HON HENNE HENNES'),
  danish: pronouns('HAN HAM HANS', 'HUN HENDE HENDES'),
  polish: pronouns('ON JEGO JEMU', 'ONA JEJ'),
};

class RoleEvidence {
  readonly titles = new Set<Gender>();
  readonly ages = new Set<Age>();
  lead = 0;

  traits(): RoleTraits {
    const [age = null, anotherAge] = this.ages;
    return { gender: this.#gender(), age: anotherAge === undefined ? age : null };
  }

  #gender(): Gender | null {
    const [title, opposite] = this.titles;
    if (title && !opposite) return title;
    if (opposite || Math.abs(this.lead) < MIN_LEAD) return null;
    return this.lead > 0 ? 'male' : 'female';
  }
}

/**
 * Decides by a title before the name (`Miss Prism`), or by an occupation, relation or age after the name (`Merriman,
 * the butler`). Without any of these, decides by the majority of pronouns.
 */
export function traitHints(
  script: string,
  names: readonly string[],
  language: Language | null = null,
): Map<string, RoleTraits> {
  const byWord = new Map(names.slice(0, MAX_NAMES).map((name) => [wordsOf(name).at(-1) ?? '', name]));
  byWord.delete('');
  const evidence = new Map(names.map((name) => [name, new RoleEvidence()]));
  const meant = PRONOUNS[language ?? 'english'];
  for (const [sentence] of script.slice(0, MAX_TEXT).matchAll(SENTENCE)) {
    const places = [...sentence.matchAll(WORD)];
    const written = places.map(([word]) => word);
    const words = written.map((word) => word.toUpperCase());
    const named = words.flatMap((word, index) => {
      const role = evidence.get(byWord.get(word) ?? '');
      return role === undefined ? [] : [{ role, place: index }];
    });
    const [first] = named;
    if (first === undefined) continue;
    for (const { role, place } of named) {
      const gender = genderOfTitle(words[place - 1] ?? '') ?? occupationAfter(words, place);
      if (gender) role.titles.add(gender);
    }
    if (named.some(({ role }) => role !== first.role) || MARK.test(sentence)) continue;
    const { index, 0: name } = at(places, first.place);
    const age = ageFromContext(
      words,
      first.place,
      APPOSITION.test(sentence.slice(index + name.length, index + name.length + 4)),
    );
    if (age) first.role.ages.add(age);
    for (const word of written.slice(first.place + 1)) {
      // After a name, only a lower-case pronoun counts, because German `Sie` addresses the listener.
      const gender = word === word.toLowerCase() ? meant?.get(word.toUpperCase()) : undefined;
      if (gender) first.role.lead += gender === 'male' ? 1 : -1;
    }
  }
  return new Map(names.map((name) => [name, evidence.get(name)?.traits() ?? { gender: null, age: null }]));
}

/** A full stop after a title doesn't end a sentence. */
const SENTENCE = /(?:\b(?:Mr|Mrs|Ms|Dr|St)\.|[^.!?;()\n])+/g;
/** A role mark. Pronouns in a role's own speech can refer to anyone. */
const MARK = /^\s*[\p{L} .'’-]{1,40}:/u;

const APPOSITION = /^\s{0,2}[,–—]/;

const WORD = /[\p{L}\p{M}]+|\p{Nd}+/gu;
const wordsOf = (text: string): string[] => text.toUpperCase().match(WORD) ?? [];

function occupationAfter(words: readonly string[], index: number): Gender | null {
  for (const word of words.slice(index + 1, index + 1 + MAX_OCCUPATION_DISTANCE)) {
    // In `Lane bows to Lady Bracknell`, the title belongs to the following name.
    const gender = genderOfTitle(word);
    if (gender) return OCCUPATIONS.has(word) ? gender : null;
  }
  return null;
}

/** Matches `Old Tom`, `Ruth, an elderly baker` and `Ruth, 70`. */
function ageFromContext(words: readonly string[], nameIndex: number, isApposition: boolean): Age | null {
  const before = ageOfWord(words[nameIndex - 1] ?? '');
  if (before || !isApposition) return before;
  for (const [index, word] of words.slice(nameIndex + 1, nameIndex + 1 + MAX_OCCUPATION_DISTANCE).entries()) {
    const age = ageOfWord(word);
    if (age) return age;
    const years = /^\d{1,2}$/.test(word) ? Number(word) : 0;
    const isAge = index === 0 || words[nameIndex + index] === 'AGED' || words[nameIndex + index + 2] === 'YEARS';
    if (years > 3 && isAge) return ageOfYears(years);
    if (genderOfTitle(word) && !OCCUPATIONS.has(word)) return null;
  }
  return null;
}

function ageOfYears(years: number): Age {
  if (years <= YOUNG_YEARS) return 'young';
  return years >= OLDER_YEARS ? 'older' : 'adult';
}

/** Returns, for each role, the roles that speak shortly before or after it within a chapter. */
export function conversationPartners(script: string, names: readonly string[]): Map<string, ReadonlySet<string>> {
  const found = new Map(names.map((name) => [name, new Set<string>()]));
  let recent: readonly string[] = [];
  for (const [row] of script.slice(0, MAX_TEXT).matchAll(/[^\r\n]+/g)) {
    if (row.startsWith('#')) recent = [];
    const colon = row.slice(0, MAX_MARK_LENGTH).search(/[:：]/);
    const name = colon < 0 ? '' : at(row.split(/[:：]/, 1), 0).replace(/\s+/g, ' ').trim();
    if (!found.has(name)) continue;
    for (const other of recent) {
      if (other === name) continue;
      found.get(name)?.add(other);
      found.get(other)?.add(name);
    }
    recent = [...recent.filter((other) => other !== name), name].slice(-CONVERSATION_SIZE);
  }
  return found;
}

const MAX_MARK_LENGTH = 60;
/** Listeners should be able to tell each voice from those of the other two among three consecutive speakers. */
const CONVERSATION_SIZE = 3;
