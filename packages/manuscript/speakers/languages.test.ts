import { expect, it } from 'vitest';
import { attributeQuotations, CLAIMED_FROM } from './attribute.ts';
import { attributeScript } from './attributed-script.ts';

/** Of each paragraph, who is claimed to say its quotations; `?` where that stays open. */
const speakersOf = (paragraphs: readonly string[]): string[][] =>
  attributeQuotations(paragraphs).map((quotations) =>
    quotations.map(({ speaker, confidence }) => (confidence >= CLAIMED_FROM ? (speaker ?? '?') : '?')),
  );

const wordsOf = (paragraphs: readonly string[]): string[][] =>
  attributeQuotations(paragraphs).map((quotations, at) =>
    quotations.map(({ start, end }) => paragraphs[at]?.slice(start, end).trim() ?? ''),
  );

const QUIJOTE = [
  '—¿Qué gigantes? —dijo Sancho Panza.',
  '—Aquellos que allí ves, de los brazos largos —respondió don Quijote—, que los suelen tener algunos de casi dos leguas.',
  '—Mire vuestra merced —respondió Sancho— que aquellos que allí se parecen no son gigantes, sino molinos de viento.',
  '—¡Válame Dios! —dijo Sancho—. ¿No le dije yo a vuestra merced que mirase bien lo que hacía?',
  '—Calla, amigo Sancho —respondió don Quijote—, que las cosas de la guerra están sujetas a continua mudanza.',
];

it('tells who speaks in Spanish, where a dash begins what is said and what stands between', () => {
  expect(speakersOf(QUIJOTE)).toEqual([
    ['Sancho'],
    ['don Quijote', 'don Quijote'],
    ['Sancho', 'Sancho'],
    ['Sancho', 'Sancho'],
    ['don Quijote', 'don Quijote'],
  ]);
  expect(wordsOf(QUIJOTE)[3]).toEqual([
    '—¡Válame Dios!',
    '¿No le dije yo a vuestra merced que mirase bien lo que hacía?',
  ]);
});

const CANDIDE = [
  '— Qu’est-ce qu’optimisme ? demanda Cacambo.',
  '— Hélas ! dit Candide, c’est la rage de soutenir que tout est bien quand on est mal.',
  '— Les grandeurs, dit Pangloss, sont fort dangereuses, selon le rapport de tous les philosophes.',
  '— Je sais aussi, reprit-il, comment périrent Crésus, Astyage, Darius.',
  '— Travaillons sans raisonner, s’écria Martin ; c’est le seul moyen de rendre la vie supportable.',
  '— Cela est bien dit, répondit Candide, mais il faut cultiver notre jardin.',
];

it('tells who speaks in French, where commas and verbs before their subjects part it', () => {
  const speakers = speakersOf(CANDIDE);
  expect(speakers[0]).toEqual(['Cacambo']);
  expect(speakers[1]).toEqual(['Candide', 'Candide']);
  expect(speakers[2]).toEqual(['Pangloss', 'Pangloss']);
  expect(speakers[4]).toEqual(['Martin', 'Martin']);
  expect(speakers[5]).toEqual(['Candide', 'Candide']);
  expect(wordsOf(CANDIDE)[3]).toEqual(['— Je sais aussi,', 'comment périrent Crésus, Astyage, Darius.']);
});

it.each([
  ['— Pardon, répondit Jean. Il ôta son manteau et s’assit.', ['— Pardon,']],
  ['— À la gare, dit Jean, qui se tut. Marie soupira et sortit.', ['— À la gare,']],
  ['— Maman ! cria Anne. La porte claqua, et la fillette courut dans la cuisine.', ['— Maman !']],
  ['— Oui, dit Jean en se levant.', ['— Oui,']],
  ['— Oui, dit Jean, les yeux baissés.', ['— Oui,']],
  ['— Non, dit-elle. Un long silence suivit.', ['— Non,']],
  ['— Tu es en retard, dit Marie. Le dîner est froid.', ['— Tu es en retard,', 'Le dîner est froid.']],
  ['— Oui, dit Jean. Je viens. Il se leva.', ['— Oui,', 'Je viens.']],
  ['— Oui, dit Jean. Venez ! Il fait froid.', ['— Oui,', 'Venez ! Il fait froid.']],
  ['— Je crois, dit Jean, que vous avez raison.', ['— Je crois,', 'que vous avez raison.']],
])('leaves what French tells behind an insertion to the narrator: %s', (text, speech) => {
  expect(wordsOf([text, ...CANDIDE])[0]).toEqual(speech);
});

it('parts what is said from who says it inside French guillemets', () => {
  const text = ['« Je suis venu, dit Julien, vous faire mes adieux. »', '« Vous partez ? demanda madame de Rênal. »'];
  expect(wordsOf(text)).toEqual([['« Je suis venu,', 'vous faire mes adieux. »'], ['« Vous partez ?']]);
  expect(speakersOf(text)).toEqual([['Julien', 'Julien'], ['madame de Rênal']]);
});

it('tells who speaks in German, by `sie` behind a verb and in the perfect too', () => {
  const text = [
    '„Guten Morgen“, sagte Effi und trat ans Fenster.',
    '„Du bist früh auf“, hat Innstetten gesagt.',
    'Effi setzte sich. „Ich habe nicht geschlafen“, sagte sie.',
    '„Das tut mir leid“, meinte Innstetten.',
  ];
  expect(speakersOf(text)).toEqual([['Effi'], ['Innstetten'], ['Effi'], ['Innstetten']]);
});

it('tells who speaks in Italian, with a title in small letters', () => {
  const text = [
    '«Dove va?» disse Lucia.',
    '«Vado a casa», rispose don Abbondio. «E voi?»',
    '«Anch’io», ha detto Lucia.',
    '«Buona notte!» esclamò don Abbondio.',
  ];
  expect(speakersOf(text)).toEqual([['Lucia'], ['don Abbondio', 'don Abbondio'], ['Lucia'], ['don Abbondio']]);
});

it('leaves all quotations to the narrator in a language without rules, and says so', () => {
  const dutch = [
    'Jan kwam de kamer binnen en deed de deur achter zich dicht, want het was koud en hij had het niet warm.',
    '“Je bent laat,” said Marie, en zij keek niet op van haar boek, dat voor haar op de tafel lag.',
    '“Het spijt me,” said Jan. Hij ging bij het raam zitten en zag dat het nog altijd sneeuwde, zoals de hele dag.',
    '“Waar was je?” vroeg zij. “Ik heb op je gewacht, maar je kwam niet, en het eten is nu koud.”',
  ].join('\n\n');
  const { text, roles, claimed, doubtful, isSupported } = attributeScript(dutch);
  expect({ text, roles, claimed, doubtful, isSupported }).toEqual({
    text: dutch,
    roles: [],
    claimed: 0,
    doubtful: 4,
    isSupported: false,
  });
  expect(attributeScript('“Come in,” said Marie.').isSupported).toBe(true);
});

it('leaves open what Russian tells of somebody without a name', () => {
  const text = [
    '— Здравствуйте, — сказал Пётр. Анна молчала.',
    '— Благодарю, — ответила Анна.',
    '— Я рад, — сказал Пётр.',
    '— Куда он? — спросила мать. Никто не ответил.',
    '— Домой, — сказала Анна.',
    '«Странный человек», — подумала мать.',
    '— Да, — сказал тихо Пётр.',
  ];
  expect(speakersOf(text)).toEqual([['Пётр'], ['Анна'], ['Пётр'], ['?'], ['Анна'], ['?'], ['Пётр']]);
});
