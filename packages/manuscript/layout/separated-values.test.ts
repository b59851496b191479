// Sheets that were pasted as text.
import { describe, expect, it } from 'vitest';
import { normaliseColumns } from './script-columns.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());
const HEARD = ['ANNA: Hello there.', 'BEN: Hi, how are you?', 'ANNA: So.', 'BEN: Yes; I said "no".'];

describe('a sheet that was pasted as text', () => {
  it.each([
    [
      'with titles and commas',
      [
        'Speaker,Text',
        'Anna,Hello there.',
        'Ben,"Hi, how are you?"',
        'SFX,a door',
        'Anna,So.',
        'Ben,"Yes; I said ""no""."',
      ],
    ],
    [
      'with its names behind the words',
      ['Réplique,Personnage', 'Hello there.,Anna', '"Hi, how are you?",Ben', 'So.,Anna', '"Yes; I said ""no"".",Ben'],
    ],
    [
      'with titles and semicolons',
      ['Rolle;Text', 'Anna;Hello there.', 'Ben;Hi, how are you?', 'Anna;"So."', 'Ben;"Yes; I said ""no""."'],
    ],
    [
      'without titles',
      ['Anna,Hello there.', 'Ben,"Hi, how are you?"', 'Anna,So.', 'SFX,rain', 'Ben,"Yes; I said ""no""."'],
    ],
    [
      'without titles, with semicolons',
      ['Anna;Hello there.', 'Ben;Hi, how are you?', 'Anna;So.', 'Ben;"Yes; I said ""no""."'],
    ],
    [
      'behind numbers and times',
      [
        '1,0:12,Anna,Hello there.',
        '2,0:15,Ben,"Hi, how are you?"',
        '3,0:16,Anna,So.',
        '4,0:17,Ben,"Yes; I said ""no""."',
      ],
    ],
    [
      'with words over several rows',
      ['Speaker,Text', 'Anna,"Hello', 'there."', 'Ben,"Hi, how are you?"', 'Anna,So.', 'Ben,"Yes; I said', '""no""."'],
    ],
    [
      'with commas in words without quotation marks',
      ['Speaker,Text', 'Anna,Hello there.', 'Ben,Hi, how are you?', 'Anna,So.', 'Ben,Yes; I said "no".'],
    ],
    [
      'with scenes and notes',
      [
        'Scene,Character,Line,Notes',
        'Kitchen,Anna,Hello there.,"softly, then not"',
        'Kitchen,Ben,"Hi, how are you?",',
        'Garden,Anna,So.,She walks. Then she stops.',
        'Garden,Ben,"Yes; I said ""no"".",',
      ],
    ],
  ])('has its roles, and nothing else is spoken: %s', (_, rows) => {
    expect(spoken(...rows)).toEqual(HEARD);
  });

  it('is told by what it holds where its titles are unknown, and speaks nothing but its words', () => {
    const rows = ['speaker,start,transcription,translation', 'Adam,"0.1","Where is it?","Wo ist es?"'];
    const more = [
      'Ada,"1.5","It went out, I think.","Es fuhr aus."',
      'Adam,"3.6","Well.","So."',
      'Ada,"4.3","No.","Nein."',
    ];
    expect(spoken(...rows, ...more)).toEqual([
      ...['ADAM: Where is it?', 'ADA: It went out, I think.', 'ADAM: Well.', 'ADA: No.'],
    ]);
  });

  it('has the names that nothing but their column tells from words', () => {
    const rows = ['キャラ,セリフ', '村人A,ようこそ。', '先生,やあ。', '村人A,元気か。', '女の子1,はい。'];
    expect(spoken(...rows)).toEqual(['村人A: ようこそ。', '先生: やあ。', '村人A: 元気か。', '女の子1: はい。']);
  });

  it('keeps the rows above its titles', () => {
    expect(laidOut(script('The Well, a play', 'Speaker,Text', 'Anna,Hello.', 'Ben,Hi.', 'Anna,So.'), false)).toBe(
      'The Well, a play\n\n(Speaker Text)\n\nANNA: Hello.\n\nBEN: Hi.\n\nANNA: So.\n',
    );
  });

  it.each([
    ['a speech', ['Anna, come here.', 'Ben, come here.', 'Anna, go away.', 'Ben, go away.']],
    ['a list', ['Dog,brown', 'Cat,white', 'Dog,grey', 'Cat,black']],
    ['names', ['Smith,John', 'Smith,Mary', 'Jones,Ann', 'Jones,Bob']],
    ['prose', ['Name, text and voice of a man', 'are all that I know. He came', 'and went, and that was it.']],
  ])('is none where it may be words: %s', (_, rows) => {
    expect(normaliseColumns(script(...rows))).toBe(script(...rows));
  });
});
