// Words that say who speaks: verbs of speech, pronouns, titles and the like, of the languages in which novels come most.

import type { Language } from '../../../shared/service/vocabulary.ts';

/** A map, since a plain object has words of its own: `constructor`. */
const mapOf = <Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(table));

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** The languages of the verbs below: in a text of another one, nothing tells who speaks. */
export const SPEAKER_LANGUAGES: ReadonlySet<Language> = new Set<Language>([
  ...(['english', 'german', 'french', 'spanish', 'italian', 'portuguese', 'russian'] as const),
]);

/** Verbs beside a quotation whose subject says it, as they stand in a tale. */
export const SPEECH_VERBS = words(`
  said says say saying replied replies replying asked asks asking cried cries crying exclaimed exclaims exclaiming
  answered answers answering returned continued continues continuing added adds adding shouted shouts shouting
  whispered whispers whispering murmured murmurs murmuring muttered mutters muttering thought thinks thinking remarked
  remarks remarking observed observes observing repeated repeats repeating interrupted began begins beginning called
  calls calling screamed screaming growled sighed sobbed inquired enquired inquiring pleaded suggested suggests declared
  ventured grunted roared gasped laughed rejoined retorted resumed persisted insisted demanded panted squeaked wondered
  protested explained explains explaining announced warned agreed admitted snapped hissed yelled bellowed stammered
  faltered mused pursued urged begged ordered commanded concluded chimed commented croaked drawled groaned mumbled
  objected proposed prompted queried responded reported shrieked stated stuttered threatened wailed whimpered whined
  uttered chuckled giggled grumbled breathed barked acknowledged ejaculated confessed conceded promised assured advised
  lamented shrilled piped crooned cooed purred moaned implored entreated soothed apologized apologised boasted
  interposed put went broke sang read smiled told reflected
  acquiesced admonished affirmed argued asserted assented averred babbled bawled bleated blurted blustered boomed cackled
  cautioned chirped coaxed complained confided conjectured contradicted corrected corroborated countered demurred droned
  echoed enunciated expostulated exploded floundered fumed hazarded hinted howled insinuated interjected intervened
  jeered lisped maintained moralised moralized mourned offered panted pronounced quavered queried questioned quoth rasped
  reasoned reassured rebuked reiterated remonstrated reminded responded scoffed screeched simpered snarled sneered
  sniffed snorted speculated spluttered squealed stormed submitted supplied swore thundered urged vociferated volunteered
  vouchsafed vowed wheezed yelped burst cut struck chipped joined rang
  spoke speaks speaking addressed accosted greeted informed proceeded hesitated proclaimed articulated blubbered tittered
  jerked blurted brought pointed summed gave fired flashed yawned pouted prattled rambled rapped nodded thundered
  sagte fragte antwortete rief erwiderte flüsterte meinte murmelte schrie entgegnete versetzte sprach dachte fuhr
  bemerkte erklärte wiederholte brummte seufzte lachte
  dit répondit demanda cria murmura reprit ajouta répliqua fit pensa chuchota déclara continua interrompit disait
  s’écria s'écria s’exclama s'exclama balbutia soupira
  dijo preguntó respondió contestó gritó murmuró exclamó añadió replicó pensó susurró repitió
  disse rispose chiese domandò replicò gridò mormorò esclamò aggiunse domandò perguntou respondeu gritou murmurou
  сказал сказала спросил спросила ответил ответила отвечал отвечала крикнул крикнула закричал закричала прошептал
  прошептала говорил говорила проговорил проговорила произнёс произнес произнесла подумал подумала воскликнул
  воскликнула повторил повторила прибавил прибавила заметил заметила продолжал продолжала
`);

/** Of them, those that tell of speech only with the word behind them. */
export const PARTICLE_VERBS: ReadonlyMap<string, ReadonlySet<string>> = mapOf({
  went: words('on'),
  put: words('in'),
  broke: words('in out'),
  burst: words('out forth'),
  cut: words('in'),
  struck: words('in'),
  chipped: words('in'),
  joined: words('in'),
  rang: words('out'),
  jerked: words('out'),
  brought: words('out'),
  pointed: words('out'),
  summed: words('up'),
  gave: words('out'),
  fired: words('up'),
  fuhr: words('fort'),
});

/** `hat er gesagt`, `a dit Marie`, `ha dicho Juan`, `ha detto Maria`: what stands before the verb, and the verb. */
export const AUXILIARIES = words('hat habe a ha');
export const PARTICIPLES = words(
  'gesagt gefragt geantwortet gerufen gemeint geflüstert gemurmelt geschrien dit demandé répondu crié murmuré dicho ' +
    'preguntado respondido contestado gritado detto chiesto risposto gridato mormorato',
);

/** Verbs that tell of speech only where the quotation is their object or stands in the same sentence. */
export const WEAK_VERBS = words(
  'began begins told read sang smiled laughed called calls returned reflected wondered continued observed repeated ' +
    'explained agreed promised thought asked argued complained echoed exploded hinted intervened joined maintained ' +
    'spoke addressed accosted greeted informed proceeded hesitated flashed yawned nodded rambled rapped jerked pointed ' +
    'mourned offered panted pronounced questioned reasoned reminded sniffed submitted supplied swore cut struck burst',
);

/** What somebody's speech is called, as in `was Emma's reply`. */
export const SPEECH_NOUNS = words(
  'reply answer remark comment observation response question retort rejoinder exclamation reflection injunction conclusion ' +
    'admission demand salutation inquiry words greeting cry ejaculation suggestion thought verdict counsel warning',
);

export type WordGender = 'female' | 'male' | 'neuter';

export const PRONOUNS: ReadonlyMap<string, WordGender> = mapOf({
  he: 'male',
  she: 'female',
  it: 'neuter',
  er: 'male',
  il: 'male',
  elle: 'female',
  él: 'male',
  ella: 'female',
  lui: 'male',
  lei: 'female',
  ele: 'male',
  ela: 'female',
  он: 'male',
  она: 'female',
});
export const FORMS_OF_PRONOUNS: ReadonlyMap<string, WordGender> = mapOf({
  ...{ he: 'male', him: 'male', his: 'male', himself: 'male' },
  ...{ she: 'female', her: 'female', hers: 'female', herself: 'female' },
  ...{ it: 'neuter', its: 'neuter', itself: 'neuter' },
});
/** Subjects whose words stay with the narrator, who tells of them in the first person. */
export const FIRST_PERSON = words('i ich je yo io eu я');
/** Subjects that are no single role. */
export const UNCLEAR = words(
  'they we all everybody everyone nobody somebody someone anybody one others other some many both several another ' +
    'another voice voices people crowd chorus first second third latter former two three who which that this these ' +
    'those you what there sie ihr wir man wer ils elles nous on qui ellos ellas они мы кто все',
);

export const DETERMINERS = words(
  'the a an his her its my our their your this that these those der die das ein eine le la les l un une el los las un ' +
    'una il lo gli uno o os as um uma',
);
export const DEFINITE = words('the der die das le la les l el los las il lo gli');
export const POSSESSIVES = words('his her its my our their your');
export const NUMBERS = words('one two three four five six seven eight nine ten');
/** Who is whose: the title that the bearer of a name has as one. */
export const KIN: ReadonlyMap<string, string> = mapOf({
  ...{ wife: 'mrs', lady: 'mrs', mother: 'mrs', mamma: 'mrs', mama: 'mrs' },
  ...{ husband: 'mr', father: 'mr', papa: 'mr', lord: 'mr' },
});
/** What stands before a name without being a part of it. */
export const EPITHETS = words(
  'poor little old young dear good honest great big fat wretched unfortunate brave gentle lovely sweet dearest',
);
/** No names, though they begin with a capital at the start of a sentence or among titles. */
export const FUNCTION_WORDS = words(`
  the a an and but or so for nor yet if then than that this these those there here when while where who whom whose which what
  why how as at by in into of off on onto out over to up upon with without within from under after before behind below
  above about against among between beyond during through toward towards until till since because though although
  not no yes oh ah well now just only even still again once twice never ever always often soon perhaps indeed
  he she it they we i you him her his hers its them their theirs us our my mine your me himself herself itself
  is was are were be been being am had has have having do did does done will would shall should can could may might must
  all any both each every few more most other some such own same too very
  much many little less least last first next another either neither nothing something anything everything
  said also however therefore thus hence suddenly presently
  monday tuesday wednesday thursday friday saturday sunday god heaven lord sir madam mamma papa chapter
`);

export const TITLES: ReadonlyMap<string, WordGender | null> = mapOf({
  ...{
    mr: 'male',
    master: 'male',
    sir: 'male',
    lord: 'male',
    king: 'male',
    prince: 'male',
    duke: 'male',
    count: 'male',
  },
  ...{ baron: 'male', uncle: 'male', father: 'male', brother: 'male', monsieur: 'male', herr: 'male', señor: 'male' },
  ...{ don: 'male', signor: 'male', emperor: 'male', abbé: 'male', earl: 'male', squire: 'male', grandfather: 'male' },
  ...{
    mrs: 'female',
    miss: 'female',
    ms: 'female',
    lady: 'female',
    queen: 'female',
    princess: 'female',
    duchess: 'female',
  },
  ...{ countess: 'female', baroness: 'female', aunt: 'female', mother: 'female', sister: 'female', madame: 'female' },
  ...{
    mademoiselle: 'female',
    frau: 'female',
    fräulein: 'female',
    señora: 'female',
    señorita: 'female',
    doña: 'female',
  },
  ...{ empress: 'female', dame: 'female', grandmother: 'female', mme: 'female', mlle: 'female', mama: 'female' },
  ...{ doctor: null, dr: null, professor: null, captain: 'male', colonel: 'male', major: 'male', general: 'male' },
  ...{ signora: 'female', signorina: 'female', князь: 'male', княжна: 'female', княгиня: 'female', граф: 'male' },
  ...{ графиня: 'female', maître: 'male' },
  ...{ lieutenant: 'male', sergeant: 'male', corporal: 'male', judge: null, st: null, mayor: null, inspector: null },
});

/** What people are called by who have one of these titles: `her Ladyship`, `his Majesty`. */
export const STYLES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ladyship', words('lady dame countess baroness')],
  ['lordship', words('lord earl baron count judge')],
  ['majesty', words('king queen emperor empress')],
  ['highness', words('prince princess duke duchess')],
  ['grace', words('duke duchess')],
]);

/** Titles that are written small before a name in their languages. */
export const SMALL_TITLES = words(
  'don doña señor señora señorita madame monsieur mademoiselle maître signor signora signorina князь княжна княгиня ' +
    'граф графиня',
);

/** Titles that stand before a given name. */
export const GIVEN_TITLES = words(
  'sir prince princess uncle aunt sister brother don doña dame lord lady saint father mother emperor empress king queen',
);

/** Nouns that tell a gender, beside the titles. */
export const NOUNS: ReadonlyMap<string, WordGender> = mapOf({
  ...{ man: 'male', boy: 'male', gentleman: 'male', husband: 'male', son: 'male', fellow: 'male', nephew: 'male' },
  ...{ officer: 'male', footman: 'male', butler: 'male', valet: 'male', soldier: 'male', lad: 'male', cousin: 'male' },
  ...{ woman: 'female', girl: 'female', wife: 'female', daughter: 'female', niece: 'female', maid: 'female' },
  ...{
    coachman: 'male',
    cabman: 'male',
    policeman: 'male',
    waiter: 'male',
    clergyman: 'male',
    priest: 'male',
    monk: 'male',
  },
  ...{ vicar: 'male', porter: 'male', landlord: 'male', groom: 'male', sailor: 'male', mariner: 'male', youth: 'male' },
  ...{ postman: 'male', watchman: 'male', workman: 'male', countryman: 'male', fisherman: 'male', chairman: 'male' },
  ...{ constable: 'male', archdeacon: 'male', bishop: 'male', rector: 'male', curate: 'male', peasant: 'male' },
  ...{
    landlady: 'female',
    hostess: 'female',
    nanny: 'female',
    housemaid: 'female',
    nursemaid: 'female',
    parlourmaid: 'female',
  },
  ...{ ladies: 'female', nun: 'female', waitress: 'female', chambermaid: 'female', matron: 'female', granny: 'female' },
  ...{ housekeeper: 'female', governess: 'female', widow: 'female', nurse: 'female', actress: 'female' },
});

/** What almost anybody may be called who has a name besides. */
export const GENERIC_NOUNS = words(
  'man woman boy girl gentleman lady lad fellow child stranger youth husband wife son daughter visitor guest host hostess ' +
    'friend companion father mother brother sister uncle aunt nephew niece cousin creature other one youngster lover',
);

/** What people are called who are spoken to, beside their names. */
export const VOCATIVES: ReadonlyMap<string, WordGender> = mapOf({
  ...{
    sir: 'male',
    papa: 'male',
    father: 'male',
    uncle: 'male',
    daddy: 'male',
    dad: 'male',
    sire: 'male',
    brother: 'male',
  },
  ...{
    boy: 'male',
    lad: 'male',
    fellow: 'male',
    man: 'male',
    son: 'male',
    monsieur: 'male',
    lord: 'male',
    grandpa: 'male',
  },
  ...{ madam: 'female', 'ma’am': 'female', mamma: 'female', mama: 'female', mother: 'female', aunt: 'female' },
  ...{ miss: 'female', girl: 'female', madame: 'female', mademoiselle: 'female', lady: 'female', sister: 'female' },
  ...{
    mum: 'female',
    mummy: 'female',
    mumsy: 'female',
    ma: 'female',
    pa: 'male',
    auntie: 'female',
    "ma'am": 'female',
    missus: 'female',
    daughter: 'female',
  },
});

/** Prepositions: what follows one is not the subject. */
export const PREPOSITIONS = words(
  'to at of with from by for in on into upon after before behind over under about against beside near toward towards ' +
    'like than past round through across along among between beneath beyond within without except à de avec pour dans sur zu mit von bei auf an in a con para en sobre к с на в у',
);

/** Short forms of English names, as far as they tell the name: a text that has both means one person, as a rule. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  `lizzy elizabeth;lizzie elizabeth;eliza elizabeth;bess elizabeth;betsy elizabeth;betty elizabeth;beth elizabeth
  kitty catherine;kate catherine;cathy catherine;tom thomas;tommy thomas;will william;bill william;billy william
  bob robert;rob robert;robbie robert;dick richard;rick richard;harry henry;hal henry;jack john;johnny john;jim james
  jimmy james;jem james;joe joseph;josh joshua;ned edward;ted edward;eddie edward;sam samuel;ben benjamin;dan daniel
  danny daniel;dave david;davy david;charlie charles;charley charles;fred frederick;freddy frederick
  peggy margaret;meg margaret;maggie margaret;madge margaret;molly mary;polly mary;nancy anne;nan anne;annie anne
  fanny frances;sally sarah;sukey susan;susie susan;hetty henrietta;harriet henrietta;nell eleanor;nelly eleanor
  ellie eleanor;jenny jane;janey jane;dolly dorothy;dora dorothea;tilly matilda;mattie martha;patty martha;lottie charlotte
  gus augustus;algy algernon;bertie albert;alf alfred;archie archibald;mick michael;mike michael;matt matthew;nat nathaniel
  nick nicholas;pete peter;phil philip;steve stephen;toby tobias;tony anthony;wat walter;becky rebecca;abby abigail
  bella isabella;cissy cecilia;connie constance;emmy emma;gertie gertrude;gwen gwendolen;kath kathleen;laurie lawrence
  lottie charlotte;lou louisa;milly millicent;minnie wilhelmina;nora honora;sophy sophia;tess teresa;vicky victoria`
    .split(/[;\n]/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
