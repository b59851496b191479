// British and American spellings, and contractions that recognisers write in full.

const VARIANTS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['gray grey', 'check cheque', 'curb kerb', 'draft draught', 'plow plough', 'tire tyre', 'pajamas pyjamas'],
    ...['mustache moustache', 'skeptic sceptic', 'skeptical sceptical', 'cozy cosy', 'jewelry jewellery', 'ax axe'],
    ...['maneuver manoeuvre', 'program programme', 'programs programmes', 'story storey', 'stories storeys'],
    ...['practice practise', 'license licence', 'judgment judgement', 'mold mould', 'smolder smoulder'],
    ...['aluminum aluminium', 'fulfill fulfil', 'skillful skilful', 'willful wilful', 'enroll enrol'],
    ...['okay ok', 'doctor dr', 'mister mr', 'missus mrs', 'missus misses', 'versus vs', 'etcetera etc', 'hello hullo'],
    ...['alright allright', 'gaol jail', 'whiskey whisky', 'connection connexion', 'pence p'],
  ].flatMap((pair) => {
    const [spelling = '', ...others] = pair.split(' ');
    return others.map((other) => [other, spelling]);
  }),
);

const RULES: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{2})our(?=$|s$|ed$|er$|ers$|ing$|ite$|ites$|able$|abl[ye]$|ful|less|hood|ly$|ist)/, 'or'],
  [/(?<=[a-z]{3})is(?=e$|ed$|es$|ing$|er$|ers$|ation$|ations$)/, 'iz'],
  [/(?<=[a-z]{2})ys(?=e$|ed$|es$|ing$|er$)/, 'yz'],
  [/(?<=[a-z][bt])re(?=s?$)/, 'er'],
  // Only after an unstressed syllable, as in `travelled`: `filled` and `filed` sound different.
  [/(?<=[aeiou][^aeiou]+[aeiou])ll(?=(?:ed|ing|er|ers|or|ors|ous|ery)$)/, 'l'],
  [/(?<=[a-z])ogue(?=s?$)/, 'og'],
  [/(?<=(?:def|off|pret))ence/, 'ense'],
  [/(?<=[a-z]{2})(?:ae|oe)(?=[a-z]{3})|^(?:ae|oe)(?=[a-z]{4})/, 'e'],
];

/** Returns a common form for all spelling variants of an English word, which needn't be a real word. */
export function commonSpelling(word: string): string {
  const known = Object.hasOwn(VARIANTS, word) ? VARIANTS[word] : undefined;
  return RULES.reduce((spelling, [pattern, common]) => spelling.replace(pattern, common), known ?? word);
}

/** Full forms of contractions, without apostrophes. Narrators must read them as written, but some recognisers swap them. */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  ...{ im: 'i am', ive: 'i have', ill: 'i will', id: 'i would|i had', youre: 'you are', youve: 'you have' },
  ...{ youll: 'you will', youd: 'you would|you had', hes: 'he is|he has', hell: 'he will', hed: 'he would|he had' },
  ...{ shes: 'she is|she has', shell: 'she will', shed: 'she would|she had', its: 'it is|it has', itll: 'it will' },
  ...{ itd: 'it would|it had', were: 'we are', weve: 'we have', well: 'we will', wed: 'we would|we had' },
  ...{ theyre: 'they are', theyve: 'they have', theyll: 'they will', theyd: 'they would|they had' },
  ...{ thats: 'that is|that has', thatll: 'that will', theres: 'there is|there has', heres: 'here is', lets: 'let us' },
  ...{ whats: 'what is|what has', whos: 'who is|who has', wheres: 'where is', hows: 'how is', isnt: 'is not' },
  ...{ arent: 'are not', wasnt: 'was not', werent: 'were not', dont: 'do not', doesnt: 'does not', didnt: 'did not' },
  ...{ havent: 'have not', hasnt: 'has not', hadnt: 'had not', cant: 'can not', couldnt: 'could not' },
  ...{ wont: 'will not', wouldnt: 'would not', shant: 'shall not', shouldnt: 'should not', mustnt: 'must not' },
  ...{ neednt: 'need not', mightnt: 'might not', couldve: 'could have', wouldve: 'would have' },
  ...{ shouldve: 'should have', mightve: 'might have', gonna: 'going to', wanna: 'want to', gotta: 'got to' },
  ...{ cause: 'because', em: 'them', til: 'until', tis: 'it is', twas: 'it was', oer: 'over', eer: 'ever' },
};

/** Returns the full forms of an English contraction, without spaces. */
export const fullForms = (word: string): readonly string[] =>
  Object.hasOwn(CONTRACTIONS, word) ? (CONTRACTIONS[word] ?? '').replaceAll(' ', '').split('|') : [];
