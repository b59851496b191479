import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../e2e/support/rounds.ts';
import type { Paragraph, Turn } from '../model/script.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { formatScript, paragraphLines, parseScript, scriptText, splitIntoLines } from './script-text.ts';
import { spokenText } from './spoken-text.ts';
import { hostileText, someSettings } from './testing/hostile-text.ts';
import { sentCharacters } from './turn-prefix.ts';

const settings = DEFAULT_PROJECT_SETTINGS;
const parse = (text: string) => parseScript(text, settings);
const kinds = (paragraphs: readonly Paragraph[]) => paragraphs.map((paragraph) => paragraph.kind);
const turns = (text: string, options = settings) =>
  parseScript(text, options).map((paragraph) => paragraph.lines.map((line) => line.turns));

describe('parseScript', () => {
  it('makes a line of a paragraph, its rows joined by a space', () => {
    expect(turns('It was a dark night;\n  the rain fell\tin torrents. \n\nStop.')).toEqual([
      [[{ role: null, text: 'It was a dark night; the rain fell\tin torrents.' }]],
      [[{ role: null, text: 'Stop.' }]],
    ]);
  });

  it('reads the opening of a play', () => {
    const play = [
      '# The Importance of Being Earnest',
      '## Act I',
      '(Scene: Morning-room.\nA piano is heard.)',
      'ALGERNON: Did you hear what I was playing, Lane?',
      'LANE: (Stiffly.) I didn’t think it polite to listen, sir.',
      '((Tableau))',
    ].join('\n\n');
    const paragraphs = parse(play);
    expect(kinds(paragraphs)).toEqual(['title', 'heading', 'direction', 'speech', 'speech', 'direction']);
    expect(paragraphs.flatMap((paragraph) => paragraph.lines.map((line) => line.turns[0]))).toEqual([
      { role: null, text: 'The Importance of Being Earnest' },
      { role: null, text: 'Act I' },
      { role: 'ALGERNON', text: 'Did you hear what I was playing, Lane?' },
      { role: 'LANE', text: '(Stiffly.) I didn’t think it polite to listen, sir.' },
    ]);
  });

  it('keeps white space and a byte order mark before the first paragraph in a paragraph of their own', () => {
    expect(parse('\ufeff\r\n \r\n# Act I\r\n\r\n')).toMatchObject([
      { kind: 'blank', source: '', gap: '\ufeff\r\n \r\n', lines: [] },
      { kind: 'heading', source: '# Act I', gap: '\r\n\r\n' },
    ]);
    expect(kinds(parse(' \n\t'))).toEqual(['blank']);
    expect(parse('')).toEqual([]);
  });

  it('takes stated roles as they are, and writes text that reads the same', () => {
    const role = fc.constantFrom('LANE', 'Lane', '村人A', 'Dr. Wu', 'A & B', 'NARRATOR', 'HAL 9000');
    const row = hostileText.map((text) => text.replace(/\s+/g, ' ').trim());
    const words = fc.oneof(
      row,
      row.map((text) => `Yes. ${text}`),
    );
    const piece = fc.oneof(fc.record({ role, words }), words);
    fc.assert(
      fc.property(fc.array(piece, { minLength: 2, maxLength: 6 }), someSettings, (document, options) => {
        const paragraphs = parseScript(document, options);
        expect(paragraphs).toEqual(parseScript(scriptText(document, options), options));
        const stated = document.filter((piece) => typeof piece !== 'string');
        const roles = paragraphs.flatMap(({ lines }) => lines.flatMap(({ turns }) => turns.map((turn) => turn.role)));
        for (const { role, words } of stated) if (words.startsWith('Yes')) expect(roles).toContain(role);
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('gives the exact text back', () => {
    fc.assert(
      fc.property(hostileText, someSettings, (text, options) => {
        expect(formatScript(parseScript(text, options))).toBe(text);
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('separates paragraphs at gaps and nowhere else', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const { kind, source, gap } of parse(text)) {
          expect(kind === 'blank' ? source : source.trim() !== '').toBe(kind === 'blank' ? '' : true);
          expect(gap.replace('\ufeff', '').trim()).toBe('');
        }
      }),
    );
  });
});

describe('headings', () => {
  it('stand alone, with or without blank rows around them', () => {
    const paragraphs = parse('# Book\n## One\nIt began.\n## Two\nIt ended.');
    expect(kinds(paragraphs)).toEqual(['title', 'heading', 'speech', 'heading', 'speech']);
    expect(formatScript(paragraphs)).toBe('# Book\n## One\nIt began.\n## Two\nIt ended.');
  });

  it('are a title only directly before one of the second level', () => {
    expect(kinds(parse('# One\n\n# Two'))).toEqual(['heading', 'heading']);
    expect(kinds(parse('# One\n\nText.\n\n## Two'))).toEqual(['heading', 'speech', 'heading']);
    expect(kinds(parse('## One\n\n## Two'))).toEqual(['heading', 'heading']);
  });

  it('need a space behind one or two signs', () => {
    expect(kinds(parse('#hashtag\n\n### three\n\n#'))).toEqual(['speech', 'speech', 'heading']);
  });

  it('are silent where the project says so, and without words', () => {
    expect(turns('# One', { ...settings, speakHeadings: false })).toEqual([[]]);
    // Its pauses stay where it stands.
    expect(parseScript('# One [pause 2s]', { ...settings, speakHeadings: false })).toMatchObject([
      { kind: 'heading', lines: [], pauseSeconds: 2 },
    ]);
    expect(turns('#\n\n## ***')).toEqual([[], []]);
  });
});

describe('turns', () => {
  it('of two roles make a dialog line', () => {
    expect(turns('ALGERNON: One.\nLANE: Two.\nALGERNON: Three,\nand four.')).toEqual([
      [
        [
          { role: 'ALGERNON', text: 'One.' },
          { role: 'LANE', text: 'Two.' },
          { role: 'ALGERNON', text: 'Three, and four.' },
        ],
      ],
    ]);
  });

  it('before the first mark belong to the default role', () => {
    expect(turns('He spoke.\nLANE: Yes.')).toEqual([
      [
        [
          { role: null, text: 'He spoke.' },
          { role: 'LANE', text: 'Yes.' },
        ],
      ],
    ]);
  });

  it('of three roles are a problem and no line', () => {
    expect(parse('A: x\nB: y\nC: z')).toMatchObject([
      { kind: 'speech', lines: [], problem: { kind: 'three-roles', roles: ['A', 'B', 'C'] } },
    ]);
    expect(parse('x\nB: y\nC: z')[0]?.problem).toEqual({ kind: 'three-roles', roles: ['NARRATOR', 'B', 'C'] });
    expect(parse('x\nNARRATOR: y\nC: z')[0]?.problem).toBeUndefined();
  });

  it('with nothing to speak make no line', () => {
    expect(turns('LANE: (Goes out.)\n\nLANE:\n\nLANE: — …\n\n* * *')).toEqual([[], [], [], []]);
    expect(turns('LANE: (Goes out.)', { ...settings, speakBrackets: true })).toEqual([
      [[{ role: 'LANE', text: '(Goes out.)' }]],
    ]);
  });
});

describe('brackets', () => {
  it('around a whole paragraph make a direction, also over rows and nested', () => {
    expect(kinds(parse('(a\nb)\n\n((Tableau))\n\n()'))).toEqual(['direction', 'direction', 'direction']);
  });

  it('that close before the end make none', () => {
    expect(kinds(parse('(Enter.) He does!\n\n(a) and (b)\n\n(a\n\na)\n\n\\(a)'))).toEqual(Array(5).fill('speech'));
  });
});

describe('a backslash', () => {
  it('takes away the meaning of what follows and is not kept', () => {
    expect(turns('\\# one\n\n\\(two)\n\n\\[pause 1s] three\n\n\\LANE: four').flat(2)).toEqual([
      { role: null, text: '# one' },
      { role: null, text: '(two)' },
      { role: null, text: '[pause 1s] three' },
      { role: null, text: 'LANE: four' },
    ]);
  });

  it('stays before a bracket of a marked turn, where brackets have a meaning', () => {
    expect(turns('LANE: \\(one) (two)').flat(2)).toEqual([{ role: 'LANE', text: '\\(one) (two)' }]);
  });

  it('is an ordinary character anywhere else', () => {
    expect(turns('C:\\temp \\ \\n \\Lane: \\)').flat(2)).toEqual([{ role: null, text: 'C:\\temp \\ \\n \\Lane: \\)' }]);
    expect(turns('\\\\LANE: x').flat(2)).toEqual([{ role: null, text: '\\LANE: x' }]);
  });
});

describe('pauses', () => {
  it('of their own are a paragraph without lines', () => {
    expect(parse('[pause 1.5s]')).toMatchObject([{ kind: 'pause', pauseSeconds: 1.5, lines: [] }]);
    expect(parse('[pause 1s] [Pause 2 s]')).toMatchObject([{ kind: 'pause', pauseSeconds: 3 }]);
  });

  it('at the start and end of a paragraph belong to its line', () => {
    expect(parse('[pause 1s] LANE: Yes. [pause 2s]')[0]?.lines).toEqual([
      { turns: [{ role: 'LANE', text: 'Yes.' }], pauseBeforeSeconds: 1, pauseAfterSeconds: 2 },
    ]);
  });

  it('in the middle cut the paragraph', () => {
    expect(parse('LANE: Yes. [pause 2s] No.\nJACK: Oh.')[0]?.lines).toEqual([
      { turns: [{ role: 'LANE', text: 'Yes.' }], pauseAfterSeconds: 2 },
      {
        turns: [
          { role: 'LANE', text: 'No.' },
          { role: 'JACK', text: 'Oh.' },
        ],
      },
    ]);
  });

  it('inside a direction come after it', () => {
    expect(parse('LANE: Well (waits [pause 2s] long), yes. (Goes [pause 1s])')[0]?.lines).toEqual([
      { turns: [{ role: 'LANE', text: 'Well (waits long)' }], pauseAfterSeconds: 2 },
      { turns: [{ role: 'LANE', text: ', yes. (Goes )' }], pauseAfterSeconds: 1 },
    ]);
  });

  it('are kept where nothing is spoken beside them', () => {
    expect(parse('LANE: (Waits.) [pause 2s]')).toMatchObject([{ kind: 'speech', lines: [], pauseSeconds: 2 }]);
  });

  it('without a length that makes sense are words', () => {
    expect(turns('[pauses] [pause soon] [pause 99999s]').flat(2)).toEqual([
      { role: null, text: '[pauses] [pause soon] [pause 99999s]' },
    ]);
  });

  it('never reach a line', () => {
    fc.assert(
      fc.property(hostileText, someSettings, (text, options) => {
        const words = turns(text.replaceAll('\\', ''), options).flat(2);
        expect(words.filter((turn) => /\[pause \d+(\.\d+)? ?s\]/i.test(turn.text))).toEqual([]);
      }),
    );
  });
});

it('cuts a paragraph with a pause into any number of lines', () => {
  const parts = [{ role: null, text: 'abc '.repeat(300_000) }, { pauseSeconds: 1 }];
  const { lines } = paragraphLines(parts, { speakBrackets: false, lineCharacters: 4 });
  expect(lines).toHaveLength(150_000);
  expect(lines.at(-1)?.pauseAfterSeconds).toBe(1);
});

const options = { speakBrackets: false, lineCharacters: 50 };
const texts = (turns: readonly Turn[]) =>
  splitIntoLines(turns, options).map((line) => line.turns.map((turn) => turn.text));

describe('cutParagraph', () => {
  it('leaves a paragraph that fits, its silent turns too', () => {
    const turns = [
      { role: 'LANE', text: 'Yes.' },
      { role: 'JACK', text: `(${'Nods. '.repeat(50)})` },
    ];
    expect(splitIntoLines(turns, options)).toEqual([{ turns }]);
  });

  it('makes nothing of nothing', () => {
    expect(splitIntoLines([{ role: 'LANE', text: '(Nods.)' }], options)).toEqual([]);
    expect(splitIntoLines([], options)).toEqual([]);
  });

  it('cuts a turn at its sentence ends, the white space between left out', () => {
    const text = 'The first sentence is here. The second one is too. The third ends it.';
    expect(texts([{ role: null, text }])).toEqual([
      ['The first sentence is here.'],
      ['The second one is too. The third ends it.'],
    ]);
  });

  it('counts a direction as nothing and keeps it whole', () => {
    const text = 'The first sentence is here. (He goes. He comes. He goes again.) And so is this.';
    expect(texts([{ role: 'LANE', text }])).toEqual([[text]]);
  });

  it('counts prefixes where two roles speak, and cuts between turns', () => {
    const turns = [1, 2, 3, 4].map((n) => ({ role: n % 2 ? 'ALGERNON' : 'LANE', text: `This is turn ${n}.` }));
    const turnsOfLines = (lineCharacters: number) =>
      splitIntoLines(turns, { ...options, lineCharacters }).map((line) => line.turns.length);
    // "ALGERNON: This is turn 1." and "LANE: This is turn 2." with the row break between them: 47 characters.
    expect(turnsOfLines(50)).toEqual([2, 2]);
    expect(turnsOfLines(46)).toEqual([1, 1, 1, 1]);
  });

  it('gives every line what the limit allows, and speaks every word once', () => {
    const sentence = fc.constantFrom(
      'Yes. ',
      'No (nods. Goes.) way! ',
      '(Aside.) ',
      'And so on, and so forth; ',
      'ab'.repeat(40),
    );
    const turn = fc.record({
      role: fc.constantFrom(null, 'LANE', 'NARRATOR'),
      text: fc.array(sentence, { minLength: 1, maxLength: 12 }).map((sentences) => sentences.join('').trim()),
    });
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 6 }),
        fc.integer({ min: 50, max: 90 }),
        fc.boolean(),
        (turns, limit, heard) => {
          const setting = { speakBrackets: heard, lineCharacters: limit };
          const lines = splitIntoLines(turns, setting);
          const spoken = (all: readonly Turn[]) =>
            all
              .map((one) => spokenText(one, setting))
              .join('')
              .replace(/\s/g, '');
          expect(lines.filter((line) => sentCharacters(line.turns, setting) > limit)).toEqual([]);
          expect(spoken(lines.flatMap((line) => line.turns))).toBe(spoken(turns));
        },
      ),
      { numRuns: rounds(500) },
    );
  });
});
