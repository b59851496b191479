// Files of scripts that were damaged at random, the same ones each time.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { seededChance } from '../../../../e2e/hostile-service/chance.ts';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { Manuscript } from '../../../../shared/model/manuscript.ts';
import { manuscriptText } from '../../../../shared/rules/manuscript-script.ts';
import { ImportError } from '../importable-file.ts';
import { readCsv } from './csv.ts';
import { readFdx } from './fdx.ts';
import { readFountain } from './fountain.ts';
import { readSubtitles } from './subtitles.ts';
import { readXlsx } from './xlsx.ts';

const repeated = (times: number, row: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => row(at)).join('');

const FOUNTAIN = `Title: Rain\nAuthor: A. B.\n\n# Act I\n\n${repeated(20, (at) => `INT. FLAT - DAY #${at}#\n\n[[note]] She *waits*.\n\nMARA (V.O.)\n(softly)\nHello ${at}.\n\n/* no */\n\n> CUT TO:\n\n`)}`;
const FDX = `<?xml version="1.0"?><FinalDraft><Content>${repeated(20, (at) => `<Paragraph Type="Character"><Text>MARA</Text></Paragraph><Paragraph Type="Dialogue"><Text>Hello &amp; ${at}.</Text></Paragraph><Paragraph Type="Scene Heading"><Text>INT.</Text></Paragraph>`)}</Content></FinalDraft>`;
const CSV = `Scene,Role,Direction,Text\r\n${repeated(30, (at) => `${at % 7},Mara,softly,"Hello, ""${at}""\r\nand so on."\r\n`)}`;
const SRT = repeated(
  30,
  (at) =>
    `${at}\n00:00:${10 + at},000 --> 00:00:${11 + at},500\n<v Mara>MARA: Hello &amp; [sighs]\n- ${at}, {\\an8}♪\n\n`,
);
const SHEET = `<worksheet><sheetData>${repeated(30, (at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at % 4}</v></c><c r="B${at + 1}" t="inlineStr"><is><t>Hello ${at}.</t></is></c></row>`)}</sheetData><mergeCells><mergeCell ref="A2:A9"/></mergeCells></worksheet>`;
const BOOK: Readonly<Record<string, string>> = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
  'xl/sharedStrings.xml': '<sst><si><t>Mara</t></si><si><t>Tom</t></si><si><r><t>La</t></r><r><t>ne</t></r></si></sst>',
  'xl/s.xml': SHEET,
};

/** What readers may stumble over. */
const HOSTILE = [
  ...[
    '\0',
    '\ufeff',
    '"',
    "'",
    '<',
    '</',
    '<![CDATA[',
    '<!--',
    '&a;',
    '&#x110000;',
    '<Paragraph>'.repeat(900),
    '[['.repeat(90),
  ],
  ...[
    '/*',
    '*'.repeat(99),
    '(',
    '\n\n',
    '\r',
    '-->',
    '00:00:00,000 --> ',
    ',,,,,,',
    '\t'.repeat(200),
    ':',
    'r="9999999999"',
  ],
  ...['_xD800_', '\ue000', 'ref="A1:XFD1048576"', '__proto__', '\u202e', '#'.repeat(50), 't="s"', '<v -1'],
];

function broken(whole: Uint8Array, random: () => number): Uint8Array {
  let bytes = Buffer.from(whole);
  for (let left = 1 + Math.floor(random() * 5); left > 0; left -= 1) {
    const at = Math.floor(random() * bytes.length);
    const end = at + Math.floor(random() * 200);
    const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const hostile = Buffer.from(HOSTILE[Math.floor(random() * HOSTILE.length)] ?? '');
    const flipped = Buffer.from(part.map((byte) => (random() < 0.1 ? Math.floor(random() * 256) : byte)));
    const changes = [
      [before, after],
      [before, flipped, after],
      [before, part, part, after],
      [before, hostile, part, after],
      [before, part, hostile, after],
      [before, part],
    ];
    bytes = Buffer.concat(changes[Math.floor(random() * changes.length)] ?? []);
  }
  return bytes;
}

/** A workbook of which a file is broken, or the archive. */
function brokenBook(random: () => number): Uint8Array {
  const names = Object.keys(BOOK);
  const name = names[Math.floor(random() * names.length)];
  const isInside = random() < 0.7;
  const files = Object.entries(BOOK).map(([path, text]) => {
    const bytes = strToU8(text);
    return [path, isInside && path === name ? new Uint8Array(broken(bytes, random)) : bytes] as const;
  });
  const archive = zipSync(Object.fromEntries(files));
  return isInside ? archive : broken(archive, random);
}

const FORMS: readonly (readonly [
  string,
  (random: () => number) => Uint8Array,
  (bytes: Uint8Array, file: string) => Manuscript,
])[] = [
  ['Fountain', (random) => broken(strToU8(FOUNTAIN), random), readFountain],
  ['FDX', (random) => broken(strToU8(FDX), random), readFdx],
  ['CSV', (random) => broken(strToU8(CSV), random), readCsv],
  ['SRT', (random) => broken(strToU8(SRT), random), readSubtitles],
  ['XLSX', brokenBook, readXlsx],
];

describe('a broken file', () => {
  it.each(FORMS)('of %s is read as far as it goes, or refused', (name, make, readForm) => {
    let read = 0;
    const count = rounds(120);
    for (let seed = 0; seed < count; seed += 1) {
      const bytes = make(seededChance(seed));
      try {
        const manuscript = readForm(bytes, 'broken');
        expect(manuscriptText(manuscript, 'script', () => true)).not.toBe('');
        read += 1;
      } catch (error) {
        if (!(error instanceof ImportError)) throw new Error(`${name}, seed ${seed}`, { cause: error });
      }
    }
    // Most damage leaves something to read.
    expect(read).toBeGreaterThan(count / 4);
  });
});
