import { LANGUAGE_TAGS, type Language } from '@lectern/tts-protocol';

interface VariantWords {
  readonly region: string;
  readonly words: ReadonlySet<string>;
  /** Stems followed by an ending of this variant: `col` and `our`. */
  readonly stems: ReadonlySet<string>;
  readonly ending: RegExp;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const OUR_STEMS = 'col hon fav hum behavi neighb lab parl harb endeav rum vap od arm clam flav splend vig ard rig';
const ISE_STEMS = 'real recogn apolog organ sympath agon critic patron special civil memor emphas author';
const ENGLISH_STEMS = wordSet(`${OUR_STEMS} ${ISE_STEMS}`);

/** Only spellings and words that the other variant hardly uses. */
const VARIANTS: Readonly<Partial<Record<Language, readonly VariantWords[]>>> = {
  english: [
    {
      region: 'GB',
      words: wordSet(
        `grey greyer greyish whilst amongst theatre theatres centre centres sombre lustre sceptre travelled traveller travellers
        travelling marvellous jewellery plough ploughed ploughing pyjamas tyre tyres kerb gaol gaoler cheque cheques storey
        storeys defence offence pretence sceptical mould smouldering draught draughts programme programmes waggon waggons towards
        afterwards lorry lorries fortnight mum counsellor counsellors fulfil skilful wilful woollen manoeuvre`,
      ),
      stems: ENGLISH_STEMS,
      ending: /^(?:our|is)(?:s|e|ed|es|ing|able|ite|hood)?$/,
    },
    {
      region: 'US',
      words: wordSet(
        `gray grayer grayish theater theaters center centers somber luster scepter traveled traveler travelers traveling
        marvelous jewelry plow plowed plowing pajamas curb defense offense pretense skeptical mold smoldering toward afterward
        gotten sidewalk sidewalks faucet trash mom railroad railroads candy dollar dollars fulfill skillful willful woolen
        counselor maneuver cookie cookies`,
      ),
      stems: ENGLISH_STEMS,
      ending: /^(?:or|iz)(?:s|e|ed|es|ing|able|ite|hood)?$/,
    },
  ],
  portuguese: [
    {
      region: 'BR',
      words: wordSet(
        'você vocês ônibus trem trens xícara sorvete terno moça econômico econômica acadêmico gênio antônio',
      ),
      stems: new Set(),
      ending: /^$/,
    },
    {
      region: 'PT',
      words: wordSet(
        'autocarro comboio chávena gelado rapariga económico económica académico génio antónio facto acção',
      ),
      stems: new Set(),
      ending: /^$/,
    },
  ],
};

const isOfVariant = (word: string, { words, stems, ending }: VariantWords): boolean =>
  words.has(word) ||
  ENDING_LENGTHS.some((length) => stems.has(word.slice(0, -length)) && ending.test(word.slice(-length)));

/** Lengths of endings such as `our` and `ourable`. */
const ENDING_LENGTHS = [2, 3, 4, 5, 6, 7];

const TITLES_WITH_STOP = /\b(?:Mr|Mrs|Dr)\.(?=\s)/g;
const TITLES_WITHOUT_STOP = /\b(?:Mr|Mrs|Dr)(?=\s\p{Lu})/gu;
const SINGLE_QUOTES = /(?:^|[\s(—])‘(?=\p{L})/gmu;
const DOUBLE_QUOTES = /(?:^|[\s(—])[“"](?=\p{L})/gmu;

const SAMPLES = 6;
const SAMPLE_LENGTH = 40_000;
const MIN_WEIGHT = 3;
const MIN_LEAD = 1.6;

/** Samples the whole text, because a preface or licence may be in another variant. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLES * SAMPLE_LENGTH) return text;
  const step = Math.floor((text.length - SAMPLE_LENGTH) / (SAMPLES - 1));
  return Array.from({ length: SAMPLES }, (_, at) => text.slice(at * step, at * step + SAMPLE_LENGTH)).join('\n');
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Detects a text's region, such as `GB`, from its spelling and vocabulary. Returns null if there is no clear evidence. */
export function detectRegion(text: string, language: Language | null): string | null {
  const variants = VARIANTS[language ?? 'english'];
  if (!variants) return null;
  const sample = sampleOf(text);
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const weights = variants.map((variant) => ({
    region: variant.region,
    weight: words.reduce((sum, word) => sum + (isOfVariant(word, variant) ? 1 : 0), 0),
  }));
  if (language === null || language === 'english') {
    const [british, american] = weights;
    if (!british || !american) return null;
    // Punctuation alone is weak evidence, because translations and old books follow other conventions.
    if (countOf(sample, TITLES_WITHOUT_STOP) > 2 * countOf(sample, TITLES_WITH_STOP)) british.weight += 2;
    if (countOf(sample, SINGLE_QUOTES) > 2 * countOf(sample, DOUBLE_QUOTES)) british.weight += 2;
  }
  const [best, next] = weights.toSorted((a, b) => b.weight - a.weight);
  if (!best || best.weight < MIN_WEIGHT || best.weight < MIN_LEAD * (next?.weight ?? 0)) return null;
  return best.region;
}

/**
 * Returns the region of a manuscript's language, such as `GB`.
 * @param stated the language that the manuscript states, such as `en-GB`, which takes precedence
 */
export function regionOfText(text: string, language: Language | null, stated: string | null = null): string | null {
  const [primary = '', ...others] = (stated ?? '').split(/[-_]/);
  const region = others.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  const spoken = LANGUAGE_TAGS[language ?? 'english'];
  if (region !== undefined && primary.toLowerCase() === spoken) return region.toUpperCase();
  return detectRegion(text, language);
}
