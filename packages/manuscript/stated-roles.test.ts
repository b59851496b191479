// Who speaks is what a file states, whatever the name and however often it comes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readScript } from '../../electron/core/import/read-script.ts';
import { NARRATOR } from '../../shared/model/cast.ts';
import { openScriptFile } from './import-script.ts';

type Speech = readonly [name: string, words: string];

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const paragraph = (type: string, text: string) => `<Paragraph Type="${type}"><Text>${xml(text)}</Text></Paragraph>`;
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const time = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;

const FORMATS: Readonly<Record<string, (speeches: readonly Speech[]) => string>> = {
  fdx: (speeches) =>
    `<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content>${speeches
      .map(([name, words]) => paragraph('Character', name) + paragraph('Dialogue', words))
      .join('')}</Content></FinalDraft>`,
  csv: (speeches) => ['Speaker,Text', ...speeches.map((cells) => cells.map(quoted).join(','))].join('\n'),
  vtt: (speeches) =>
    [
      'WEBVTT',
      ...speeches.map(([name, words], at) => `${time(3 * at)} --> ${time(3 * at + 2)}\n<v ${xml(name)}>${xml(words)}`),
    ].join('\n\n'),
  fountain: (speeches) => `INT. HALL - DAY\n\n${speeches.map(([name, words]) => `@${name}\n${words}`).join('\n\n')}\n`,
  txt: (speeches) => `${speeches.map(([name, words]) => `@${name}: ${words}`).join('\n\n')}\n`,
};

/** Who says what, in order; the narrator is left out. */
async function heard(format: string, speeches: readonly Speech[]): Promise<Speech[]> {
  const source = await openScriptFile(Buffer.from(FORMATS[format]?.(speeches) ?? ''), `play.${format}`);
  const { paragraphs } = readScript(source, { importId: 'import' });
  return paragraphs
    .flatMap(({ lines }) => lines.flatMap(({ turns }) => turns))
    .flatMap(({ role, text }) => (role === null || role === NARRATOR ? [] : [[role, text] as const]));
}

const NAMES = [
  ...['田中', '母', '村人A', '村人B', '兵士A', 'AI先生', '女の子1', 'Mr.田中', '士兵甲', '민수B', '山田・太郎'],
  ...['അമ്മ', 'शर्मा जी', 'أم علي', 'דוד המלך', 'แม่', 'ანა', 'O’NEIL', "D'ARCY", 'ÅSA', 'HAL 9000', 'МАША', 'ΕΛΕΝΗ'],
];

it.each(Object.keys(FORMATS))(
  'roles that a .%s file states keep their names, though each comes once',
  async (format) => {
    const speeches = NAMES.map((name, at): Speech => [name, `These are words ${at}.`]);
    // In text a name is what it is written as; other formats have names in capitals.
    const expected = speeches.map(([name, words]) => [format === 'txt' ? name : name.toUpperCase(), words]);
    expect(await heard(format, speeches)).toEqual(expected);
  },
);

it('a role passes as a value from an FDX file to the lines of the script', async () => {
  const file = `<FinalDraft><Content>${paragraph('Scene Heading', 'INT. HALL')}${paragraph('Character', 'Mr. Wu & Son')}${paragraph(
    'Dialogue',
    'ANN: is that my name?',
  )}</Content></FinalDraft>`;
  const source = await openScriptFile(Buffer.from(file), 'play.fdx');
  expect(source.as('script').document).toEqual([
    '## INT. HALL',
    { role: 'MR. WU & SON', words: 'ANN: is that my name?' },
  ]);
  const { paragraphs } = readScript(source, { importId: 'import' });
  expect(paragraphs[1]).toMatchObject({
    source: 'MR. WU & SON: ANN: is that my name?',
    lines: [{ turns: [{ role: 'MR. WU & SON', text: 'ANN: is that my name?' }] }],
  });
});

it('names with and without capitals are stated beside each other in a script', async () => {
  const source = await openScriptFile(
    Buffer.from('# One\n\n@Dr. Wu: Good evening.\n\n@村人A: Halt.\n\nLANE: Sir?\n'),
    'play.txt',
  );
  const { paragraphs } = readScript(source, { importId: 'import' });
  const names = paragraphs
    .flatMap(({ kind, lines }) => (kind === 'speech' ? lines : []))
    .map(({ turns }) => turns[0]?.role);
  expect(names).toEqual(['Dr. Wu', '村人A', 'LANE']);
});

it('roles of any letters are told apart, and their words stay theirs', async () => {
  const letters = fc.constantFrom(...'アイ田中村はみ민수അमאبกA1AB');
  const name = fc.array(letters, { minLength: 1, maxLength: 6 }).map((parts) => `ん${parts.join('')}`);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), async (names) => {
      const speeches = names.map((each, at): Speech => [each, `Words ${at}, for them alone.`]);
      expect(await heard('txt', speeches)).toEqual(speeches);
    }),
  );
});
