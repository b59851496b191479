import { describe, expect, it } from 'vitest';
import { restorePauseMarks, withoutComments, withoutInlineMarkup } from './inline-markup.ts';

const read = (text: string): string => restorePauseMarks(withoutInlineMarkup(text).text);
const notices = (text: string) => withoutInlineMarkup(text).notices;

describe('a link in plain text', () => {
  it.each([
    ['Read [chapter nine](https://example.com/nine) tonight.', 'Read chapter nine tonight.'],
    ['Use [Kokoro](/kˈOkəɹO/) now.', 'Use Kokoro now.'],
    ['See [this film](https://example.org/Film_(1931) "The film").', 'See this film.'],
    ['[Start](#top), [next](two.html), [mail](mailto:ann@example.com)', 'Start, next, mail'],
    ['Ask <https://example.com/a?b=1> or <ann@example.com>.', 'Ask https://example.com/a?b=1 or ann@example.com.'],
    [
      'See [the map][1] and [the key][].\n\n[1]: https://example.com/map\n[the key]: /key "Key"\n',
      'See the map and the key.\n\n',
    ],
    ['Ada: See [the map][1] now.', 'Ada: See the map now.'],
    ['A picture: ![A cat](cat.png).', 'A picture: .'],
  ])('has its words spoken, and not its address: %s', (text, words) => {
    expect(read(text)).toBe(words);
  });

  it.each([
    '[ANN](V.O.) Hello [there](and/or) there.',
    '[ANN]: #sad\n[a](b)',
    'ANN: [laughs](softly) Hi.',
    '[Ann](Ben) Hi.',
    '[1]: Born in 1850.',
    'See [one] (two).',
    'ANN: [sighs][1] Hi.',
  ])('is not taken for one: %s', (text) => {
    expect(withoutInlineMarkup(text)).toEqual({ text, notices: [] });
  });

  it('is reported', () => {
    expect(notices('[a](/b) [c](/d) ![e](/f)')).toEqual([
      { kind: 'links', links: 2 },
      { kind: 'pictures', pictures: 1 },
    ]);
  });
});

describe('a tag in plain text', () => {
  it.each([
    ['Wait. <break time="1.5s" /> There it is.', 'Wait. [pause 1.5s] There it is.'],
    ["Wait. <break time='500ms'/> Go. <break time=2s></break>", 'Wait. [pause 0.5s] Go. [pause 2s]'],
    ['A <break/> b <break strength="x-strong"/> c <break strength="none"/>d', 'A [pause 1s] b [pause 2s] c d'],
    ['One more <#0.8#> time.', 'One more [pause 0.8s] time.'],
    ['Pass. <pause=0.5> Be <color=#ff0000>quick</color>.', 'Pass. [pause 0.5s] Be quick.'],
    ['A <silence msec="250"/> b', 'A [pause 0.25s] b'],
    ['He said <emphasis level="strong">never</emphasis> again.', 'He said *never* again.'],
    ['He said <emphasis level="reduced">never</emphasis> again.', 'He said never again.'],
    ['The <sub alias="World Wide Web">WWW</sub> is old.', 'The World Wide Web is old.'],
    ['The <say-as interpret-as="characters">BBC</say-as> said.', 'The [spell: BBC] said.'],
    ['On <say-as interpret-as="date" format="dm">1/2</say-as>.', 'On 1/2.'],
    ['A <phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme> here.', 'A tomato here.'],
    ['<speak>Hello <prosody rate="slow">old friend</prosody>.</speak>', 'Hello old friend.'],
    ['<p>Hello.</p><p>So.</p>', 'Hello.\n\nSo.'],
    ['Hello <span class="x">there</span>,<br>friend.', 'Hello there,\nfriend.'],
    [
      '<amazon:effect name="whispered">Hello.</amazon:effect> <amazon:effect name="whispered">So.</amazon:effect>',
      'Hello. So.',
    ],
    ['Tom &amp; Ann&#8217;s &lt;3 &unknown;', 'Tom & Ann’s <3 &unknown;'],
  ])('is applied or left out, but none of its words: %s', (text, words) => {
    expect(read(text)).toBe(words);
  });

  it.each([
    '3 < 4 and 5 > 2.',
    'I <3 you > all.',
    'if a<b and c>d then',
    'Wren: <sighs> Fine.',
    '<she laughs> So.',
    '<v Ann>Hi.',
  ])('is not taken for one: %s', (text) => {
    expect(withoutInlineMarkup(text)).toEqual({ text, notices: [] });
  });

  it('is reported with its name', () => {
    expect(notices('<speak>Hi <mark name="a"/> <w>there</w>.<break time="1s"/></speak>')).toEqual([
      { kind: 'tags', tags: 5, names: 'speak, mark, w' },
    ]);
  });
});

describe('words in braces or double brackets', () => {
  it.each([
    ['MAYA: Use {emphasis} and [[double]] marks.', 'MAYA: Use emphasis and double marks.'],
    ['Dear {{name}}, come in.', 'Dear name, come in.'],
    ['See [[Page|the page]] there.', 'See the page there.'],
    ['ANN: I said {maybe}.', 'ANN: I said maybe.'],
    ['BEN: a={b}', 'BEN: a=b'],
    ['ANN: {Hello} there.', 'ANN: Hello there.'],
  ])('are spoken within a sentence: %s', (text, words) => {
    expect(read(text)).toBe(words);
  });

  it.each(['Ann: {sighs} Fine.', 'Ann: Come in. [[check this]] So.', '{Mara} Hello.', '[[ask Tom]]', 'at five {3}'])(
    'may be directions elsewhere: %s',
    (text) => {
      expect(read(text)).toBe(text);
    },
  );

  it('are reported', () => {
    expect(notices('Use {emphasis} and [[double]] marks.')).toEqual([
      { kind: 'braces', words: '{emphasis}', others: 1 },
    ]);
  });
});

it('a comment is left out, with the number of its words', () => {
  expect(withoutComments('It rained. <!-- check this --> It stopped.<!-- 12 -->')).toEqual({
    text: 'It rained. It stopped.',
    notices: [{ kind: 'comments', comments: 2, words: 2, sample: 'check this 12' }],
  });
});
