import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { withoutInvisible } from '../../../shared/rules/characters.ts';
import { type DecodedText, decodeText, type ImportedScript, importTextFile } from './text-file.ts';

const SCENE =
  '# Earnest\r\n\r\n## Act I\r\n\r\nALGERNON: Did you hear,\r\n  Lane?\r\n\r\n(Music.)\r\n\r\nLANE: “Oui”,  sir.\t\r\n\r\n\r\n';

const PLAIN = SCENE.replaceAll('\r\n', '\n');
const CUES = { kind: 'cues', first: 'Music.', music: 1, effects: 0, ambience: 0 };

function fromText(text: string, name = 'scene.txt'): ImportedScript {
  return importTextFile(Buffer.from(text), name);
}

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

describe('importTextFile', () => {
  it('reports words in square brackets that will be spoken, but not pauses or cues', () => {
    const script = '# Opening\n\n[music under]\n\nLANE: Yes, [softly] sir.\n\n[pause 1.5s]\n';
    const cue = { kind: 'cues', first: 'music under', music: 1, effects: 0, ambience: 0 };
    expect(fromText(script).notices).toEqual([{ kind: 'spoken-brackets', words: '[softly]', others: 0 }, cue]);
    expect(fromText(`${script}\n[Exit Lane]`).notices).toEqual([
      { kind: 'spoken-brackets', words: '[softly]', others: 1 },
      cue,
    ]);
    expect(fromText('# Opening\n\n(Enter [with] Lane.)\n\nLANE: Yes.\n\n[pause 1.5s]\n[SFX: door]').notices).toEqual([
      { kind: 'cues', first: 'SFX: door', music: 0, effects: 1, ambience: 0 },
    ]);
  });

  it('passes a script exactly as it stands, but for invisible characters and what its rows end with', () => {
    expect(fromText(SCENE)).toEqual({
      text: PLAIN,
      document: [PLAIN],
      kind: 'script',
      title: 'Earnest',
      notices: [CUES],
    });
    expect(fromText(SCENE.replaceAll('\r\n', '\r')).text).toBe(PLAIN);
    expect(fromText(`\ufeff${SCENE}`).text).toBe(PLAIN);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (words) => {
        const script = withoutInvisible(`# ${words}x\n\nLANE: ${words}y`.replaceAll('\r', ''));
        expect(fromText(script, 'a.lectern-script').text).toBe(script);
      }),
    );
  });

  it('takes a tale without chapters and roles for a book', () => {
    const tale = '“Come in,” said Tom.\n\nHe shut the door.\n\n“Sit down.”\n\nAnn sat.\n\n“Well?”\n';
    expect(fromText(tale)).toMatchObject({ kind: 'prose', text: tale });
    expect(fromText(tale, 'a.lectern-script').kind).toBe('script');
    expect(fromText(`${tale}\n[scene break]\n`).kind).toBe('script');
  });

  it.each([
    ['La señora dijo hola y él se fue. ¿Era el otoño? Mañana será así.'],
    ['Der Bär fraß süße Äpfel, während die Übung größer wurde.'],
    ['Elle était déjà là, près de la fenêtre, où l’été finissait. Ça allait.'],
    ['Eu não sei, disse ele. A estação é lá. Você está só?'],
    ['Det är så här det var på den gamla ön, sade Åsa till sin mor.'],
  ])('tells what an old Mac wrote from what Windows wrote by its words: %s', (words) => {
    const encode = (encoding: string): Uint8Array => {
      const signs = Array.from({ length: 256 }, (_, byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)));
      return Uint8Array.from(words, (sign) => signs.indexOf(sign));
    };
    for (const encoding of ['macintosh', 'windows-1252']) {
      expect(decodeText(encode(encoding))).toEqual({ text: words, notices: [{ kind: 'encoding', encoding }] });
    }
  });

  it('takes a tale for a book though no blank rows part its paragraphs', () => {
    const told = (heading: string, rows: readonly string[]) =>
      `${heading}\n${[...rows, ...rows, ...rows].join('\n')}\n`;
    const chinese = ['老人九点爬上了楼梯。', '“谁在那里？”他问。', '早晨的海很平静。'];
    expect(fromText(told('第1章：灯塔', chinese) + told('第2章：大海', chinese))).toMatchObject({
      kind: 'prose',
      text: expect.stringMatching(
        /^## 第1章：灯塔\n\n老人九点爬上了楼梯。\n\n“谁在那里？”他问。\n\n.*\n## 第2章：大海\n/s,
      ),
    });
    const english = ['He lit the lamp at nine.', '“Who is there?” he asked.', 'The sea was calm.'];
    expect(fromText(told('1. The Lamp', english) + told('2. The Shore', english))).toMatchObject({
      kind: 'prose',
      text: expect.stringMatching(/^## 1\. The Lamp\n\nHe lit the lamp at nine\.\n\n.*\n## 2\. The Shore\n/s),
    });
    for (const script of [
      'ADA: Who is there?\nTOM: Only me.\nADA: Come in.\nTOM: Thanks.\n',
      'One.\nTwo.\nThree.\nFour.\n',
    ])
      expect(fromText(script)).toMatchObject({ kind: 'script', text: script });
  });

  it('repairs characters that were encoded twice, and says so', () => {
    expect(fromText('# One\n\nHe itâ€™s a cafÃ©.\n\nRenÃ© left.\n')).toMatchObject({
      text: '# One\n\nHe it’s a café.\n\nRené left.\n',
      notices: [{ kind: 'twice-encoded', characters: 3, row: 3 }],
    });
  });

  it('reads what an old Mac wrote, and says so', () => {
    const words = Buffer.from('\xd2Come in,\xd3 said Tom. \xd2It\xd5s cold.\xd3\r\rHe shut it \xd0 hard.\r', 'latin1');
    expect(importTextFile(words, 'a.txt')).toMatchObject({
      text: '“Come in,” said Tom. “It’s cold.”\n\nHe shut it – hard.\n',
      notices: [{ kind: 'encoding', encoding: 'macintosh' }],
    });
    const french = Buffer.from('Il l\x92a \xd4t\xe9 de la maison, o\xf9 l\x92on \xe9tait.', 'latin1');
    expect(importTextFile(french, 'a.txt').notices).toEqual([{ kind: 'encoding', encoding: 'windows-1252' }]);
  });

  it('reads an edition in plain text without its notes, and says what is left out', () => {
    const edition = [
      ...['CHAPTER I', '', '[Illustration: The keeper', 'at his door.]', ''],
      ...['The keeper was an _old_ man[1], and he had a', 'house of tin. [Pg 2] He rose at', 'five.[A] {3}', ''],
      ...['[Sidenote: He rises.]', '', '    *    *    *', '', 'He ate =bread=.', '', '[1] Born in 1850.', ''],
      ...['[Footnote A: By his watch.]', '', 'CHAPTER II', '', 'The boat came in.', '', 'THE END', ''],
      '[Transcriber’s Note: One comma was added.]',
    ];
    expect(fromText(edition.join('\n'))).toMatchObject({
      text: '## CHAPTER I\n\nThe keeper was an old man, and he had a house of tin. He rose at five.\n\n[scene break]\n\nHe ate bread.\n\n## CHAPTER II\n\nThe boat came in.\n',
      notices: [
        { kind: 'notes', notes: 2, marks: 2 },
        { kind: 'sidenotes', notes: 1 },
        { kind: 'page-marks', marks: 2 },
        { kind: 'illustrations', marks: 1 },
        { kind: 'transcriber-notes', rows: 1 },
        { kind: 'closing', words: 'THE END' },
        { kind: 'emphases', passages: 2 },
        { kind: 'scene-breaks', breaks: 1 },
      ],
    });
    const script = fromText('ANN: Hello.[1]\n\nBEN: Hi. [Pg 2]\n\n[1] A greeting.\n');
    expect(script.text.trim()).toBe('ANN: Hello.\n\nBEN: Hi.');
    expect(script.notices).toEqual([
      { kind: 'notes', notes: 1, marks: 1, words: 2, sample: '[1] A greeting.', row: 5 },
      { kind: 'page-marks', marks: 1 },
    ]);
  });

  it('keeps the head of a script as details, and says that it is silent', () => {
    const speeches = '\n\nANN: Hello.\n\nBEN: Hi.\n\nANN: So.\n';
    const head = 'Title: The Night Bus\nAuthor: R. Dale\nDate: 12 May\nAudio engineer: Sam Poe\nHosts: Ann, Ben';
    const silent = `(${head.replaceAll('\n', ')\n\n(')})`;
    expect(fromText(head + speeches)).toMatchObject({
      text: silent + speeches,
      kind: 'script',
      title: 'The Night Bus',
      book: { title: 'The Night Bus', authors: ['R. Dale'] },
      notices: [{ kind: 'script-head', rows: 5 }],
    });
    expect(
      fromText('Title: Night Bus\nAuthor: R. Dale\n\nCHAPTER I\n\nIt was late.\n\nCHAPTER II\n\nThe end came.\n'),
    ).toMatchObject({
      kind: 'prose',
      title: 'Night Bus',
      book: { title: 'Night Bus', authors: ['R. Dale'] },
      notices: [{ kind: 'title-page', rows: 2 }],
    });
    const show = 'Podcast: Night Lines\nSeason 2, Episode 3\nRecorded on 3 March\nHost: Ann\nGuest: Ben, a driver';
    expect(fromText(show + speeches)).toMatchObject({
      text: `(${show.replaceAll('\n', ')\n\n(')})${speeches}`,
      notices: [{ kind: 'script-head', rows: 5 }],
    });
  });

  it.each([
    'TITLE: Night Bus\nANN: Hello\nBEN: Hi\n\nCAL: So\n\nANN: Yes\n',
    'Title: Night Bus\nDate: May\nAnn: Hello there.\n\nBen: Hi.\n\nBen: So.\n',
    'Title: Night Bus\nHosts: Ann, Ben\nAnn: Hello\n\nBen: Hi.\n\nBen: So.\n',
  ])('takes no speech for a detail at the head of a script: %j', (text) => {
    expect(fromText(text).text).toContain('ANN: Hello');
  });

  it('drops invisible characters of scripts and books, and says nothing of it', () => {
    const script = '\u200bLANE\u2060: Ear\u00adnest,\ufeff sir.\n\nLANE: می\u200cخواهم 👨‍👩‍👧\n';
    expect(fromText(script)).toMatchObject({
      text: 'LANE: Earnest, sir.\n\nLANE: می\u200cخواهم 👨‍👩‍👧\n',
      notices: [],
    });
    expect(fromText('CHAPTER I\n\nIt was a dark\u2060 and stor\u00admy night.\n').text).toBe(
      '## CHAPTER I\n\nIt was a dark and stormy night.\n',
    );
    expect(() => fromText('\u200b\u00ad\n')).toThrow(expect.objectContaining({ kind: 'empty' }));
  });

  it('reads UTF-16 of either order, with or without a mark', () => {
    const little = Buffer.from(SCENE, 'utf16le');
    const big = Buffer.from(SCENE, 'utf16le').swap16();
    for (const encoded of [
      little,
      big,
      bytes([0xff, 0xfe], little.toString('latin1')),
      bytes([0xfe, 0xff], big.toString('latin1')),
    ]) {
      expect(importTextFile(encoded, 'scene.txt')).toMatchObject({ text: PLAIN, notices: [CUES] });
    }
  });

  it('reads what is not UTF-8 as Windows-1252, with a notice', () => {
    const { text, notices } = importTextFile(bytes('LANE: Voil\xe0, \x93sir\x94.\n\nLANE: Caf\xe9?'), 'scene.txt');
    expect(text).toBe('LANE: Voilà, “sir”.\n\nLANE: Café?');
    expect(notices).toEqual([{ kind: 'encoding', encoding: 'windows-1252' }]);
  });

  it.each([
    ['shift_jis', '838183438358', 'メイス'],
    [
      'gb18030',
      'cbfdcbb5a3accbfbcdfbd7c5b4b0cde2a3acc4acc4acb5d8b5e3c1cbb5e3cdb7a1a3',
      '她说，他望着窗外，默默地点了点头。',
    ],
    ['euc-kr', 'b9ccb7a1b8a6', '미래를'],
    ['windows-1251', 'cff0e8e2e5f22c20ece8f021', 'Привет, мир!'],
  ])('tells %s, with a notice', (encoding, hex, words) => {
    const longer = Buffer.concat(Array.from({ length: 12 }, () => Buffer.from(`${hex}0a`, 'hex')));
    const { text, notices } = importTextFile(longer, 'scene.txt');
    expect(text.trim().split(/\s*\n\s*/)[0]).toBe(words);
    expect(notices).toEqual([{ kind: 'encoding', encoding }]);
  });

  it('takes no text that is UTF-8 for anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (words) => {
        const text = words.replace(/[\p{Cc}\p{Cs}\ufeff]/gu, '');
        const decoded = decodeText(Buffer.from(text));
        expect(decoded).toEqual({ text, notices: [] });
      }),
    );
  });

  it('keeps a UTF-8 text with one damaged byte, with a notice', () => {
    const good = 'LANE: “Voilà”, “sir”, “café”, “déjà vu”.\n\n';
    const encoded = bytes(Buffer.from(good).toString('latin1'), [0xe9], 'LANE: x');
    const { text, notices } = importTextFile(encoded, 'scene.txt');
    expect(text).toBe(`${good}�LANE: x`);
    expect(notices).toEqual([{ kind: 'damaged-characters', characters: 1 }]);
  });

  it('reads a mixture of UTF-8 and Windows-1252, with a notice of how much and where', () => {
    const utf8 = Buffer.from('LANE: “Voilà,” he said — “sir.”\n\n').toString('latin1');
    const western = 'LANE: \x93Voil\xe0,\x94 he said \x97 \x93d\xe9j\xe0 vu.\x94\n\n';
    const row = 'LANE: “Voilà,” he said — “sir.”\n\n';
    const other = 'LANE: “Voilà,” he said — “déjà vu.”\n\n';
    expect(importTextFile(bytes(utf8, western, utf8), 'scene.txt')).toMatchObject({
      text: row + other + row,
      notices: [{ kind: 'mixed-encodings', characters: 8, row: 3 }],
    });
    expect(importTextFile(bytes(western.repeat(20), utf8), 'scene.txt')).toMatchObject({
      text: other.repeat(20) + row,
      notices: [{ kind: 'mixed-encodings', characters: 160, row: 1 }],
    });
    expect(importTextFile(bytes(utf8.repeat(20), western), 'scene.txt')).toMatchObject({
      text: row.repeat(20) + other,
      notices: [{ kind: 'mixed-encodings', characters: 8, row: 41 }],
    });
    const cut = 'LANE: \xe2\x80 sir.\n\n';
    expect(importTextFile(bytes(utf8, western, cut), 'scene.txt')).toMatchObject({
      text: `${row}${other}LANE: � sir.\n\n`,
      notices: [
        { kind: 'mixed-encodings', characters: 8, row: 3 },
        { kind: 'damaged-characters', characters: 1 },
      ],
    });
  });

  it('refuses an alphabet that it can’t tell', () => {
    const cyrillic = bytes([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0, 0x21]);
    expect(() => importTextFile(cyrillic, 'scene.txt')).toThrow(expect.objectContaining({ kind: 'encoding' }));
    expect(() => importTextFile(bytes([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'scene.txt')).toThrow(
      expect.objectContaining({ kind: 'encoding' }),
    );
  });

  it.each([
    ['png', bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13]), 'wrong-file'],
    ['pdf', bytes('%PDF-1.7\n'), 'wrong-file'],
    ['epub', bytes('PK\x03\x04', [0, 0], 'mimetypeapplication/epub+zip'), 'wrong-file'],
    ['docx', bytes('PK\x03\x04', [0, 0], '[Content_Types].xml word/document.xml'), 'wrong-file'],
    ['zip', bytes('PK\x03\x04', [0, 0, 7], 'a.txt'), 'wrong-file'],
    ['wav', bytes('RIFF', [1, 0, 0, 0], 'WAVEfmt '), 'wrong-file'],
    ['not-text', bytes([1, 2, 0, 3, 0, 0, 5, 6, 7, 8]), 'binary'],
    ['not-text', bytes([1, 2, 3, 4, 5, 6, 7, 8]), 'binary'],
    ['not-text', bytes([0x81, 0x8d, 0x90, 0x9d, 0x81, 0x01, 0x02]), 'binary'],
    ['rtf', bytes('{\\rtf1\\ansi Hello}'), 'wrong-file'],
    ['html', bytes('\n<!DOCTYPE html><html><body>Hello'), 'wrong-file'],
    ['no-words', bytes(''), 'empty'],
    ['no-words', bytes([0xef, 0xbb, 0xbf], ' \r\n\t'), 'empty'],
  ])('refuses a file of %s', (what, content, kind) => {
    expect(() => importTextFile(content, 'scene.txt')).toThrow(
      expect.objectContaining({ name: 'ImportError', kind, file: 'scene.txt' }),
    );
    expect(() => importTextFile(content, 'scene.txt')).toThrow(
      expect.objectContaining({ problem: expect.toSatisfy((problem) => [problem.kind, problem.type].includes(what)) }),
    );
  });

  it('makes a script of a book, licence left out', () => {
    const book =
      'Licence.\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nCHAPTER I\n\nIt was a\ndark night.\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\nLicence.';
    expect(fromText(book)).toMatchObject({
      text: '## CHAPTER I\n\nIt was a dark night.\n',
      kind: 'prose',
      title: null,
      notices: [{ kind: 'licence', before: 2, after: 2, characters: expect.any(Number) }],
    });
    expect(() =>
      fromText('*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***'),
    ).toThrow(expect.objectContaining({ kind: 'empty' }));
  });

  it('fails only with an ImportError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (content) => {
        try {
          expect(importTextFile(content, 'x.txt').text.trim()).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ name: 'ImportError' });
        }
      }),
    );
  });
});

/** A few words, and a few rows, in many scripts. */
const TEXTS: Readonly<Record<string, string>> = {
  'two letters': 'Hi',
  English: 'ALGERNON: Did you hear what I was playing, Lane?\n\nLANE: I didn’t think it polite to listen, sir.\n',
  'plain English': 'It was a dark and stormy night; the rain fell in torrents.\r\n',
  French: 'ÉLISE: Voilà, où est-il? “Très bien”, dit-elle.\n\nDéjà vu, à l’été dernier.\n',
  German: 'Größe und Straße: „Schön“, sagte er. Über alles.\n',
  Polish: 'Zażółć gęślą jaźń. Pójdź, kińże tę chmurność w głąb flaszy.\n',
  Russian: 'ОЛЬГА: Отец умер ровно год назад, как раз в этот день.\n\nИРИНА: Зачем вспоминать!\n',
  Greek: 'Άνδρα μοι έννεπε, Μούσα, πολύτροπον. Και τότε, είπε, έφυγε.\n',
  Hebrew: 'בראשית ברא אלהים את השמים ואת הארץ. והארץ היתה תהו ובהו.\n',
  Arabic: 'كان يا ما كان، في قديم الزمان. ثم قال لها: مرحبا بك.\n',
  Hindi: 'एक समय की बात है, एक गाँव में एक किसान रहता था। उसने कहा: हाँ।\n',
  Thai: 'กาลครั้งหนึ่งนานมาแล้ว มีชายคนหนึ่ง อยู่ในป่าใหญ่\n',
  Japanese: '吾輩は猫である。名前はまだ無い。\nどこで生れたか頓と見当がつかぬ。 123\n何でも薄暗い所で泣いていた。\n',
  Chinese: '话说天下大势，分久必合，合久必分。\n周末七国分争，并入于秦。 123\n及秦灭之后，楚汉分争。\n',
  Korean: '동해물과 백두산이 마르고 닳도록, 하느님이 보우하사 우리나라 만세.\n',
  emoji: 'Yes! 👩‍👧 And then 🇩🇰 came, so “fine”.\n',
};

type Encode = (text: string) => Uint8Array | null;

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const withMark = (mark: number[], bytes: Uint8Array) => Buffer.concat([Uint8Array.from(mark), bytes]);

/** Encodings that are read. */
const READ: Readonly<Record<string, Encode>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => withMark([0xef, 0xbb, 0xbf], Buffer.from(text)),
  'UTF-16, little-endian, with a mark': (text) => withMark([0xff, 0xfe], utf16(text)),
  'UTF-16, big-endian, with a mark': (text) => withMark([0xfe, 0xff], utf16(text).swap16()),
  'UTF-16, little-endian': utf16,
  'UTF-16, big-endian': (text) => utf16(text).swap16(),
};

/** Encodings that are not, but for what Windows-1252 can say. */
const OTHERS = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1255', 'windows-1256', 'iso-8859-2'],
  ...['koi8-r', 'macintosh', 'ibm866', 'windows-874', 'shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'],
];

/** Writes an encoding that can only be read, by trying what its bytes are; null for a text that it has no bytes for. */
function encoderOf(label: string): Encode {
  const decoder = new TextDecoder(label, { fatal: true });
  const bytesOf = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !bytesOf.has(text)) bytesOf.set(text, bytes);
    } catch {
      // These bytes are nothing.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) learn(byte);
  for (let lead = 0x81; lead < 255; lead += 1) for (let trail = 0x40; trail < 255; trail += 1) learn(lead, trail);
  return (text) => {
    const bytes = [...text].map((character) => bytesOf.get(character));
    return bytes.some((one) => one === undefined) ? null : Uint8Array.from(bytes.flatMap((one) => one ?? []));
  };
}

const isRead = (result: ReturnType<typeof decodeText>): result is DecodedText => typeof result !== 'string';

/** The right text, a text with a word about what is doubtful, or no text: never a wrong one in silence. */
function isHonest(result: ReturnType<typeof decodeText>, text: string, mostChanged: number): boolean {
  if (!isRead(result) || result.notices.length > 0) return true;
  const [read, meant] = [[...result.text], [...text]];
  const shorter = Math.min(read.length, meant.length);
  let same = 0;
  while (same < shorter && read[same] === meant[same]) same += 1;
  let end = 0;
  while (end < shorter - same && read.at(-1 - end) === meant.at(-1 - end)) end += 1;
  return Math.max(read.length, meant.length) - same - end <= mostChanged;
}

/** A byte replaced, put in or left out. */
function changed(bytes: Uint8Array, at: number, byte: number, how: 'replace' | 'insert' | 'delete'): Uint8Array {
  const head = bytes.subarray(0, at);
  const tail = bytes.subarray(how === 'insert' ? at : at + 1);
  return Buffer.concat([head, ...(how === 'delete' ? [] : [Uint8Array.of(byte)]), tail]);
}

describe('a small file', () => {
  for (const [name, encode] of Object.entries(READ)) {
    it(`in ${name} is read as it is`, () => {
      for (const text of Object.values(TEXTS)) {
        expect(decodeText(encode(text) ?? new Uint8Array())).toEqual({ text, notices: [] });
      }
    });
  }

  it('of UTF-16 is read though a pair of it stands where looking ends', () => {
    const text = `${'ab '.repeat(10_922)}x😀 ${'ab '.repeat(99)}`;
    expect(utf16(text).readUInt16LE(65_534)).toBe(0xd83d);
    expect(decodeText(utf16(text))).toEqual({ text, notices: [] });
  });

  it.each(OTHERS)('in %s is read rightly, doubted or refused', (label) => {
    const encode = encoderOf(label);
    let tried = 0;
    for (const text of Object.values(TEXTS)) {
      const bytes = encode(text);
      if (bytes === null) continue;
      tried += 1;
      expect([text, isHonest(decodeText(bytes), text, 0)]).toEqual([text, true]);
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('in Japanese of seven bits is read, with a notice', () => {
    const bytes = Buffer.from('\x1b$B8cG\\\x1b(B 123\n', 'latin1');
    expect(decodeText(bytes)).toEqual({ text: '吾倍 123\n', notices: [{ kind: 'encoding', encoding: 'iso-2022-jp' }] });
  });

  it.each([...Object.keys(READ), ...OTHERS])(
    'in %s with a byte that was changed is never mojibake in silence',
    (name) => {
      const encode = READ[name] ?? encoderOf(name);
      const files = Object.values(TEXTS).flatMap((text) => {
        const bytes = encode(text);
        return bytes === null ? [] : [{ text, bytes }];
      });
      const change = fc.record({
        file: fc.constantFrom(...files),
        place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        byte: fc.oneof(fc.constant(0), fc.nat(255)),
        how: fc.constantFrom('replace' as const, 'insert' as const, 'delete' as const),
      });
      fc.assert(
        fc.property(change, ({ file: { text, bytes }, place, byte, how }) => {
          const damaged = changed(bytes, Math.floor(place * bytes.length), byte, how);
          // A byte of UTF-16 may make another character of its own and one of its neighbour.
          expect(isHonest(decodeText(damaged), text, 3)).toBe(true);
        }),
        { numRuns: rounds(3_000), seed: 11 },
      );
    },
  );

  it('of UTF-8 with a zero byte is binary, however short', () => {
    for (const text of Object.values(TEXTS)) {
      const bytes = Buffer.from(text);
      for (let at = 0; at <= bytes.length; at += 1) expect(decodeText(changed(bytes, at, 0, 'insert'))).toBe('binary');
    }
  });

  it('of single bytes behind a mark of UTF-16 is refused', () => {
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ]) {
      expect(decodeText(withMark(mark, Buffer.from(`${TEXTS['plain English']}!`)))).toBe('encoding');
    }
  });
});

it('reads a transcript in one row of JSON, whose braces are no markup', () => {
  const segments = ['Ada', 'Tom', 'Ada'].map((speaker, at) => ({
    speaker,
    startTime: at,
    body: `Sentence number ${at}.`,
  }));
  expect(importTextFile(Buffer.from(JSON.stringify({ version: '1.0.0', segments })), 'talk.txt').text).toContain(
    'ADA: Sentence number 0.\n\nTOM: Sentence number 1.\n\nADA: Sentence number 2.\n',
  );
});
