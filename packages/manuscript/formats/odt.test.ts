import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readOdt } from './odt.ts';
import { stressed } from './testing/stressed.ts';

const STYLES = `<office:styles><style:style style:name="Title" style:family="paragraph"/>
  <style:style style:name="Heading_20_1" style:display-name="Heading 1" style:default-outline-level="1"/>
  <style:style style:name="Chapter" style:parent-style-name="Heading_20_1"/>
  <style:style style:name="Poem"/></office:styles>`;
const AUTOMATIC = `<office:automatic-styles><style:style style:name="P1" style:parent-style-name="Poem"/>
  <style:style style:name="P2" style:parent-style-name="Chapter"/>
  <style:style style:name="T1"><style:text-properties text:display="none"/></style:style>
  <style:style style:name="T2"><style:text-properties fo:font-style="italic"/></style:style>
  <style:style style:name="T3"><style:text-properties fo:font-style="normal"/></style:style>
  <style:style style:name="T4" style:parent-style-name="T5"/>
  <style:style style:name="T6"><style:text-properties style:text-position="super 58%"/></style:style>
  <style:style style:name="T5"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>`;

function odt(body: string, files: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content>${AUTOMATIC}<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': STYLES,
    ...files,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const p = (content: string, style = 'Standard'): string => `<text:p text:style-name="${style}">${content}</text:p>`;
const h = (words: string, level = 1): string => `<text:h text:outline-level="${level}">${words}</text:h>`;
const read = (body: string, files?: Readonly<Record<string, string>>) => readOdt(odt(body, files), 'book.odt');
const text = (body: string): string => manuscriptText(read(body), 'prose');

describe('an OpenDocument text', () => {
  it('says what is emphasised within its words', () => {
    const span = (words: string, style: string) => `<text:span text:style-name="${style}">${words}</text:span>`;
    const body = p(`I ${span('never', 'T2')} said ${span('so', 'T4')}${span('.', 'T3')}`);
    expect(stressed(read(body))).toEqual(['I <never> said <so>.']);
  });

  it('has powers as superscripts', () => {
    expect(text(p('There are 10<text:span text:style-name="T6">16</text:span>.'))).toBe('There are 10¹⁶.\n');
  });

  it('has the chapters of its headings, and of styles made from theirs', () => {
    const body = `${h('One')}\n${p('First<text:s text:c="2"/>&amp;<text:line-break/>more.')}${h('Two', 2)}${p('Second.')}${p('Three', 'P2')}${p('Third.')}`;
    expect(text(body)).toBe('# One\n\nFirst & more.\n\n## Two\n\nSecond.\n\n# Three\n\nThird.\n');
  });

  it('has the roles that the styles of a screenplay state', () => {
    const styles = `<office:styles><style:style style:name="Figur" style:family="paragraph"/><style:style style:name="Dialog"/></office:styles>`;
    const body = p('Ada', 'Figur') + p('Wer da?', 'Dialog') + p('Regen.') + p('Tom', 'Figur') + p('Nur ich.', 'Dialog');
    expect(manuscriptText(read(body, { 'styles.xml': styles }), 'script')).toBe(
      'ADA: Wer da?\n\nRegen.\n\nTOM: Nur ich.\n',
    );
  });

  describe('has the numbers that it gives to headings and lists by itself,', () => {
    const level = (at: number, attributes: string) => `<text:outline-level-style text:level="${at}" ${attributes}/>`;
    const outline = (...levels: readonly string[]) => ({
      'styles.xml': `<office:styles><style:style style:name="Plain" style:parent-style-name="Heading" style:list-style-name=""/>
        <text:outline-style style:name="Outline">${levels.join('')}</text:outline-style></office:styles>`,
    });
    const numbered = (body: string, files: Readonly<Record<string, string>>) =>
      manuscriptText(read(body, files), 'prose');
    const list = (name: string, ...levels: readonly string[]) =>
      `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`;

    it('if these have words, in any format', () => {
      const body = h('The Lamp') + p('A.') + h('Stairs', 2) + p('B.') + h('') + p('C.') + h('Stairs', 2) + p('D.');
      const one = level(1, 'style:num-format="I" style:num-prefix="Part "');
      const two = level(
        2,
        'style:num-format="1" style:num-prefix="Chapter " style:num-suffix="." text:display-levels="2"',
      );
      const spoken = (first: string, second: string, third: string, fourth: string) =>
        `# ${first}\n\nA.\n\n## ${second}\n\nB.\n\n# ${third}\n\nC.\n\n## ${fourth}\n\nD.\n`;
      expect(numbered(body, outline(one, two))).toBe(
        spoken('Part I. The Lamp', 'Chapter I.1. Stairs', 'Part II', 'Chapter II.1. Stairs'),
      );
      const whole = level(2, 'style:num-format="1" loext:num-list-format="Kapitel %2%:"');
      expect(numbered(body, outline(level(1, 'style:num-format="1" style:num-suffix="."'), whole))).toBe(
        spoken('The Lamp', 'Kapitel 1: Stairs', '2.', 'Kapitel 1: Stairs'),
      );
    });

    it('unless the heading is not counted, or starts anew', () => {
      const files = outline(level(1, 'style:num-format="1" style:num-prefix="Chapter " text:start-value="3"'));
      const plain = '<text:h text:style-name="Plain" text:outline-level="1">Foreword</text:h>';
      const header = '<text:h text:outline-level="1" text:is-list-header="true">Interlude</text:h>';
      const anew = '<text:h text:outline-level="1" text:restart-numbering="true" text:start-value="8">Three</text:h>';
      expect(
        numbered(
          `${plain}${p('A.')}${h('One')}${p('B.')}${header}${p('C.')}${h('Two')}${p('D.')}${anew}${p('E.')}`,
          files,
        ),
      ).toBe(
        '# Foreword\n\nA.\n\n# Chapter 3. One\n\nB.\n\n# Interlude\n\nC.\n\n# Chapter 4. Two\n\nD.\n\n# Chapter 8. Three\n\nE.\n',
      );
    });

    it('in lists, which go on or begin again', () => {
      const styles = list(
        'L1',
        '<text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="Chapter "/>',
      );
      const files = { 'styles.xml': `<office:styles>${styles}</office:styles>` };
      const item = (inside: string, attributes = '') =>
        `<text:list text:style-name="L1" ${attributes}><text:list-item>${inside}</text:list-item></text:list>`;
      const goesOn = 'text:continue-numbering="true"';
      expect(
        numbered(item(h('One')) + p('A.') + item(h('Two'), goesOn) + p('B.') + item(p('Three'), goesOn), files),
      ).toBe('# Chapter 1. One\n\nA.\n\n# Chapter 2. Two\n\nB.\n\nChapter 3 Three\n');
      expect(numbered(item(h('One')) + p('A.') + item(h('Again')) + p('B.'), files)).toContain('# Chapter 1. Again');
    });
  });

  it('reads no table of contents, hidden or deleted words, and keeps verse in its rows', () => {
    const body = `<text:tracked-changes><text:changed-region><text:deletion>${p('Gone.')}</text:deletion></text:changed-region></text:tracked-changes>
      ${p('The Book', 'Title')}<text:table-of-content>${p('One 3')}</text:table-of-content>${h('One')}${p('Seen<text:span text:style-name="T1"> hidden</text:span>.')}${p('Row one<text:line-break/>row two', 'P1')}`;
    expect(text(body)).toBe('# One\n\nSeen.\n\nRow one\nrow two\n');
    expect(read(body)).toMatchObject({
      title: 'The Book',
      notices: [
        { kind: 'deletions', count: 1, words: 1, sample: 'Gone.' },
        { kind: 'navigation', count: 1, words: 1, sample: 'One 3' },
        { kind: 'hidden', count: 1, words: 1, sample: 'hidden' },
      ],
    });
  });

  it('keeps notes beside their paragraph, and tells of comments, pictures and macros', () => {
    const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('A note.')}</text:note-body></text:note>`;
    const body = `${h('One')}${p(`Words${note} here.<office:annotation>${p('No.')}</office:annotation><draw:frame><draw:image/><svg:desc>No.</svg:desc></draw:frame>`)}${p('More.')}`;
    const manuscript = read(body, {
      'Basic/Standard/Module1.xml': '<x/>',
      'meta.xml': '<office:meta><dc:title>The Book</dc:title><dc:creator>A. Writer</dc:creator></office:meta>',
    });
    expect(manuscript).toMatchObject({ title: 'The Book', author: 'A. Writer' });
    expect(manuscript.sections[0]?.blocks).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'paragraph', text: 'Words here.' },
      { kind: 'footnote', text: 'A note.' },
      { kind: 'paragraph', text: 'More.' },
    ]);
    expect(manuscript.notices).toEqual([
      { kind: 'pictures', count: 1 },
      { kind: 'macros', count: 1 },
      { kind: 'comments', count: 1, words: 1, sample: 'No.' },
    ]);
  });

  it('has the chapters that larger type begins, and the roles that tabs part from their words', () => {
    const styles = STYLES.replace(
      '</office:styles>',
      '<style:style style:name="Big"><style:text-properties fo:font-size="18pt"/></style:style></office:styles>',
    );
    const body =
      p('The Lamp', 'Big') +
      p('The first was long.') +
      p('<text:span text:style-name="Big">The Shore</text:span>') +
      p('The second was longer.');
    expect(manuscriptText(read(body, { 'styles.xml': styles }), 'prose')).toBe(
      '# The Lamp\n\nThe first was long.\n\n# The Shore\n\nThe second was longer.\n',
    );
    const line = (name: string, words: string) => p(`${name}<text:tab/>${words}`);
    expect(text(line('Ada', 'Who?') + line('Tom', 'Me.') + line('Ada', 'Come in.') + line('Tom', 'Thanks.'))).toBe(
      'ADA: Who?\n\nTOM: Me.\n\nADA: Come in.\n\nTOM: Thanks.\n',
    );
  });

  it('reports the words of hidden sections', () => {
    const body = `${p('Seen.')}<text:section text:display="none">${p('Not seen.')}</text:section>`;
    expect(text(body)).toBe('Seen.\n');
    expect(read(body).notices).toEqual([{ kind: 'hidden', count: 1, words: 2, sample: 'Not seen.' }]);
  });

  it('says on which page something is left out, as the pages were laid out last', () => {
    const note = '<office:annotation><text:p>Check this.</text:p></office:annotation>';
    expect(read(`${p('One.')}<text:soft-page-break/>${p(`Two.${note}`)}`).notices).toEqual([
      { kind: 'comments', count: 1, words: 2, sample: 'Check this.', at: { page: 2 } },
    ]);
    expect(read(p(`Two.${note}`)).notices).toEqual([{ kind: 'comments', count: 1, words: 2, sample: 'Check this.' }]);
  });

  it('of a play in two columns has its roles', () => {
    const row = (...cells: string[]): string =>
      `<table:table-row>${cells.map((cell) => `<table:table-cell>${p(cell)}</table:table-cell>`).join('')}</table:table-row>`;
    const play = ['Lane', 'Jack', 'Lane', 'Jack'].map((name, at) => row(name, `Words ${at}.`)).join('');
    expect(text(`<table:table>${play}</table:table>`)).toBe(
      'LANE: Words 0.\n\nJACK: Words 1.\n\nLANE: Words 2.\n\nJACK: Words 3.\n',
    );
  });

  it.each(['constructor', 'toString', 'valueOf'])('reads the words of an unknown element <text:%s>', (name) => {
    expect(text(`<text:${name}>${p('One.')}</text:${name}>${p('Two.')}`)).toBe('One.\n\nTwo.\n');
  });

  it.each([
    ['no archive', strToU8('PK\x03\x04 no archive'), 'damaged'],
    ['no text in it', zipSync({ 'content.xml': strToU8('<x/>') }), 'damaged'],
    ['no words', odt(p('')), 'empty'],
    [
      'a password',
      odt(p('x'), {
        'META-INF/manifest.xml': '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
      }),
      'protected',
    ],
  ])('with %s is refused', (_, bytes, kind) => {
    expect(() => readOdt(bytes, 'book.odt')).toThrow(expect.objectContaining({ kind }));
  });
});
