import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileType } from '../../shared/model/file-types.ts';
import { importScript, openScriptFile } from './import-script.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('importScript', () => {
  it('marks what a document stresses, and nothing else that it has in italics or bold', async () => {
    const page = `<h1>The <i>very</i> end</h1><p><b style="font-weight:normal">I <em>never</em> said
      <span style="font-style:italic">that</span><a href="#fn1"><i>1</i></a>.</b></p>
      <p><i>Dear Mara, I am well.</i></p><p>* * *</p><p>She has 2 * 3 <i>and</i> more.</p><p>(<i>softly</i>) Come <b>here</b>.</p>`;
    const source = await openScriptFile(Buffer.from(page), 'book.html');
    const plain = [
      '# The very end',
      'I never said that.',
      'Dear Mara, I am well.',
      '[scene break]',
      'She has 2 * 3 and more.',
      '\\(softly) Come here.\n',
    ].join('\n\n');
    expect(source.as('prose', { emphasis: false }).text).toBe(plain);
    expect(source.as('prose').text).toBe(
      plain.replace('never', '*never*').replace('that.', '*that*.').replace('here', '*here*'),
    );
  });

  it.each([
    ['a.txt', 'A night.\n\n◆◇◆\n\nA day.\n'],
    ['a.md', 'A night.\n\n~~~\n\nA day.\n'],
    ['a.html', '<p>A night.</p><p>§</p><p>A day.</p>'],
    ['a.rtf', '{\\rtf1 A night.\\par\\par . . .\\par\\par A day.\\par}'],
    ['a.fountain', 'A night.\n\n❦\n\nA day.\n'],
    ['a.csv', 'Role,Text\n,A night.\n,☆\n,A day.\n'],
  ])('makes a pause where signs stand alone as a paragraph, and says so: %s', async (file, content) => {
    const source = await openScriptFile(Buffer.from(content), file);
    for (const kind of ['script', 'prose'] as const) {
      const { text, notices } = source.as(kind);
      expect(text).toBe('A night.\n\n[scene break]\n\nA day.\n');
      expect(notices).toEqual([{ kind: 'scene-breaks', breaks: 1 }]);
    }
  });

  const MARKED_UP = [
    ['a.txt', (role: string, words: string) => `${role}: ${words}\n\n`],
    ['b.txt', (role: string, words: string) => `**${role}:** ${words}\n\n`],
    ['c.md', (role: string, words: string) => `**${role}:** ${words}\n\n`],
    ['d.csv', (role: string, words: string) => `${role},"${words.replaceAll('"', '""')}"\n`],
  ] as const;

  it.each(MARKED_UP)(
    'speaks the words of markup, applies its pauses and says what is left out: %s',
    async (file, row) => {
      const rows = [
        row('ANN', 'Read [nine](https://a.example/nine) <break time="700ms"/> <prosody rate="slow">tonight</prosody>.'),
        row('BEN', 'Use {this} and [[that]], 3 < 4.'),
        row('ANN', 'One <#0.8#> <sub alias="World">W</sub>.'),
        row('BEN', 'So &amp; so.'),
      ];
      const source = await openScriptFile(Buffer.from((file === 'd.csv' ? 'Role,Text\n' : '') + rows.join('')), file);
      const { text, notices } = source.as('script');
      expect(text.split('\n').filter((each) => each !== '')).toEqual([
        'ANN: Read nine [pause 0.7s] tonight.',
        'BEN: Use this and that, 3 < 4.',
        'ANN: One [pause 0.8s] World.',
        'BEN: So & so.',
      ]);
      expect(notices).toEqual([
        { kind: 'links', links: 1 },
        { kind: 'tags', tags: 2, names: 'prosody' },
        { kind: 'braces', words: '{this}', others: 1 },
      ]);
    },
  );

  it('speaks no signs around words, in a script as in prose', async () => {
    const words = 'He ate =bread= and +salt+, and ~~never~~ ~spoke~.';
    const heard = 'He ate bread and salt, and never spoke.';
    const notices = [{ kind: 'emphases', passages: 4 }];
    const script = (await openScriptFile(Buffer.from(`ANN: ${words}\n\nBEN: Yes.\n`), 'a.txt')).as('script');
    expect(script).toMatchObject({ text: `ANN: ${heard}\n\nBEN: Yes.\n`, notices });
    const prose = (await openScriptFile(Buffer.from(`CHAPTER I\n\n${words}\n`), 'a.txt')).as('prose');
    expect(prose).toMatchObject({ text: `## CHAPTER I\n\n${heard}\n`, notices });
  });

  it('says that a page was encoded twice', async () => {
    const page = '<meta charset="utf-8"><p>Itâ€™s a cafÃ©. RenÃ©.</p>';
    expect((await openScriptFile(Buffer.from(page), 'a.html')).as('prose')).toMatchObject({
      text: 'It’s a café. René.\n',
      notices: [{ kind: 'twice-encoded', characters: 3, row: 1 }],
    });
  });

  it('leaves comments out, and says so', async () => {
    for (const [words, text] of [
      ['CHAPTER I\n\nIt was <!-- or is --> late.\n', '## CHAPTER I\n\nIt was late.\n'],
      ['ANN: It was <!-- or\nis --> late.\n\nBEN: So.\n', null],
      ['It was late.<!-- cut -->\n', 'It was late.\n'],
    ] as const) {
      const source = await openScriptFile(Buffer.from(words), 'a.txt');
      const read = source.as(source.detected);
      if (text === null) expect(read.text).toContain('(or is)');
      else expect(read).toMatchObject({ text, notices: [{ kind: 'comments', comments: 1 }] });
    }
  });

  it('says which speeches have no words', async () => {
    const script = 'ANN: Ben?\n\nBEN: …\n\nANN: (Waits.)\n\nBEN: ?!\n\nANN: Oh.\n';
    const { text, notices } = (await openScriptFile(Buffer.from(script), 'a.txt')).as('script');
    expect(text).toBe(script);
    expect(notices).toEqual([{ kind: 'silent-speeches', words: 'BEN: …', others: 1 }]);
  });

  it.each([
    [
      'play.fountain',
      'MARA\n(softly)\nI *never* said ***that***, _Ivo_.\n\nShe does _not_ go.\n\nIVO\nYes.',
      ['MARA: (softly) I *never* said *that*, *Ivo*.', 'She does *not* go.', 'IVO: Yes.'],
    ],
    [
      'play.md',
      '**Mara:** I *never* said that, Ivo.\n\n**Ivo:** *sighs* It was *you*.\n\n**Mara:** *Oh?*\n\n**Ivo:** Yes.',
      ['MARA: I *never* said that, Ivo.', 'IVO: (sighs) It was *you*.', 'MARA: Oh?', 'IVO: Yes.'],
    ],
    [
      'book.md',
      '# One\n\nI *never* said **that**.\n\n*Dear Mara, I am well.*\n',
      ['# One', 'I *never* said *that*.', 'Dear Mara, I am well.'],
    ],
    [
      'short.html',
      '<p><b>Mara</b> – I <i>never</i> said that.</p><p>Ivo – No.</p><p>(door)</p><p>Mara – Oh?</p><p>Ivo – Yes.</p>',
      ['MARA: I *never* said that.', 'IVO: No.', '(door)', 'MARA: Oh?', 'IVO: Yes.'],
    ],
    [
      'bold.html',
      '<p><b>Mara</b> I <i>never</i> said that.</p><p><b>Ivo</b> No.</p><p><b>Mara</b> Oh?</p><p><b>Ivo</b> Yes.</p>',
      ['MARA: I *never* said that.', 'IVO: No.', 'MARA: Oh?', 'IVO: Yes.'],
    ],
    [
      'rows.html',
      '<p><b>MARA</b><br>I never said that.</p><p>IVO<br>\nNo.</p><p>MARA<br>Oh?</p><p>IVO<br>Yes.</p>',
      ['MARA: I never said that.', 'IVO: No.', 'MARA: Oh?', 'IVO: Yes.'],
    ],
    [
      'paragraph.html',
      '<p>Mara – I never said that.<br>Ivo – No.<br>Mara – Oh?<br>Ivo – Yes.</p>',
      ['MARA: I never said that.', 'IVO: No.', 'MARA: Oh?', 'IVO: Yes.'],
    ],
    [
      'breaks.md',
      'Mara: I never said that.\\\nIvo: No.\\\nMara: Oh?\\\nIvo: Yes.\n',
      ['MARA: I never said that.', 'IVO: No.', 'MARA: Oh?', 'IVO: Yes.'],
    ],
    [
      'lines.html',
      '<h1>One</h1><p>It was late,<br>and it rained.</p><p>Nobody came.</p>',
      ['# One', 'It was late, and it rained.', 'Nobody came.'],
    ],
    [
      'play.html',
      '<p>Mara: I <i>never</i> said that.</p><p>Ivo: It was <b>you</b>.</p><p>Mara: Oh?</p><p><b>Ivo</b>: Yes.</p>',
      ['MARA: I *never* said that.', 'IVO: It was *you*.', 'MARA: Oh?', 'IVO: Yes.'],
    ],
  ])('keeps what %s stresses', async (name, content, paragraphs) => {
    expect((await importScript(put(name, content))).text).toBe(`${paragraphs.join('\n\n')}\n`);
  });

  it.each(['scene.txt', 'scene.MD', 'scene.markdown', 'scene.lectern-script', 'scene'])('reads %s', async (name) => {
    const path = put(name, '# Act I\n\nLANE: Yes, sir.\n');
    expect(await importScript(path)).toEqual({
      text: '# Act I\n\nLANE: Yes, sir.\n',
      document: ['# Act I\n\nLANE: Yes, sir.\n'],
      kind: 'script',
      title: null,
      notices: [],
      path,
      name: 'scene',
      sizeBytes: 25,
      sections: [],
      sheets: [],
      leftOut: [],
      asides: { notes: 0, captions: 0, tables: 0 },
      asideWords: {},
      productionKind: 'audiobook',
      proposedKind: { kind: 'audiobook', evidence: [] },
      productionNotes: [],
    });
  });

  it('refuses files of unknown types', async () => {
    await expect(importScript(put('book.celtx', '<x/>'))).rejects.toMatchObject({
      kind: 'unknown-format',
      problem: { kind: 'unread-extension', extension: '.celtx' },
    });
  });

  it.each([
    'Received Wisdom\n\nANNA: Hello.\n',
    'Received: one letter.\nANNA: Hello.\n',
    'From Anna@home to Ivo\nIVO: Hello.\n',
    'From: Anna\nTo: Ivo\n\nHello.\n',
  ])('reads a script that starts like an email: %j', async (text) => {
    expect((await importScript(put('scene.txt', text))).text).toContain('ello.');
  });

  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const ole = (...streams: string[]) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_024, '0'), 'hex'),
      ...['Root Entry', ...streams].map((stream) => Buffer.concat([Buffer.from(stream, 'utf16le')], 128)),
    ]);
  const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')])));
  const at = (offset: number, text: string) => latin1('\0'.repeat(offset) + text + '\0'.repeat(16));

  it.each<[string, string | Uint8Array, FileType]>([
    // The content decides.
    ['novel.docx', ole('WordDocument'), 'word-97'],
    ['novel.doc', ole('WordDocument', 'ObjectPool', 'Workbook'), 'word-97'],
    ['sheet.xlsx', ole('Workbook', 'WordDocument'), 'excel-97'],
    ['slides.txt', ole('PowerPoint Document'), 'powerpoint-97'],
    ['letter.txt', ole('__properties_version1.0'), 'email'],
    ['setup.msi', ole('x'), 'program'],
    ['novel.doc', ole('x'), 'word-97'],
    ['slides.docx', zip('[Content_Types].xml', 'ppt/presentation.xml'), 'powerpoint'],
    ['novel.pages', zip('Index/Document.iwa'), 'pages'],
    ['talk.zip', zip('Index/Document.iwa', 'Index/Slide-1.iwa'), 'keynote'],
    ['novel.docx', zip('notes.txt'), 'zip'],
    ['book.epub', zip('META-INF/container.xml', 'designmap.xml'), 'layout'],
    ['photo.txt', latin1('\xff\xd8\xff\xe0\0\x10JFIF'), 'jpeg'],
    ['photo.html', latin1('\x89PNG\r\n\x1a\n'), 'png'],
    ['photo.csv', at(4, 'ftypheic'), 'heic'],
    ['photo.md', latin1('MM\0*\0\0\0\x08'), 'tiff'],
    ['cover.pdf', latin1('8BPS\0\x01\0\0'), 'photoshop'],
    ['cover.html', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['book.txt', latin1('ID3\x04\0'), 'mp3'],
    ['book.txt', latin1('\xff\xfb\x90\x44\0\0'), 'mp3'],
    ['book.docx', at(4, 'ftypM4B '), 'm4a'],
    ['book.m4b', at(4, 'ftypisom'), 'video'],
    ['book.txt', latin1('RIFF\x24\0\0\0WAVEfmt '), 'wav'],
    ['book.srt', latin1('\x1aE\xdf\xa3'), 'video'],
    ['book.txt', latin1('MZ\x90\0\x03\0\0\0'), 'program'],
    ['book', latin1('\x7fELF\x02\x01\x01\0'), 'program'],
    ['book.txt', latin1(`${'x'.repeat(600)}koly\0\0\0\x04${'\0'.repeat(504)}`), 'disk-image'],
    ['book.txt', at(60, 'BOOKMOBI'), 'kindle'],
    ['book.txt', latin1('\xff\xf1\x50\x80\0\0'), 'm4a'],
    ['book.azw', latin1('\xeaDRMION\xee'), 'kindle'],
    ['book.txt', '{"chapters": [{"title": "One"}]}', 'json'],
    ['data.txt', '[{"name": "Ada", "age": 40}, {"name": "Tom", "age": 41}]', 'json'],
    ['data.json', JSON.stringify({ title: 'One', author: 'Ada Low' }, null, 2), 'json'],
    ['book.txt', '{"url": "https://docs.google.com/document/d/1/edit", "doc_id": "1"}', 'google-doc'],
    ['book.gsheet', '{"doc_id": "1", "url": "https://docs.google.com/spreadsheets/d/1"}', 'google-sheet'],
    ['book.xml', '<?xml version="1.0"?><FictionBook/>', 'fictionbook'],
    ['project.txt', 'SQLite format 3\0', 'sqlite'],
    ['page.txt', '<!doctype html><p>Hello.</p>', 'html'],
    ['page.doc', '<html><body>Hello.</body></html>', 'html'],
    // Otherwise the name does.
    ['book.kfx', 'unknown', 'kindle'],
    ['book.numbers', 'unknown', 'numbers'],
    ['book.key', 'unknown', 'keynote'],
    ['book.GDOC', 'unknown', 'google-doc'],
    ['book.json', 'unknown', 'json'],
    ['book.fdr', 'unknown', 'final-draft-7'],
  ])('refuses %s and names its type (%#)', async (name, content, type) => {
    await expect(importScript(put(name, content))).rejects.toMatchObject({
      kind: 'wrong-file',
      problem: { kind: 'wrong-file', type },
    });
  });

  it.each(['My Book.lectern', 'Novel.scriv', 'Novel.pages'])('names the type of the folder %s', async (name) => {
    const path = join(folder, name);
    mkdirSync(path);
    await expect(importScript(path)).rejects.toMatchObject({ kind: 'wrong-file' });
  });

  it.each([
    'MZ: Hello.',
    'BM: Hello.',
    'ID3: Hello.',
    'CONTENTS\n\nOne\n\nHello.',
    'PK: Hello.',
    'FORM AND MATTER\n\nHello.',
    'RIFF: Hello.',
    '[pause 1s]\n\nHello.',
    '{Sighs.} Hello.',
    '[1]',
    'From Ada to Tom, in June.\n\nReceived: a letter.',
    'L: Hello.',
    'II: Hello.',
    'Rar! Hello.',
  ])('reads the text %j', async (text) => {
    expect((await openScriptFile(Buffer.from(text), 'a.txt')).as('script').text).not.toBe('');
  });

  it('reads a document under the name of another format', async () => {
    const page = zipSync({
      'word/document.xml': strToU8('<w:document><w:body><w:p><w:r><w:t>Hello.</w:t></w:r></w:p></w:body></w:document>'),
    });
    for (const name of ['book.doc', 'book.xlsx', 'book.epub', 'book.txt', 'book.html', 'book'])
      expect((await openScriptFile(page, name)).as('prose').text).toBe('Hello.\n');
  });

  it('keeps long names that a file states, and tells them apart', async () => {
    const name = 'The Very Old Gentleman Who Keeps the Lighthouse at the End of the World';
    const names = [name, `${name}’s Wife`, 'Tom', name];
    const table = ['Role,Text', ...names.map((role) => `${role},Hello there.`)].join('\n');
    expect((await openScriptFile(Buffer.from(table), 'a.csv')).as('script').text).toBe(
      `${names.map((role) => `${role === 'Tom' ? '' : '@'}${role.toUpperCase()}: Hello there.`).join('\n\n')}\n`,
    );
  });

  it('reads archives without an uncompressed type', async () => {
    const opf =
      '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>';
    const odt =
      '<office:document-content><office:body><office:text><text:p>Hello.</text:p></office:text></office:body></office:document-content>';
    for (const files of [
      { mimetype: 'application/epub+zip', 'book.opf': opf, 'a.xhtml': '<p>Hello.</p>' },
      { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': odt },
    ]) {
      const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
      expect((await openScriptFile(bytes, 'book.zip')).as('prose').text).toBe('Hello.\n');
    }
  });

  it('reads the speeches of a JSON transcript', async () => {
    const segments = ['Ada', 'Tom', 'Ada'].map((speaker, at) => ({ speaker, body: `Sentence ${at}.` }));
    for (const name of ['talk.json', 'talk.txt'])
      expect((await openScriptFile(Buffer.from(JSON.stringify({ segments })), name)).as('script').text).toContain(
        'ADA: Sentence 0.\n\nTOM: Sentence 1.',
      );
  });

  it('reports an Office file with a password as protected, whatever its name', async () => {
    for (const name of ['book.docx', 'book.xlsx', 'book.pptx', 'book.txt', 'book.bin'])
      await expect(importScript(put(name, ole('EncryptedPackage')))).rejects.toMatchObject({ kind: 'protected' });
  });

  it.each([
    ['play.fountain', 'LANE\nYes, sir.'],
    ['play.csv', 'Role;Text\nLane;Yes, sir.'],
    ['play.tsv', 'Role\tText\nLane\tYes, sir.'],
    ['play.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Lane>Yes, sir.'],
    ['play.txt', '1\n00:00:01,000 --> 00:00:02,000\nLANE: Yes, sir.'],
    ['play.txt', '\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\n<v Lane>Yes, sir.'],
    [
      'play.xml',
      '<?xml version="1.0"?>\n<FinalDraft><Content><Paragraph Type="Character"><Text>LANE</Text></Paragraph><Paragraph Type="Dialogue"><Text>Yes, sir.</Text></Paragraph></Content></FinalDraft>',
    ],
  ])('reads %s by its name or by what it holds', async (name, content) => {
    expect(await importScript(put(name, content))).toMatchObject({ kind: 'script', text: 'LANE: Yes, sir.\n' });
  });

  it('says what it assumed of the characters of a table', async () => {
    const { text, notices } = await importScript(
      put('play.csv', Buffer.from('Rolle;Text\nL\xe4ne;Sch\xf6n.', 'latin1')),
    );
    expect([text, notices]).toEqual(['LÄNE: Schön.\n', [{ kind: 'encoding', encoding: 'windows-1252' }]]);
  });

  it('reads a short document with names above words as a script', async () => {
    const page = '<h1>One</h1><p>ADA<br>Hello, Tom.</p><p>TOM<br>(softly)<br>Hi, Ada.</p><p>ADA<br>It rains.</p>';
    await expect(importScript(put('scene.html', page))).resolves.toMatchObject({
      kind: 'script',
      text: '# One\n\nADA: Hello, Tom.\n\nTOM: (softly) Hi, Ada.\n\nADA: It rains.\n',
    });
  });

  it('reads a document whatever its name is, and says where one is none', async () => {
    expect(await importScript(put('book.txt', '{\\rtf1 Yes, sir.\\par}'))).toMatchObject({ text: 'Yes, sir.\n' });
    await expect(importScript(put('book.txt', '%PDF-1.4'))).rejects.toMatchObject({ kind: 'damaged' });
    await expect(importScript(put('book.docx', 'not really'))).rejects.toMatchObject({ kind: 'damaged' });
  });

  it('says what is wrong with the file itself', async () => {
    await expect(importScript(join(folder, 'none.txt'))).rejects.toMatchObject({
      kind: 'not-found',
      file: join(folder, 'none.txt'),
    });
    await expect(importScript(join(put('a.txt', 'x'), 'b.txt'))).rejects.toMatchObject({ kind: 'not-found' });
    mkdirSync(join(folder, 'folder.txt'));
    await expect(importScript(join(folder, 'folder.txt'))).rejects.toMatchObject({ kind: 'folder' });
    await expect(importScript(put('empty.txt', ''))).rejects.toMatchObject({ kind: 'empty' });
    await expect(importScript(put('noise.txt', Buffer.from([0, 1, 2, 0])))).rejects.toMatchObject({ kind: 'binary' });
    const large = put('large.txt', '');
    truncateSync(large, 64 * 1024 * 1024 + 1);
    await expect(importScript(large)).rejects.toMatchObject({
      kind: 'too-large',
      problem: { kind: 'file-too-large', mebibytes: 64 },
    });
  });

  it('refuses texts of more rows than any script has, whatever their format', async () => {
    const problem = { kind: 'file-too-many-rows', rows: 500_000 };
    for (const name of ['long.txt', 'long.md', 'long.fountain']) {
      const long = put(name, '# A\n\nb\n\n'.repeat(250_001));
      await expect(importScript(long)).rejects.toMatchObject({ kind: 'too-large', problem });
    }
    // Blank rows take no memory.
    await expect(importScript(put('gaps.txt', `Hello.${'\n'.repeat(600_000)}`))).resolves.toMatchObject({
      text: expect.stringContaining('Hello.'),
    });
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await expect(importScript(join(folder, 'pipe'))).rejects.toMatchObject({ kind: 'unreadable' });
  });
});
