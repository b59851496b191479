import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { SheetChoice } from '../../../shared/model/manuscript.ts';
import { manuscriptText } from '../script/manuscript-script.ts';
import { importTextFile } from '../text/text-file.ts';
import { readCsv } from './csv.ts';
import { sheetManuscript, sheetPreviews } from './sheet.ts';

const rows = (text: string): string[][] => text.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
const script = (table: string): string =>
  manuscriptText(sheetManuscript([{ name: 'One', rows: rows(table) }], 'play.csv'), 'script');
const csv = (text: string, file = 'play.csv'): string => manuscriptText(readCsv(strToU8(text), file), 'script');

describe('words with commas in no quotation marks', () => {
  const SPOKEN = 'ADA: Well, I think, it is lost.\n\nTOM: No.\n\nADA: Yes, Tom.\n\nTOM: Then come.\n';

  it.each([
    ['behind the name', 'Speaker,Line\nAda,Well, I think, it is lost.\nTom,No.\nAda,Yes, Tom.\nTom,Then come.\n', 2],
    ['without titles', 'Ada,Well, I think, it is lost.\nTom,No.\nAda,Yes, Tom.\nTom,Then come.\n', 2],
    ['before the name', 'Line;Speaker\nWell, I think, it is lost.;Ada\nNo.;Tom\nYes, Tom.;Ada\nThen come.;Tom\n', 0],
    [
      'between others',
      'No,Speaker,Line,File\n1,Ada,Well, I think, it is lost.,a.wav\n2,Tom,No.,b.wav\n3,Ada,Yes, Tom.,c.wav\n4,Tom,Then come.,d.wav\n',
      2,
    ],
    [
      'before an empty last cell',
      'Speaker,Line,Note\nAda,Well, I think, it is lost.,\nTom,No.,\nAda,Yes, Tom.,\nTom,Then come.,\n',
      2,
    ],
    [
      'in rows that end with empty cells',
      'Speaker,Line\nAda,Well, I think, it is lost.,,\nTom,No.,,\nAda,Yes, Tom.,\nTom,Then come.\n',
      2,
    ],
  ])('stay together %s, and it is said of how many rows', (_, text, rows) => {
    const row = text.startsWith('Ada') ? 1 : 2;
    const manuscript = readCsv(strToU8(text), 'play.csv');
    expect(manuscriptText(manuscript, 'script')).toBe(SPOKEN);
    expect(manuscript.notices).toEqual(rows === 0 ? [] : [{ kind: 'joined-cells', count: rows, at: { row } }]);
  });
});

describe('titles that no list has', () => {
  it.each([
    ['speaker,start_time,end_time,transcription,translation', 'Ada,0.1,1.2,"Where is it?","Wo ist das denn?"'],
    ['puhuja,alku,loppu,repliikki,käännös', 'Ada,0.1,1.2,"Where is it?","Wo ist das denn?"'],
    ['Hablante,Parlamento', 'Ada,Where is it?'],
    ['Role,Zin', 'Ada,Where is it?'],
  ])('are told by what stands below them: %s', (titles, row) => {
    expect(csv([titles, row, row.replace('Ada', 'Tom'), row].join('\n'))).toBe(
      'ADA: Where is it?\n\nTOM: Where is it?\n\nADA: Where is it?\n',
    );
  });

  it('are none where they come again below, or are said', () => {
    expect(csv('Speaker,Welcome.\nTom,Thank you.\nSpeaker,Sit down.')).toContain('SPEAKER: Welcome.');
    expect(csv('Ada,Hello there.\nTom,Who is it?\nAda,Me.')).toContain('ADA: Hello there.');
  });
});

describe('speakers with commas', () => {
  const CATALOGUE = 'Speaker,Line\n"Smith, Ada",Who is there?\n"Jones, Tom",Only me.\n"Smith, Ada",Come in.\n';

  it('are one role each', () => {
    expect(csv(CATALOGUE)).toBe('ADA SMITH: Who is there?\n\nTOM JONES: Only me.\n\nADA SMITH: Come in.\n');
  });

  it('are the same role in a pasted table', () => {
    expect(importTextFile(strToU8(CATALOGUE), 'pasted.txt').text).toContain('ADA SMITH: Who is there?');
  });

  it('speak together if each also speaks alone', () => {
    expect(csv('Speaker,Line\nAda,Who is there?\nTom,Only me.\n"Ada, Tom",Come in.\n')).toContain(
      'ADA & TOM: Come in.',
    );
  });
});

describe('a table', () => {
  it.each([
    ['Character | Line', 'Lane | Yes, sir.'],
    ['ID | SPEAKER | Take | Dialogue (EN)', '7 | Lane | t1.wav | Yes, sir.'],
    ['Line # | Voice | Words', '1 | Lane | Yes, sir.'],
    ['Dialogue | Role', 'Yes, sir. | Lane'],
    ['Nr. | Rolle | Text', '1 | Lane | Yes, sir.'],
    ['Personnage | Réplique', 'Lane | Yes, sir.'],
    ['Personaje | Diálogo', 'Lane | Yes, sir.'],
    ['Line | Actor | Character | Line text', '12 | Bob | Lane | Yes, sir.'],
    ['Character | Characters | English dialogue', 'Lane | 120 | Yes, sir.'],
    ['Sound list, draft 3\n\nSpeaker | Text', 'Lane | Yes, sir.'],
    ['キャラクター | セリフ', 'Lane | Yes, sir.'],
    ['Line ID | Speaker | VO Text', '7 | Lane | Yes, sir.'],
    ['StringID | CharacterID | English (US) | German', 'a1 | Lane | Yes, sir. | Ja, Sir.'],
  ])('whose titles are “%s” says who speaks what', (titles, row) => {
    expect(script(`${titles}\n${row}`)).toBe('LANE: Yes, sir.\n');
  });

  it('of picture and sound has what is seen before what is heard, and other pictures are no words', () => {
    expect(script('Video | Audio\nDawn. | LANE: Yes, sir.\n | SFX: A door.')).toBe(
      '(Dawn.)\n\nLANE: Yes, sir.\n\n(A door.)\n',
    );
    expect(script('Speaker | Text | Image\nLane | Yes, sir. | lane.png')).toBe('LANE: Yes, sir.\n');
  });

  it.each([
    'Timecode | Visual | Audio\n00:01 | A lamp | The keeper climbs.\n00:05 | The sea | A storm is coming.',
    'Shot | Picture | Audio\n1 | A lamp | The keeper climbs.\n2 | The sea | A storm is coming.',
  ])('of picture and sound has no role that is a picture: %s', (table) => {
    expect(script(table)).toBe('(A lamp)\n\nThe keeper climbs.\n\n(The sea)\n\nA storm is coming.\n');
  });

  it.each([
    'Words | Scene\nYes, sir. | Hall\nNo, sir. | Hall\nOh, pleasure! | Garden\nVery well. | Garden',
    'Words | Notes\nYes, sir. | Bows\nNo, sir. | Bows\nOh, pleasure! | Sits\nVery well. | Sits',
  ])('has no role in a column whose title says what it is: %s', (table) => {
    expect(script(table)).not.toMatch(/^(?:HALL|GARDEN|BOWS|SITS):/m);
  });

  it('has a sound where a note beside its words says so', () => {
    expect(script('Speaker | VO Text | Notes\nLane | Yes, sir. | bows\n | Door opens | SFX')).toMatch(
      /^LANE: \(bows\) Yes, sir\.\n\n\(SFX\)\n\n\(Door opens\)/,
    );
  });

  it('without titles is understood by what is in its columns', () => {
    expect(
      script(
        '1 | 00:01 | Lane | Yes, sir.\n2 | 00:02 | Jack | Oh, pleasure!\n3 | 00:03 | Lane | No, sir.\n4 | 00:04 | Jack | Very well.',
      ),
    ).toBe('LANE: Yes, sir.\n\nJACK: Oh, pleasure!\n\nLANE: No, sir.\n\nJACK: Very well.\n');
    expect(script('Lane | Yes, sir.\nJack | Oh, pleasure!')).toBe('LANE: Yes, sir.\n\nJACK: Oh, pleasure!\n');
    expect(script('It rained. | x.wav\nIt poured, too. | y.wav')).toBe('It rained.\n\nIt poured, too.\n');
  });

  it('without a column of roles has them from names before colons', () => {
    expect(script('Mara: Hello there.\nTom: Hi.\nMara: Bye: now.\nTom: Well.')).toBe(
      'MARA: Hello there.\n\nTOM: Hi.\n\nMARA: Bye: now.\n\nTOM: Well.\n',
    );
  });

  it('takes no row of a script for titles', () => {
    expect(script('Sound | A voice.\nLane | Yes, sir.\nSound | A door.\nLane | No.')).toBe(
      '(A voice.)\n\nLANE: Yes, sir.\n\n(A door.)\n\nLANE: No.\n',
    );
  });

  it('has its chapters and scenes from their columns', () => {
    expect(
      script(
        'Episode | Scene | Role | Text\nThe Flat | 1 | Lane | Sir.\nThe Flat | 1 | Jack | Ah.\nThe Flat | 2 | Lane | Sir?\nThe Garden | 2 | Jack | Oh.',
      ),
    ).toBe(
      '# The Flat\n\n## Scene 1\n\nLANE: Sir.\n\nJACK: Ah.\n\n## Scene 2\n\nLANE: Sir?\n\n# The Garden\n\n## Scene 2\n\nJACK: Oh.\n',
    );
    expect(script('Role | Text\nAct I |\nLane | Sir.\n | Scene 2\nLane | Sir?')).toBe(
      '## Act I\n\nLANE: Sir.\n\n## Scene 2\n\nLANE: Sir?\n',
    );
  });

  it('keeps its directions in brackets, and what has no role for the narrator', () => {
    expect(
      script(
        'Role | Direction | Text | Notes\nLane | dryly | Yes, sir. | (loud)\nSFX | | A door | \n | | [Music] | \n | | It rains. | \n | Noon. | | \nGuard #2 (V.O.) | | Halt! [shouts] |',
      ),
    ).toBe(
      'LANE: (dryly) (loud) Yes, sir.\n\n(A door)\n\n(Music)\n\nIt rains.\n\n(Noon.)\n\nGUARD 2: Halt! (shouts)\n',
    );
  });

  it('of several sheets has a chapter for each that names who speaks what', () => {
    const sheets = [
      { name: 'Read me', rows: rows('This is the script of our show.') },
      { name: 'Pilot', rows: rows('Role | Text\nLane | Sir.') },
      { name: 'Two', rows: rows('Role | Text\nJack | Ah.') },
      { name: 'Empty', rows: [] },
    ];
    expect(manuscriptText(sheetManuscript(sheets, 'show.xlsx'), 'script')).toBe(
      '## Pilot\n\nLANE: Sir.\n\n## Two\n\nJACK: Ah.\n',
    );
  });
});

describe('a table in plain text', () => {
  it.each([
    ['commas', 'Role,Text\r\nLane,"Yes, ""sir"".\r\nNo."\r\n'],
    ['semicolons', '\ufeffRole;Text\nLane;"Yes, ""sir"".\nNo."\n'],
    ['tabs', 'Role\tText\nLane\tYes, "sir". No.\n'],
    ['bars', 'Role|Text\nLane|Yes, "sir". No.'],
    ['what it names itself', 'sep=~\nRole~Text\nLane~Yes, "sir". No.'],
  ])('is read by its %s', (_, text) => {
    expect(csv(text)).toBe('LANE: Yes, "sir". No.\n');
  });

  it('is told from words with commas', () => {
    expect(csv('Lane;Yes, sir, yes, I did, sir.\nJack;Oh, well, well.\nLane;No, sir.\nJack;Ah.')).toBe(
      'LANE: Yes, sir, yes, I did, sir.\n\nJACK: Oh, well, well.\n\nLANE: No, sir.\n\nJACK: Ah.\n',
    );
  });

  it('is read in any encoding of texts', () => {
    const wide = Buffer.from('\ufeffRolle\tText\nLäne\tSchön.\n', 'utf16le');
    expect(manuscriptText(readCsv(wide, 'play.csv'), 'script')).toBe('LÄNE: Schön.\n');
    const western = Buffer.from('Rolle;Text\nL\xe4ne;Sch\xf6n, sehr sch\xf6n.\n', 'latin1');
    expect(manuscriptText(readCsv(western, 'play.csv'), 'script')).toBe('LÄNE: Schön, sehr schön.\n');
  });

  it('says in which row words were put together, counting blank rows and the name of the delimiter', () => {
    const table = 'sep=,\nSpeaker,Line\n\n , \nAda,Yes.\nTom,No, my friend.\nAda,Oh.\n';
    expect(readCsv(strToU8(table), 'play.csv').notices).toEqual([{ kind: 'joined-cells', count: 1, at: { row: 6 } }]);
  });

  it('whose quotation marks don’t close is read row by row, and says so', () => {
    const { notices, sections } = readCsv(strToU8('Role,Text\nLane,"Yes.\nJack,No.\nLane,Oh.'), 'play.csv');
    expect(sections[0]?.blocks.map((block) => 'text' in block && block.text)).toEqual(['Yes.', 'No.', 'Oh.']);
    expect(notices).toEqual([{ kind: 'damaged', count: 1, at: { row: 2 } }]);
  });

  it('takes off what a spreadsheet’s formulas are kept away by', () => {
    expect(csv("Role,Text\nLane,'- Yes\n")).toBe('LANE: - Yes\n');
  });

  it('without words is refused', () => {
    expect(() => csv('1,2\n3,4')).toThrow(expect.objectContaining({ kind: 'empty' }));
  });
});

describe('a table whose columns are chosen', () => {
  const table = rows('Actor | Take | Who | Line\nBob | 1 | Lane | Sir.\nEve | 2 | Jack | Ah.');
  const sheets = [
    { name: 'Weather', rows: rows('It rained all day.') },
    { name: 'Pilot', rows: table },
  ];
  const asGuessed = (): SheetChoice[] =>
    sheetPreviews(sheets).map(({ isRead, hasTitles, columns }) => ({
      isRead,
      hasTitles,
      uses: columns.map(({ use }) => use),
    }));
  const read = (choices?: readonly SheetChoice[]): string =>
    manuscriptText(sheetManuscript(sheets, 'play.xlsx', [], choices), 'script');

  it('looks as it is guessed, with its first rows', () => {
    expect(sheetPreviews(sheets)).toEqual([
      {
        name: 'Weather',
        isRead: false,
        hasTitles: false,
        columns: [{ title: '', use: 'text' }],
        rows: [['It rained all day.']],
      },
      {
        name: 'Pilot',
        isRead: true,
        hasTitles: true,
        columns: [
          { title: 'Actor', use: 'ignored', words: 2, sample: 'Bob Eve' },
          { title: 'Take', use: 'ignored' },
          { title: 'Who', use: 'role' },
          { title: 'Line', use: 'text' },
        ],
        rows: table.slice(1),
      },
    ]);
    expect(read(asGuessed())).toBe(read());
  });

  it('is read as it is chosen', () => {
    const [notes, pilot] = asGuessed();
    if (!notes || !pilot) throw new Error('there are two tables');
    const actors: SheetChoice = { ...pilot, uses: ['role', 'direction', 'ignored', 'text'] };
    expect(read([notes, actors])).toBe('BOB: (1) Sir.\n\nEVE: (2) Ah.\n');
    expect(read([notes, { ...pilot, hasTitles: false }])).toBe('WHO: Line\n\nLANE: Sir.\n\nJACK: Ah.\n');
    expect(
      read([
        { ...notes, isRead: true },
        { ...pilot, isRead: false },
      ]),
    ).toBe('It rained all day.\n');
    expect(read([{ ...notes, isRead: true }, pilot])).toBe(
      '## Weather\n\nIt rained all day.\n\n## Pilot\n\nLANE: Sir.\n\nJACK: Ah.\n',
    );
    const silent: SheetChoice = { ...pilot, uses: ['role'] };
    expect(() => read([notes, silent])).toThrow('document-empty');
  });
});
