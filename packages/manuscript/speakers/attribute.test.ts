import { describe, expect, it } from 'vitest';
import { type AttributionResult, attributeMarked, markedText } from '../../../e2e/support/marked-quotations.ts';
import { sampleText } from '../../../e2e/support/texts.ts';
import { attributeBook, attributeQuotations, CLAIMED_FROM } from './attribute.ts';

/** Who is claimed to say each quotation. */
const speakers = (...paragraphs: string[]): (string | null)[] =>
  attributeQuotations(paragraphs)
    .flat()
    .map(({ speaker, confidence }) => (confidence >= CLAIMED_FROM ? speaker : null));

describe('who says a quotation', () => {
  it.each([
    ['“Come,” said Alice.'],
    ['“Come!” Alice cried.'],
    ['“Come,” Alice very politely replied.'],
    ['“Come,” said poor little Alice in a whisper.'],
    ['At last Alice said, “Come.”'],
    ['Then, turning to the door, Alice went on: “Come.”'],
    ['He heard Alice say, “Come.”'],
    ['“Come,” corrected Alice.'],
    ['“Come!” harrumphed Alice.'],
    ['“Come,” Alice hazarded.'],
    ['“Come,” was Alice’s only reply.'],
    ['“Come,” said wise Alice.'],
    ['“Come,” said the sensible Alice.'],
    ['“Come,” said Alice’s voice.'],
    ['“Come,” said the voice of Alice.'],
    ['“Come,” Alice’s voice replied.'],
    ['The others turned to Alice, who said, “Come.”'],
    ['Alice stopped only to say, “Come.”'],
  ])('is told by a verb of speech: %s', (text) => {
    expect(speakers(text, 'The others looked at Alice.')[0]).toBe('Alice');
  });

  it.each([
    ['„Komm“, sagte Anna. Alle sahen Anna an.', 'Anna'],
    ['— Viens, dit Anna. Tous regardent Anna.', null],
    ['« Viens », dit Anna. Tous regardent Anna.', 'Anna'],
    ['«Ven», dijo Ana. Todos miran a Ana.', 'Ana'],
    ['«Иди», — сказала Анна. Все смотрят на Анну.', 'Анна'],
  ])('is told in other languages: %s', (text, name) => {
    expect(speakers(text)[0] ?? null).toBe(name);
  });

  it('is the same in the rest of a paragraph, and where it goes on in the next', () => {
    expect(speakers('“Come,” said Tom. “Sit down.', '“There is room.”')).toEqual(['Tom', 'Tom', 'Tom']);
  });

  it('is told by the paragraph before where that ends with a comma', () => {
    expect(speakers('Alice smiled, and replied,', '“Come.”', 'The others looked at Alice.')[0]).toBe('Alice');
  });

  it('is called by a noun without an article: said nanny', () => {
    const found = attributeQuotations(['“Come,” said nanny. “Sit down,” said nanny.', '“No,” said Tom.']).flat();
    expect(found.map(({ called }) => called)).toEqual(['nanny', 'nanny', 'Tom']);
  });

  it('is not the place before a name: at the corner Ann said', () => {
    const found = attributeQuotations([
      '“Come,” said Tom.',
      'At the corner Ann said, “No.” They looked at Ann.',
    ]).flat();
    expect(found[1]?.speaker).toBe('Ann');
  });

  it('is more surely another than who spoke last where nothing stands between', () => {
    const sureOf = (first: string): number =>
      attributeQuotations(['“One,” said Ann.', first, '“Three.”']).flat().at(-1)?.confidence ?? 0;
    expect(sureOf('Tom said, “Two.”')).toBeGreaterThan(sureOf('Tom said, “Two,” and looked out.'));
  });

  it('is more surely another where nothing but a short tag stands between', () => {
    const sureOf = (second: string): number =>
      attributeQuotations(['“One,” said Ann.', second, '“Three.”']).flat().at(-1)?.confidence ?? 0;
    expect(sureOf('“Two,” said Tom.')).toBeGreaterThan(sureOf('“Two,” said Tom, and looked out at the rain.'));
  });

  it('is no child where children call their mother', () => {
    const found = attributeQuotations([
      'Mrs. Hill sat with Ann. “One,” said Mrs. Hill.',
      '“Two,” said Ann.',
      'They were silent for a long time. The fire had gone out, and it was cold. It was late. All the others were in bed.',
      'The clock struck ten.',
      '“Come, mother, it is time.”',
    ]).flat();
    expect(found.at(-1)?.speaker).toBe('Ann');
  });

  it('is whom a pronoun means', () => {
    expect(
      speakers('“Come,” said Mr. Bell.', '“No,” said Mrs. Long.', '“Why?” asked he.', '“I am tired,” she replied.'),
    ).toEqual(['Mr. Bell', 'Mrs. Long', 'Mr. Bell', 'Mrs. Long']);
  });

  it('is a relation of whom the text names: Mr. Bell’s nephew', () => {
    const found = attributeQuotations([
      '“Bah,” said Mr. Bell.',
      '“A humbug, uncle?” said Mr. Bell’s nephew.',
      '“Yes,” said Mr. Bell.',
      '“Well?” said the nephew.',
    ]).flat();
    expect(found.map(({ speaker }) => speaker)).toEqual(['Mr. Bell', 'nephew', 'Mr. Bell', 'nephew']);
  });

  it('is none of those who are there where somebody new says it: an elderly rabbit', () => {
    const [, , found] = speakers(
      'The Mole worked all morning.',
      '“Hullo,” said the Mole.',
      '“This is fine!” he said.',
      '“Hold up!” said an elderly rabbit. He was bowled over by the Mole.',
      '“Hullo, Mole!” said the Rat.',
      '“Hullo, Rat!” said the Mole.',
    );
    expect(found).not.toBe('Mole');
  });

  it('is told by a pronoun before a verb that need not tell of speech: “Why?” she asked', () => {
    const found = attributeQuotations(['“Oh,” said Ann.', '“Well,” said Tom.', '“Why?” she asked her friend.']);
    expect(found.flat().at(-1)).toMatchObject({ speaker: 'Ann', evidence: 'pronoun' });
  });

  it('is none of those who are told of where several speak before: “No room!” they cried', () => {
    expect(speakers('“No room!” they cried when they saw Ann. “There is,” said Ann.')).toEqual([null, 'Ann']);
  });

  it('is not the one who spoke last where it is the other', () => {
    const found = attributeQuotations(['“One,” said Tom.', '“Two,” said Ben.', '“Three,” said the other.']).flat();
    expect(found.at(-1)?.speaker).toBe('Tom');
  });

  it('is not the wife where it is a miss of her name', () => {
    const found = speakers(
      'Mrs. Maylie sat down. She looked at Rose Maylie.',
      '“Come,” said Mrs. Maylie.',
      '“No,” said Miss Maylie.',
      '“Why not?” said Mrs. Maylie.',
    );
    expect(found[1]).not.toBe(found[0]);
  });

  it('is somebody new where a name has an indefinite article: a young Lucas', () => {
    const [, found] = speakers('“Come,” said Miss Lucas.', '“If I were rich,” cried a young Lucas.');
    expect(found).toBeNull();
  });

  it('is called by a man’s pronoun behind a description: the doctor', () => {
    const { speakers: found } = attributeBook([
      '“Come,” said the doctor. “Sit down,” he added.',
      '“No,” replied the doctor. “Not yet,” he said.',
    ]);
    expect(found.find(({ name }) => name === 'doctor')?.gender).toBe('male');
  });

  it('is one person under all names', () => {
    expect(
      speakers(
        '“Come,” said Elizabeth Bennet.',
        'Elizabeth sat down.',
        '“No,” said Mr. Bennet.',
        '“Why?” asked Elizabeth.',
        '“Well, Lizzy,” said Mr. Bennet.',
        '“Well?” said Lizzy.',
        'Elizabeth rose. All looked at Elizabeth.',
      ),
    ).toEqual(['Elizabeth', 'Mr. Bennet', 'Elizabeth', 'Mr. Bennet', 'Elizabeth']);
  });

  it('is told by turns where two talk', () => {
    expect(speakers('“One,” said Tom.', '“Two,” said Ann.', '“Three.”', '“Four.”', '“Five,” said Tom.')).toEqual([
      'Tom',
      'Ann',
      'Tom',
      'Ann',
      'Tom',
    ]);
  });

  it('is told by turns in both directions from the one that is told', () => {
    const found = speakers(
      'Tom and Ann were at home.',
      '“One?”',
      '“Two.”',
      '“Three,” said Tom.',
      '“Four.”',
      '“Five,” said Tom.',
      '“Six,” said Ann.',
      '“Seven.”',
      '“Eight,” said Ann.',
    );
    expect(found.slice(2)).toEqual(['Tom', 'Ann', 'Tom', 'Ann', 'Tom', 'Ann']);
  });

  it('is who does something beside it', () => {
    const found = speakers('“One,” said Tom.', 'Ann shook her head. “Two.”', '“Three,” said Ann. “So be it.”');
    expect(found).toEqual(['Tom', 'Ann', 'Ann', 'Ann']);
  });

  it('is another man where a tale has a father and a son', () => {
    const both = Array.from({ length: 8 }, () => 'George sat down.\n\nMr. Emerson rose. He went out.').join('\n\n');
    const found = speakers(
      ...both.split('\n\n'),
      'George Emerson laughed.',
      '“Come,” said Mr. Emerson.',
      '“No,” said George.',
    );
    expect(found).toEqual(['Mr. Emerson', 'George']);
  });

  it('is the prince who is there, where there are several', () => {
    const found = speakers(
      'Prince Paul met Prince Ivan.',
      '“Go,” said Prince Paul.',
      '“No,” said Prince Ivan.',
      'Prince Ivan went out. Anna looked at Prince Paul.',
      '“Well,” said Anna.',
      '“Well,” said the prince.',
    );
    expect(found.at(-1)).not.toBe('prince');
  });

  it('goes on over paragraphs in which somebody tells what they said', () => {
    const found = speakers(
      '“I had a dog,” said Tom. “It was old.',
      '“‘Come,’ I said to it.',
      '“And it came.”',
      '“No,” I said.',
      'I rose, and I went out. I was tired.',
      '“Oh,” I said.',
      '“Yes,” said I.',
    );
    expect(found.slice(0, 4)).toEqual(['Tom', 'Tom', 'Tom', 'Tom']);
    expect(found.slice(4)).toEqual([null, null, null]);
  });

  it('is not whom it addresses', () => {
    const [, , third] = speakers('“One,” said Tom.', '“Two,” said Ann.', '“Three, Tom.”', '“Four,” said Ann.');
    expect(third).not.toBe('Tom');
  });

  it('is no one where words are only named', () => {
    const [first, second] = attributeQuotations([
      'It was marked with the word “Poison” and a skull.',
      '“Look,” said Ann.',
    ]).flat();
    expect(first).toMatchObject({ evidence: 'mention', speaker: null });
    expect(second?.speaker).toBe('Ann');
  });

  it('is no single role where several speak', () => {
    expect(speakers('“Come,” cried Tom and Ann.', '“No,” said everybody.')).toEqual([null, null]);
  });

  it('stays with the narrator in the first person', () => {
    expect(speakers('“Come,” I said.', '“No,” said Tom.')).toEqual([null, 'Tom']);
  });
});

const share = (some: readonly AttributionResult[], all: readonly AttributionResult[]): number =>
  some.length / all.length;

describe('quotations that were marked by hand', () => {
  const judged = {
    alice: attributeMarked(sampleText('alice.txt'), 'alice.tsv'),
    pride: attributeMarked(markedText('pride-and-prejudice.txt'), 'pride-and-prejudice.tsv'),
    war: attributeMarked(sampleText('war-and-peace.txt'), 'war-and-peace.tsv'),
    carol: attributeMarked(markedText('christmas-carol.txt'), 'christmas-carol.tsv'),
    women: attributeMarked(markedText('little-women.txt'), 'little-women.tsv'),
    willows: attributeMarked(markedText('wind-in-the-willows.txt'), 'wind-in-the-willows.tsv'),
  };
  const all = Object.values(judged).flat();

  it('are all found', () => {
    expect(all.length).toBeGreaterThanOrEqual(600);
    expect(all.filter(({ said }) => said === null)).toEqual([]);
  });

  it('go to a relation of whom they talk to: “My dear Mr. Bennet,” said his lady', () => {
    expect(judged.pride[0]).toMatchObject({ speaker: 'Mrs. Bennet', isRight: true });
  });

  it('are claimed in most cases, and hardly ever wrongly', () => {
    const claimed = all.filter(({ isClaimed }) => isClaimed);
    expect(share(claimed, all)).toBeGreaterThanOrEqual(0.7);
    expect(
      share(
        claimed.filter(({ isRight }) => isRight),
        claimed,
      ),
    ).toBeGreaterThanOrEqual(0.95);
  });

  it.each(Object.entries(judged))('of %s are claimed wrongly at most once in fifty', (_, some) => {
    const claimed = some.filter(({ isClaimed }) => isClaimed);
    expect(
      share(
        claimed.filter(({ isRight }) => isRight),
        claimed,
      ),
    ).toBeGreaterThanOrEqual(0.98);
  });
});
