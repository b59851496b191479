import { describe, expect, it } from 'vitest';
import { findQuotations } from './quotations.ts';

const quoted = (...paragraphs: string[]): string[][] =>
  findQuotations(paragraphs).map((found, at) =>
    found.map(({ start, end }) => (paragraphs[at] ?? '').slice(start, end)),
  );

describe('quotations', () => {
  it.each([
    ['“Yes,” he said. “No.”', ['“Yes,”', '“No.”']],
    ['‘Yes,’ he said. ‘No.’', ['‘Yes,’', '‘No.’']],
    ['"Yes," he said. "No."', ['"Yes,"', '"No."']],
    ["'Yes,' he said. 'No.'", ["'Yes,'", "'No.'"]],
    ['„Ja“, sagte er. „Nein.“', ['„Ja“', '„Nein.“']],
    ['„Tak” – powiedział.', ['„Tak”']],
    ['»Ja«, sagte er. »Nein.«', ['»Ja«', '»Nein.«']],
    ['« Oui », dit-il. « Non. »', ['« Oui »', '« Non. »']],
    ['«Sí», dijo. «No.»', ['«Sí»', '«No.»']],
    ['‚Ja‘, sagte er.', ['‚Ja‘']],
    ['「はい」と言った。', ['「はい」']],
  ])('of %s are found by its own marks', (text, expected) => {
    expect(quoted(text)[0]).toEqual(expected);
  });

  it('keep their apostrophes', () => {
    expect(quoted('‘I don’t know the boys’ names, ’tis true,’ she said; ‘it’s Tom’s.’')[0]).toEqual([
      '‘I don’t know the boys’ names, ’tis true,’',
      '‘it’s Tom’s.’',
    ]);
    expect(quoted("'I don't know, an' that's all,' said the boys' father. 'It's Tom's.'")[0]).toEqual([
      "'I don't know, an' that's all,'",
      "'It's Tom's.'",
    ]);
    expect(quoted('It was the boys’ own; ’twas Tom’s.')[0]).toEqual([]);
  });

  it('keep those inside them', () => {
    expect(quoted('“He said ‘no,’ and “never,” and went,” said Tom.')[0]).toEqual([
      '“He said ‘no,’ and “never,” and went,”',
    ]);
    expect(quoted('‘I see “what I eat,” you know,’ said Tom.')[0]).toEqual(['‘I see “what I eat,” you know,’']);
  });

  it('go on over paragraphs that begin with a mark', () => {
    const found = findQuotations(['“It was late.', '“Nobody came,” he said.', '“Yes?”']);
    expect(found.flat().map(({ continues, isWhole }) => [continues, isWhole])).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ]);
  });

  it('go on over a paragraph without a mark up to its end', () => {
    expect(quoted('‘Sing:', 'Twinkle, twinkle!’ he said. ‘There.’')).toEqual([
      ['‘Sing:'],
      ['Twinkle, twinkle!’', '‘There.’'],
    ]);
  });

  it('whose end was forgotten are told from others', () => {
    expect(findQuotations(['“It was late.', 'Nobody came.', '“Yes?”'])[0]?.[0]?.isWhole).toBe(false);
  });

  it('behind dashes end where the narrator begins', () => {
    expect(quoted('—Hola —dijo Juan—. ¿Qué tal?', '—Bien.', 'Callaron.')).toEqual([
      ['—Hola', '¿Qué tal?'],
      ['—Bien.'],
      [],
    ]);
    expect(quoted('— Привет, — сказал он. — Как дела?', '— Хорошо.', 'Он ушёл.')).toEqual([
      ['— Привет,', 'Как дела?'],
      ['— Хорошо.'],
      [],
    ]);
    expect(quoted('— Oui, dit-il, je viens.', '— Bien, répondit Jean.', 'Il vint.')).toEqual([
      ['— Oui,', 'je viens.'],
      ['— Bien,'],
      [],
    ]);
  });
});
