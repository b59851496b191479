import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import { hostileText } from '../../../../shared/rules/testing/hostile-text.ts';
import { compareWords, type WordComparisonInput } from './compare-words.ts';

/** Words of 0.38 seconds each, with pauses of 0.02 seconds. */
const heardWords = (heard: string, confidence = 0.95) =>
  heard
    .split(' ')
    .filter(Boolean)
    .map((text, index) => ({ text, startSeconds: index * 0.4, endSeconds: index * 0.4 + 0.38, confidence }));

const compared = (text: string, heard: string, languageCode = 'en', more: Partial<WordComparisonInput> = {}) =>
  compareWords({ text, languageCode, heard: heardWords(heard), ...more });

/** The written words of findings that a producer would look at, with their kinds, as `missing: slowly`. */
function faults(text: string, heard: string, languageCode = 'en', more: Partial<WordComparisonInput> = {}): string[] {
  const words = spokenWords(text).map((word) => word.text);
  return compared(text, heard, languageCode, more)
    .findings.filter(({ confidence }) => confidence >= 0.5)
    .map(({ kind, fromWord, toWord, heard: said }) =>
      kind === 'missing'
        ? `missing: ${words.slice(fromWord, toWord).join(' ')}`
        : `${kind} ${fromWord}-${toWord}: ${said}`,
    );
}

describe('no fault is found in English', () => {
  test.each([
    ['In 1984 it cost £5.', 'in nineteen eighty four it cost five pounds'],
    ['In 1984 it cost £5.', 'in nineteen hundred and eighty-four it cost five pounds'],
    ['In 1984 it cost £5.', 'In 1984 it cost £5.'],
    ['In nineteen eighty-four it cost five pounds.', 'In 1984, it cost £5.'],
    ['In 2005 and 1905', 'in two thousand and five and nineteen oh five'],
    ['It rose by 3.5 %, then by 1,250.', 'it rose by three point five per cent then by twelve hundred and fifty'],
    ['It rose by 3.5 %, then by 1,250.', 'it rose by 3.5% then by one thousand two hundred fifty'],
    ['There were 3.5 million of them.', 'there were three point five million of them'],
    ['On the 21st we met.', 'on the twenty-first we met'],
    ['At 12:30 we met.', 'at half past twelve we met'],
    ['At 12:30 we met.', 'at twelve thirty we met'],
    ['At 9:45, or 10:00.', 'at a quarter to ten or ten'],
    ['He came on 4 July 1776.', 'he came on the fourth of july seventeen seventy six'],
    ['He came on July 4.', 'he came on July 4th'],
    ['It cost $3.50 or 99p.', 'it cost three fifty or ninety nine pence'],
    ['It cost $3.50.', 'it cost three dollars and fifty cents'],
    ['007 has ½ of it.', 'double oh seven has half of it'],
    ['Call 555-0123.', 'call five five five zero one two three'],
    ['Chapter IV. Henry VIII was king.', 'chapter four henry the eighth was king'],
    ['Dr. Smith met Mr. Jones in St. Mary St., etc.', 'doctor smith met mister jones in saint mary street et cetera'],
    ['Doctor Smith and Mrs. Jones', 'Dr. Smith and Mrs Jones'],
    ['No. 5, e.g. on p. 12', 'number five for example on page twelve'],
    ['The BBC and the U.S. agreed.', 'the b b c and the u s agreed'],
    ["They're over there with their two dogs, too.", "there over their with they're to dogs to"],
    ['He read the red book by the sea.', 'he red the read book buy the see'],
    ['The grey colour of the theatre was realised.', 'the gray color of the theater was realized'],
    ['He travelled in pyjamas.', 'he traveled in pajamas'],
    ['The well-known ice cream parlour', 'the well known icecream parlor'],
    ['THE “Naïve” Café!', 'the naive cafe'],
    ['O’Brien’s “rock ’n’ roll”', "o'brien's rock n roll"],
    ['Okay—all right?', 'OK alright'],
    ['Then music played.', '[MUSIC] then music ♪ played (laughs)'],
    ['Run! Run!', 'run run'],
    ['Prof Jones and Ms Smith live in St Mary St', 'professor jones and miss smith live in saint mary street'],
    [
      'It’s open 24/7, since the 1990s and ’80s.',
      'its open twenty four seven since the nineteen nineties and eighties',
    ],
    ['COVID-19, e-mail and 1,000,000', 'covid nineteen email and one million'],
  ])('%s | %s', (text, heard) => expect(faults(text, heard)).toEqual([]));
});

describe('no fault is found in German', () => {
  test.each([
    ['Im Jahr 1984 kostete es 3,5 %.', 'im jahr neunzehnhundertvierundachtzig kostete es drei komma fünf prozent'],
    ['Im Jahr 1984 kostete es 3,5 %.', 'im Jahr 1984 kostete es 3,5 Prozent.'],
    ['Es waren einundzwanzig.', 'es waren 21'],
    ['1.250 Leute', 'tausendzweihundertfünfzig leute'],
    ['Am 3.4.2021', 'am dritten april zweitausendeinundzwanzig'],
    ['Um 14:30 Uhr kam er.', 'um vierzehn uhr dreißig kam er'],
    ['Um 14:30 Uhr kam er.', 'um halb drei kam er'],
    ['Dr. Müller und Hr. Groß', 'doktor mueller und herr gross'],
    ['Es ist groß, z. B. heute.', 'es ist gross zum beispiel heute'],
    ['Die Donaudampfschifffahrt', 'die donau dampf schifffahrt'],
    ['Die Donau-Dampfschifffahrt', 'die donaudampfschifffahrt'],
    ['Er weiß, dass das Meer mehr ist.', 'er weis das dass mehr meer ist'],
    ['Die Stadt statt des Rads', 'die statt stadt des rats'],
    ['Der 2. Weltkrieg', 'der zweite weltkrieg'],
    ['Für 3 Mio. €', 'für drei millionen euro'],
  ])('%s | %s', (text, heard) => expect(faults(text, heard, 'de-DE')).toEqual([]));
});

describe('a fault is found in English', () => {
  const TEXT = 'The old man walked slowly to the river.';
  test.each<[string, string, string[]]>([
    [TEXT, 'the old man walked to the river', ['missing: slowly']],
    [TEXT, 'the old man to the river', ['missing: walked slowly']],
    [TEXT, 'the old man walked slowly', ['missing: to the river.']],
    [TEXT, 'the old man walked slowly slowly to the river', ['repeated 4-5: slowly']],
    [TEXT, 'the old man the old man walked slowly to the river', ['repeated 0-3: the old man']],
    [TEXT, 'the old man walked slowly to the big river', ['extra 7-7: big']],
    [TEXT, 'so anyway the old man walked slowly to the river', ['extra 0-0: so anyway']],
    [TEXT, 'the old man walked slowly to the river yesterday', ['extra 8-8: yesterday']],
    [TEXT, 'the old man walked slowly to the forest', ['replaced 7-8: forest']],
    [
      TEXT,
      'he went home yesterday evening without any money',
      ['wrong-text 0-8: he went home yesterday evening without any money'],
    ],
    ['In 1984 it began.', 'in nineteen eighty five it began', ['replaced 1-2: five']],
    ['On the 21st we met.', 'on the twenty second we met', ['replaced 2-3: twenty second']],
    ['It cost £5 then.', 'it cost five dollars then', ['replaced 2-3: dollars']],
    ['The well-known man', 'the well man', ['missing: well-known']],
  ])('%s | %s', (text, heard, expected) => expect(faults(text, heard).toSorted()).toEqual(expected.toSorted()));
});

describe('a fault is found in German', () => {
  const TEXT = 'Der alte Mann ging langsam nach Hause.';
  test.each<[string, string, string[]]>([
    [TEXT, 'der alte mann ging nach hause', ['missing: langsam']],
    [TEXT, 'der alte mann ging langsam langsam nach hause', ['repeated 4-5: langsam']],
    [TEXT, 'der alte mann ging langsam zum bahnhof', ['replaced 5-7: zum bahnhof']],
    [TEXT, 'der alte kranke mann ging langsam nach hause', ['extra 2-2: kranke']],
    [
      'Im Jahr 1984 begann es.',
      'im jahr neunzehnhundertfünfundachtzig begann es',
      ['replaced 2-3: neunzehnhundertfünfundachtzig'],
    ],
  ])('%s | %s', (text, heard, expected) => expect(faults(text, heard, 'de')).toEqual(expected));
});

describe('confidence', () => {
  const confidenceOf = (text: string, heard: string) => compared(text, heard).findings[0]?.confidence ?? 0;

  test('is low for short words, contractions and words that sound similar', () => {
    expect(confidenceOf('He walked to the river.', 'he walked to river')).toBeLessThan(0.3);
    expect(confidenceOf("I don't know.", 'I do not know')).toBeLessThan(0.3);
    expect(confidenceOf('The old man walked.', 'the old man talked')).toBeLessThan(0.4);
    expect(confidenceOf('The old man walked.', 'the old man shouted')).toBeGreaterThan(0.5);
  });

  test('grows with the number of missing words', () => {
    const text = 'The old grey man walked slowly to the river.';
    const one = confidenceOf(text, 'the old grey man walked to the river');
    expect(confidenceOf(text, 'the old to the river')).toBeGreaterThan(one);
  });

  test('follows that of the recogniser', () => {
    const of = (sure: number) =>
      compareWords({ text: 'The old man', languageCode: 'en', heard: heardWords('the young man', sure) }).findings[0]
        ?.confidence ?? 0;
    expect(of(0.4)).toBeLessThan(0.5 * of(0.95));
  });

  test('is lower if a pause leaves room for the missing word', () => {
    const heard = heardWords('the old man to the river');
    const late = heard.map((word, index) =>
      index < 3 ? word : { ...word, startSeconds: word.startSeconds + 1, endSeconds: word.endSeconds + 1 },
    );
    const of = (words: typeof heard) =>
      compareWords({ text: 'The old man walked to the river.', languageCode: 'en', heard: words }).findings[0]
        ?.confidence ?? 0;
    expect(of(late)).toBeLessThan(of(heard));
  });

  test('is lower if the recogniser misunderstands the rest of the line as well', () => {
    const text = 'The old man walked slowly to the river with his grandson.';
    const alone = faults(text, 'the old man walked to the river with his grandson');
    expect(alone).toEqual(['missing: slowly']);
    const lost = compared(text, 'the goal ban talked to a liver wit his grand sum').findings;
    expect(Math.max(...lost.map(({ confidence }) => confidence))).toBeLessThan(0.5);
  });
});

test('phrases that Whisper invents in silence are hardly a fault at the end, but are inside a line', () => {
  expect(faults('The old man walked home.', 'the old man walked home thank you')).toEqual([]);
  expect(faults('The old man walked home.', 'the old man thank you walked home')).toEqual(['extra 3-3: thank you']);
});

test('a missing word is between its neighbours, and an extra word where it was heard', () => {
  const [missing] = compared('one big apple', 'one apple').findings;
  expect(missing).toMatchObject({ kind: 'missing', startSeconds: 0.38, endSeconds: 0.4 });
  const [extra] = compared('one apple', 'one purple apple').findings;
  expect(extra).toMatchObject({ kind: 'extra', startSeconds: 0.4, endSeconds: 0.78, heard: 'purple' });
});

test('all words are missing if nothing was heard', () => {
  expect(compared('The old man walked home.', '').findings).toMatchObject([
    { kind: 'missing', fromWord: 0, toWord: 5 },
  ]);
  expect(compared('…', 'hello').findings).toEqual([]);
});

describe('names', () => {
  test('may be spelled as they sound', () => {
    const names = { names: ['Hermione Granger'] };
    expect(compared('“No,” said Hermione.', 'no said her mine knee', 'en', names).findings).toEqual([]);
    expect(compared('Then Granger ran.', 'then grainger ran', 'en', names).findings).toEqual([]);
    expect(faults('Then Granger ran.', 'then potter ran', 'en', names)).not.toEqual([]);
  });

  test('may be spelled as a pronunciation rule respells them', () => {
    const respellings = [{ from: 'Siobhan', to: 'Shivawn' }];
    expect(compared('Siobhan ran.', 'shivaun ran', 'en', { respellings }).findings).toEqual([]);
    expect(compared('Siobhan ran.', 'siobhan ran', 'en', { respellings }).findings).toEqual([]);
  });
});

describe('words that can’t be judged', () => {
  test('are those with kanji that were heard as other characters', () => {
    const { findings, notCompared } = compared('昨日、東京へ行きました。', '昨日 とうきょう へ 行き ました', 'ja');
    expect(findings).toEqual([]);
    expect(notCompared).toEqual([{ fromWord: 1, toWord: 2 }]);
  });

  test('are not those that were left out, or kana', () => {
    expect(compared('昨日、東京へ行きました。', '昨日 東京 へ', 'ja').findings).toMatchObject([
      { kind: 'missing', fromWord: 3 },
    ]);
    expect(compared('コーヒーをのむ。', 'こーひー を のむ', 'ja')).toEqual({ findings: [], notCompared: [] });
  });

  test('are homophones in Chinese', () => {
    const { findings, notCompared } = compared('他在家里。', '她 在 家 里', 'zh');
    expect(findings).toEqual([]);
    expect(notCompared).toEqual([{ fromWord: 0, toWord: 1 }]);
  });

  test('are numbers in languages whose numbers can’t be read', () => {
    expect(compared('Il coûte 5 € ici.', 'il coute cinq euros ici', 'fr')).toEqual({
      findings: [],
      notCompared: [{ fromWord: 2, toWord: 3 }],
    });
    expect(faults('Il coûte peu ici.', 'il coute beaucoup ici', 'fr')).toEqual(['replaced 2-3: beaucoup']);
  });

  test('are words in another script', () => {
    expect(compared('Добар дан.', 'dobar dan', 'sr').findings).toEqual([]);
    expect(compared('Добар дан.', 'dobar dan', 'sr').notCompared).toEqual([{ fromWord: 0, toWord: 2 }]);
  });

  test('are those of a text that is too long to align', () => {
    const text = 'word '.repeat(3000);
    expect(compared(text, text)).toEqual({ findings: [], notCompared: [{ fromWord: 0, toWord: 3000 }] });
  });
});

test.each(['en', 'de', 'ja', 'fr'])(
  'whatever the text: no fault is found if it is heard as written (%s)',
  (languageCode) => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const heard = spokenWords(text).map((word, index) => ({
          text: word.text,
          startSeconds: index,
          endSeconds: index + 1,
        }));
        expect(compareWords({ text, languageCode, heard })).toEqual({ findings: [], notCompared: [] });
      }),
      { numRuns: 20 },
    );
  },
);

test('whatever is heard: findings are in range', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (text, heard) => {
      const count = spokenWords(text).length;
      const { findings, notCompared } = compareWords({ text, languageCode: 'en', heard: heardWords(heard) });
      for (const { fromWord, toWord, confidence, startSeconds, endSeconds } of findings) {
        expect(fromWord).toBeLessThanOrEqual(toWord);
        expect(toWord).toBeLessThanOrEqual(count);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(startSeconds).toBeLessThanOrEqual(endSeconds);
      }
      for (const { fromWord, toWord } of notCompared) expect(fromWord).toBeLessThanOrEqual(toWord);
    }),
    { numRuns: 40 },
  );
});
