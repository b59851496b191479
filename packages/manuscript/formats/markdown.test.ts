import { describe, expect, it } from 'vitest';
import { openScriptFile } from '../import-script.ts';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readText } from '../text/text-file.ts';
import { openMarkdownScript, readMarkdown } from './markdown.ts';

const read = (markdown: string) => readMarkdown(Buffer.from(markdown), 'book.md');
const text = (markdown: string): string => manuscriptText(read(markdown), 'prose');

describe('a manuscript in Markdown', () => {
  it('is read without the marks of notes apps, whose comments are reported', () => {
    const notes =
      '> [!WARNING]- Keep out\n> The stairs are wet.\n\nShe ==waited== for him. %%Too long?%% It is 2 == 2.\n';
    expect(text(notes)).toBe('Keep out The stairs are wet.\n\nShe waited for him. It is 2 == 2.\n');
    expect(read(notes).notices).toEqual([{ kind: 'comments', count: 1, words: 2, sample: 'Too long?' }]);
  });

  it('is read without its marks', () => {
    expect(
      text('Plain *stress* and **bold**, `code`, ~~gone~~ [a link](http://a.example/x "t") \\*and\\* &amp; more.'),
    ).toBe('Plain stress and bold, code, a link *and* & more.\n');
    expect(text('> A letter.\n\n- bread\n- milk\n\n1. honey\n')).toBe('A letter.\n\nbread\n\nmilk\n\nhoney\n');
    expect(
      text('# One {#one .unnumbered}\n\n::: {.letter}\n[]{#x}Dear [Ann]{.smallcaps\nlang="la"},\n:::\n\n# Two\n\nEnd.'),
    ).toBe('# One\n\nDear Ann,\n\n# Two\n\nEnd.\n');
    expect(text('Before <b>bold</b><!-- not this -->.\n\n<div>Inside.</div>\n')).toBe('Before bold.\n\nInside.\n');
  });

  it('has chapters by its headings, and pauses where rules are drawn', () => {
    expect(text('# Part One\n\nFirst\n---\n\nA.\n\n* * *\n\nB.\n\n### Two\n\nC.\n\n# Three\n\nD.')).toBe(
      '# Part One\n\n## First\n\nA.\n\n[scene break]\n\nB.\n\n## Two\n\nC.\n\n# Three\n\nD.\n',
    );
  });

  it.each(['#', '# # #', '+ + +', '~~~', '•', '§', '◆◇◆', '. . .', '>.<', '|', '        *'])(
    'has a pause where signs stand alone: %s',
    (row) => {
      expect(text(`A.\n\n${row}\n\nB.\n\n~~~\ncode\n~~~\n`)).toBe('A.\n\n[scene break]\n\nB.\n\ncode\n');
    },
  );

  it('tells its title and author in front matter, which is not read', () => {
    const book = read(
      '---\ntitle: "The Yard"\nauthor: Ann Lee\nlang: en-GB\ntags: [a, b]\n---\n\n# One\n\nWords.\n\n# Two\n\nMore.',
    );
    expect(book).toMatchObject({ title: 'The Yard', author: 'Ann Lee', says: { language: 'en-GB' } });
    expect(manuscriptText(book, 'prose')).toBe('# One\n\nWords.\n\n# Two\n\nMore.\n');
    expect(text('---\n\nA scene.\n\n---\n\nAnother.')).toBe('A scene.\n\n[scene break]\n\nAnother.\n');
  });

  it('has footnotes, tables and pictures beside its words', () => {
    const book = read(
      'It was late.[^1] So.[^b]\n\n[^1]: A note,\n    which goes on.\n[^b]: Another.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd ![x](x.png).',
    );
    expect(manuscriptText(book, 'prose')).toBe('It was late. So.\n\nEnd .\n');
    expect(manuscriptText(book, 'prose', () => true, { notes: 'at-end', tables: 'in-place' })).toBe(
      'It was late. So.\n\na · b\n\n1 · 2\n\nEnd .\n\nA note, which goes on.\n\nAnother.\n',
    );
    expect(book.notices).toEqual([{ kind: 'pictures', count: 1 }]);
  });

  it('has all paragraphs of a note beside its words', () => {
    const typed =
      'Late.[^1]\n\n[^1]: A note.\n\n    Its second paragraph,\n    which goes on.\n\n\tIts third.\n\nThe end.\n';
    expect(text(typed)).toBe('Late.\n\nThe end.\n');
    expect(manuscriptText(read(typed), 'prose', () => true, { notes: 'at-end' })).toBe(
      'Late.\n\nThe end.\n\nA note. Its second paragraph, which goes on. Its third.\n',
    );
  });

  it('has the words of verse between bars and the digits of formulas, and no commands of LaTeX', () => {
    expect(
      text('| The sea is wide\n|    and *deep*\n\nH~2~O, ~~gone~~ here.\n\n\\newpage\n\n\\vspace{1cm}\n\nEnd.'),
    ).toBe('The sea is wide and deep\n\nH2O, here.\n\nEnd.\n');
    expect(text('| a | b\n|---|---\n| 1 | 2\n\nEnd.')).toBe('a · b\n\n1 · 2\n\nEnd.\n');
  });

  it.each(['author: [Ann Lee, "Tom Ray"]', 'author:\n  - Ann Lee\n  - Tom Ray', "author:\n- Ann Lee\n- 'Tom Ray'"])(
    'tells all of its authors: %j',
    (authors) => {
      expect(read(`---\ntitle: The Yard\n${authors}\nlang: en\n---\n\nWords.`)).toMatchObject({
        title: 'The Yard',
        author: 'Ann Lee; Tom Ray',
      });
    },
  );

  it('keeps pauses, cues and directions as they were typed, and no paragraph becomes a heading by chance', () => {
    expect(text('One. [pause 1.5s] Two.\n\n[SFX: rain]\n\n(They sit.)\n\n\\# 4 is a number.')).toBe(
      'One. [pause 1.5s] Two.\n\n[SFX: rain]\n\n(They sit.)\n\n\\# 4 is a number.\n',
    );
  });

  it('keeps the words of a list as deep as its indentation goes, and a rule of many stars', () => {
    const rows = Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- word${level}`);
    const words = text(`Before.\n\n${'* '.repeat(400)}\n\n${rows.join('\n')}`).match(/word\d+/g);
    expect(words).toEqual(rows.map((_, level) => `word${level}`));
  });

  it('is refused, with what is wrong, where marks nest beyond all measure', () => {
    for (const mark of ['> ', '>', '- ', '1. ', '> - ', '+ * ']) {
      expect(() => read(`Words.\n\n${mark.repeat(20_000)}words`), mark).toThrow('too-complex');
    }
    expect(() => read('![a](b)\n')).toThrow('empty');
  });
});

describe('a script in Markdown', () => {
  const script = async (markdown: string) => {
    const source = await openScriptFile(Buffer.from(markdown), 'show.md');
    return source.as(source.detected);
  };

  it('is read as scripts are, without front matter, pictures and where links lead', async () => {
    const show =
      '---\ntitle: Show\n---\n\n**Mara:** Hello, [Tom](http://a.example/tom). *(sighs)*\n\n![logo](x.png)\n\n**Tom:** Hello.\n\n**Mara:** Well?\n';
    const opened = openMarkdownScript(readText(Buffer.from(show), 'show.md'), 'show.md');
    expect(opened?.readAs('script').text).not.toContain('title');
    expect(await script(show)).toMatchObject({
      kind: 'script',
      text: 'MARA: Hello, Tom. (sighs)\n\nTOM: Hello.\n\nMARA: Well?\n',
      sizeBytes: show.length,
      notices: [
        { kind: 'links', links: 1 },
        { kind: 'pictures', pictures: 1 },
      ],
    });
  });

  it('is read without the tags of speech synthesis, whose pauses are made', async () => {
    const book = '# One\n\nIt was <prosody rate="slow">late</prosody>. <break time="700ms"/> So.\n\n<#1.5#>\n\nMore.\n';
    const { text: words, notices } = (await openScriptFile(Buffer.from(book), 'book.md')).as('prose');
    expect(words).toBe('# One\n\nIt was late. [pause 0.7s] So.\n\n[pause 1.5s]\n\nMore.\n');
    expect(notices).toEqual([{ kind: 'tags', tags: 2, names: 'prosody' }]);
  });

  it('passes as it stands in Lectern’s own form', async () => {
    const own = '# Act I\n\nMARA: Hello. (sighs) [pause 1s]\n\n(They sit.)\n\nTOM: Hello.\n\nMARA: \\[sic]\n';
    expect((await script(own)).text).toBe(own);
  });
});

it('reads a screenplay as Google Docs exports it', async () => {
  const cue = (name: string, words: string) => `**${name}**\n\n${words}`;
  const written = `# **The Lamp**\n\n**INT. HALL \\- NIGHT**\n\nRain\\!\n\n${cue('ADA', '(softly)\n\nWho is there?')}\n\n${cue('TOM', 'Only me.')}\n\n${cue('ADA', 'Come in.')}\n`;
  const source = await openScriptFile(Buffer.from(written), 'film.md');
  expect(source.as(source.detected).text).toBe(
    '# The Lamp\n\n(INT. HALL - NIGHT)\n\nRain!\n\nADA: (softly) Who is there?\n\nTOM: Only me.\n\nADA: Come in.\n',
  );
});
