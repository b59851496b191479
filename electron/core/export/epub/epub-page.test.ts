import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EpubPage } from './epub-page.ts';
import { charactersIn, xmlParts } from './xml-source.ts';

const page = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Not this</title></head><body>${body}</body></html>`;

const bodyOf = (source: string): string => /<body>([\s\S]*)<\/body>/.exec(source)?.[1] ?? '';

/** The body with every word in a span. */
function wrapped(body: string): string {
  const text = new EpubPage(page(body));
  return bodyOf(text.wrap(text.words(), (range, piece) => `w${range + 1}${piece > 0 ? `.${piece + 1}` : ''}`).source);
}

const textOf = (source: string): string =>
  xmlParts(source)
    .flatMap((part) =>
      part.kind === 'text' || part.kind === 'cdata' ? Array.from(charactersIn(source, part), ({ text }) => text) : [],
    )
    .join('');

describe('words in a page', () => {
  it.each([
    [
      'are in spans, with their punctuation',
      '<p>“Hello,  world!”</p>',
      '<p><span id="w1">“Hello,</span>  <span id="w2">world!”</span></p>',
    ],
    [
      'keep entities, comments and attributes',
      "<p a='1'>A&amp;B&#160;c<!-- d --></p>",
      `<p a='1'><span id="w1">A&amp;B</span>&#160;<span id="w2">c</span><!-- d --></p>`,
    ],
    [
      'stay within their emphasis',
      '<p><em>so it</em> is</p>',
      '<p><em><span id="w1">so</span> <span id="w2">it</span></em> <span id="w3">is</span></p>',
    ],
    [
      'that are partly emphasised are one span',
      '<p>un<i>believ</i>able</p>',
      '<p><span id="w1">un<i>believ</i>able</span></p>',
    ],
    [
      'that consist of elements are one span',
      '<p><b>W</b><small>HEN</small> <i>he</i>,</p>',
      '<p><span id="w1"><b>W</b><small>HEN</small></span> <span id="w2"><i>he</i>,</span></p>',
    ],
    [
      'that end in the middle of an element are two spans',
      '<p>a <b>big hou</b>se.</p>',
      '<p><span id="w1">a</span> <b><span id="w2">big</span> <span id="w3">hou</span></b><span id="w3.2">se.</span></p>',
    ],
    [
      'never continue in another block',
      '<p>one</p><p>two<br/>three</p>',
      '<p><span id="w1">one</span></p><p><span id="w2">two</span><br/><span id="w3">three</span></p>',
    ],
    [
      'leave out references to notes',
      '<p>end<a epub:type="noteref" href="#n">12</a> now</p>',
      '<p><span id="w1">end</span><a epub:type="noteref" href="#n">12</a> <span id="w2">now</span></p>',
    ],
    [
      'leave out drawings and formulas',
      '<p>a <svg><text>b</text></svg> c</p>',
      '<p><span id="w1">a</span> <svg><text>b</text></svg> <span id="w2">c</span></p>',
    ],
    [
      'are in links and other spans',
      '<p><a href="#x"><span class="y">go on</span></a></p>',
      '<p><a href="#x"><span class="y"><span id="w1">go</span> <span id="w2">on</span></span></a></p>',
    ],
    [
      'contain their ruby annotation',
      '<p><ruby>東京<rt>とうきょう</rt></ruby>だ</p>',
      '<p><ruby><span id="w1">東京</span><rt>とうきょう</rt></ruby><span id="w2">だ</span></p>',
    ],
    [
      'contain a ruby element if they continue after it',
      '<p><ruby>食<rt>た</rt></ruby>べる</p>',
      '<p><span id="w1"><ruby>食<rt>た</rt></ruby>べる</span></p>',
    ],
    [
      'contain all of a ruby element with several annotations',
      '<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby></p>',
      '<p><span id="w1"><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby></span></p>',
    ],
  ])('%s', (_, body, expected) => {
    expect(wrapped(body)).toBe(expected);
  });

  it('use the namespace prefix of the page', () => {
    const text = new EpubPage(
      '<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body><h:p>Yes</h:p></h:body></h:html>',
    );
    expect(text.wrap(text.words(), () => 'w1').source).toContain('<h:p><h:span id="w1">Yes</h:span></h:p>');
  });

  it('get ids that the page does not have yet', () => {
    expect(new EpubPage(page('<p id="w7">a</p><svg id="xw"/>')).freePrefix('w')).toBe('xxw');
  });

  it('leave the text as it is, and the page well-formed', () => {
    const word = fc.constantFrom('one', 'two.', '“three', '&amp;', 'f&#233;', '猫は', '日本', '\n', ' ', '');
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        word,
        fc
          .tuple(
            fc.constantFrom('p', 'b', 'i', 'a', 'div', 'span', 'ruby', 'rt', 'svg', 'td'),
            fc.array(tie('node'), { maxLength: 4 }),
          )
          .map(([name, inside]) => `<${name}>${inside.join('')}</${name}>`),
        fc.constantFrom('<br/>', '<img src="x"/>', '<!-- c -->', '<![CDATA[<d>]]>'),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), (nodes) => {
        const source = page(nodes.join(''));
        const text = new EpubPage(source);
        const words = text.words();
        const made = text.wrap(words, (range, piece) => `w${range}.${piece}`);
        expect(textOf(made.source)).toBe(textOf(source));
        expect(made.source.replace(/<span id="w[\d.]+">/g, '').length).toBe(
          source.length + '</span>'.length * made.ranges.reduce((sum, { spans }) => sum + spans.length, 0),
        );
        for (const [index, { spans }] of made.ranges.entries()) {
          const said = text.text.slice(words[index]?.from, words[index]?.to);
          expect(spans.length, said).toBeGreaterThan(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each(['<p>a</b>', '<p>a & <b</p>', '<p', '<p>a'])('are not read from %s', (body) => {
    expect(() => new EpubPage(page(body))).toThrow();
  });
});
