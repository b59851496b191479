import { describe, expect, it } from 'vitest';
import { spreadsheetWorkbook } from '../../../node/spreadsheet-workbook.ts';
import type { Pickup } from '../../../shared/model/pickups.ts';
import { ImportError } from '../formats/importable-file.ts';
import { readPickupFile, readPickupText } from './read-pickups.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, file = 'list.csv') => readPickupFile(bytesOf(text), file).pickups;
const only = (text: string): Pickup | undefined => readPickupText(text).pickups[0];
const phrasesOf = (pickup: Pickup | undefined) => pickup?.phrases.map(({ role, text }) => `${role}: ${text}`);

describe('a table of corrections', () => {
  it.each([
    ['Chapter,Timestamp,Comment\n3,12:34,"should be ""hare"" not ""hair"""\n'],
    ['Comment;Time code;Ch.\n"should be ""hare"" not ""hair""";00:12:34;3\n'],
    ['\uFEFFTimecode (hh:mm:ss)\tNotes\tChapter/File\n12:34\tshould be "hare" not "hair"\t3\n'],
    ['sep=;\nKapitel;Zeit;Anmerkung\n3;12:34;"should be ""hare"" not ""hair"""\n'],
    ['| Chapter | Time | Remark |\n|---|---|---|\n| 3 | 12:34 | should be "hare" not "hair" |\n'],
    ['3,12:34,"should be ""hare"" not ""hair"""\n3,13:00,click\n'],
  ])('is read whatever its columns are called and in whatever order: %j', (text) => {
    const [first] = read(text);
    expect(first).toMatchObject({ chapter: '3', note: 'should be "hare" not "hair"' });
    expect(first?.times[0]).toBe(754);
    expect(phrasesOf(first)).toEqual(['written: hare', 'heard: hair']);
  });

  it.each([
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('is read in %s', (_, encode) => {
    const [first] = readPickupFile(encode('Seite;Gelesen;Manuskript\n12;Hühner;Höhle\n'), 'liste.csv').pickups;
    expect(first).toMatchObject({ page: '12', note: '“Hühner” → “Höhle”' });
  });

  it('is read from a workbook, whose times may be fractions of a day', () => {
    const rows = [
      ['Proofing report for Alice'],
      ['Type', 'Chapter', 'Timecode', 'Heard', 'Manuscript text', 'Note', 'Page'],
      ['Misread', 'Chapter 1', '0.0007175925925925926', 'up the hole', 'down the hole', '', '3'],
      ['Long pause', '', '00:02:02', '', '', 'cut it', ''],
    ];
    const { pickups, leftOut } = readPickupFile(spreadsheetWorkbook(rows, 'Report'), 'report.xlsx');
    expect(pickups).toMatchObject([
      { number: 3, chapter: 'Chapter 1', page: '3', note: 'Misread: “up the hole” → “down the hole”' },
      { number: 4, chapter: 'Chapter 1', note: 'Long pause – cut it', phrases: [] },
    ]);
    expect(pickups[0]?.times[0]).toBeCloseTo(62, 3);
    expect(leftOut).toEqual([{ number: 1, text: 'Proofing report for Alice' }]);
  });

  it('takes “Error” for what was heard, and “Should be” for the script', () => {
    const [first] = read('Section,Timestamp,Page,Error,Should be\nCh 3,0:12:34,12,"said ""hair""",hare\n');
    expect(phrasesOf(first)).toEqual(['written: hare', 'heard: hair']);
    expect(first?.note).toBe('said "hair" → “hare”');
  });

  it('keeps unquoted commas of a remark in the last column', () => {
    expect(read('Chapter,Time,Comment\n3,12:34,should be hare, not hair\n')[0]?.note).toBe('should be hare, not hair');
  });

  it('applies a row with only a chapter to the rows below', () => {
    const rows = read('Chapter;Time;Comment\nChapter 2;;\n;1:00;click\n;2:00;click\n');
    expect(rows.map(({ chapter, number }) => [chapter, number])).toEqual([
      ['Chapter 2', 3],
      ['Chapter 2', 4],
    ]);
  });

  it('reads Lectern’s own export, without the apostrophes that protect spreadsheets', () => {
    const [first] = read(
      'Chapter,Line,Role,Text,Note,Take,Time in take,Time in chapter,State,Verdict\r\nTea,1.1,LANE,"Muffins, sir.","\'=1+1",1,00:00:00.250,00:00:00.750,done,approved\r\n',
    );
    expect(first).toMatchObject({
      chapter: 'Tea',
      line: '1.1',
      note: '=1+1',
      take: 1,
      takeSeconds: 0.25,
      isDone: true,
    });
    expect(phrasesOf(first)?.[0]).toBe('context: Muffins, sir.');
  });
});

describe('corrections as plain rows', () => {
  it.each([
    ['00:12:34 should be "hare" not "hair"', { times: [754], note: 'should be "hare" not "hair"' }],
    ['Ch. 3, 12:34 – "the the" repeated', { chapter: 'Ch. 3', times: [754], note: '"the the" repeated' }],
    ['- p. 12 "he said" missing', { page: '12', times: [], note: '"he said" missing' }],
    ['3) 03_Chapter_3.mp3 @ 754s: click', { file: '03_Chapter_3.mp3', times: [754], note: 'click' }],
    ['> * 1:02:03.5-1:02:09 noise', { times: [3723.5, 62], endSeconds: 3729, note: 'noise' }],
    ['"The Hatter" mispronounced (Ch 7, 4:05)', { chapter: 'Ch 7', times: [245], note: '"The Hatter" mispronounced' }],
    ['Prologue, 1:15 - cough', { chapter: 'Prologue', times: [75], note: 'cough' }],
    ['[x] Kapitel 5, 3:15 – Räuspern', { chapter: 'Kapitel 5', isDone: true, note: 'Räuspern' }],
  ])('are read with their places: %j', (row, expected) => {
    expect(only(row)).toMatchObject(expected);
  });

  it.each([
    ['1:00 "hair" should be "hare"', ['heard: hair', 'written: hare']],
    ['1:00 read ‘I don’t know’ instead of ‘I do not know’', ['heard: I don’t know', 'written: I do not know']],
    ['1:00 hair -> hare', ['written: hare', 'heard: hair']],
    ['1:00 sollte „Hase“ heißen, nicht „Haar“', ['written: Hase', 'heard: Haar']],
    ['1:00 „Haar“ statt „Hase“', ['heard: Haar', 'written: Hase']],
    ['1:00 missing “very” in “it is … very late”', ['written: very', 'context: it is', 'context: very late']],
    ['1:00 word missing', undefined],
    ['1:00 『兎』 should be 『卯』', ['heard: 兎', 'written: 卯']],
  ])('tell written words from heard ones: %j', (row, expected = []) => {
    expect(phrasesOf(only(row))).toEqual(expected);
  });

  it('are found in an email: greetings are left out, and wrapped rows are joined', () => {
    const { pickups, leftOut } = readPickupText(
      [
        'Hi Anna,',
        '',
        'Chapter 4',
        '12:00 the narrator reads the wrong words here, please do this once more with',
        '"I believe" at the end',
        'p. 44 "it" missing',
        '',
        'Thanks, Tom',
      ].join('\n'),
    );
    expect(pickups).toMatchObject([
      { number: 4, chapter: 'Chapter 4', phrases: [{ text: 'I believe' }] },
      { number: 6, chapter: 'Chapter 4', page: '44' },
    ]);
    expect(leftOut.map(({ number }) => number)).toEqual([1, 8]);
  });

  it('are all kept if no row has a place', () => {
    const { pickups, leftOut } = readPickupText('The cover is crooked.\nThe volume varies.\n');
    expect([pickups.length, leftOut.length]).toEqual([2, 0]);
  });
});

describe('a file that isn’t a list of corrections', () => {
  it.each([
    ['an empty file', bytesOf(' \n')],
    ['a table without rows', bytesOf('Chapter,Time,Comment\n')],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['random bytes', Uint8Array.from({ length: 500 }, (_, at) => (at * 89) % 256)],
  ])('is refused: %s', (_, bytes) => {
    expect(() => readPickupFile(bytes, 'list.csv')).toThrow(ImportError);
  });

  it('takes time in proportion to its size', () => {
    const long = `${'"“‘( 1:00 should be '.repeat(2_000)}\n`.repeat(5);
    expect(readPickupText(long).pickups.length).toBeGreaterThan(0);
  });
});
