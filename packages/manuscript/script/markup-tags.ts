import { wordPattern } from '../../../shared/rules/words/word-lists.ts';

const EMPHASIS_END_TAG = /<\/[biv]>|<\/(?:em|strong)>/i;
const NAME_ATTRIBUTE = String.raw`\s(?:name|who|speaker|character|role|voice|actor)\s?=\s?`;
const NAME_IN_QUOTES = String.raw`(?:"#?([^"<>\n]{1,60})"|'#?([^'<>\n]{1,60})')`;
/** `<voice name="Anna">Hello.</voice>`, `<line speaker='Ben' mood="sad">` */
const SPEAKER_TAG = wordPattern(
  '<(?!',
  'unnamed-elements',
  String.raw`\b)(\p{L}[\w.:-]{0,30})(?=[^<>\n]{0,200}?${NAME_ATTRIBUTE}${NAME_IN_QUOTES})[^<>\n]{0,300}(?<!\/)>`,
  'giu',
);
const MIN_SPEAKER_TAGS = 2;
const ROW_OF_TAGS = /^[ \t]*(?:<[/?!]?\p{L}[^<>\n]{0,300}>[ \t]*)+$/gmu;
/** `<anna>Hello.</anna>` */
const TAG_PAIR = /^[ \t]{0,40}<(\p{L}[\p{L}\p{N}_ -]{0,40})>.{0,20000}<\/\1>[ \t]{0,40}$/gmu;

/** SSML and HTML elements that never name a speaker. */
const KNOWN_ELEMENTS: ReadonlySet<string> = new Set([
  ...['speak', 'prosody', 'emphasis', 'lang', 'audio', 'sub', 'phoneme', 'say-as', 'mark', 'w', 'token', 's', 'p', 'q'],
  ...[
    'u',
    'a',
    'b',
    'i',
    'em',
    'strong',
    'font',
    'center',
    'small',
    'big',
    'cite',
    'div',
    'span',
    'section',
    'article',
  ],
  ...['body', 'html', 'head', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th'],
  ...['pre', 'code', 'blockquote'],
]);
const isKnownElement = (tag: string): boolean =>
  KNOWN_ELEMENTS.has(tag.toLowerCase()) || /:(?:effect|express-as)$/i.test(tag);

/** `<SFX: wind>` */
const CUE = /^([ \t]{0,40})<(\p{Lu}{2,12}(?: \d{1,3})?: ?[^<>\n]{1,100})>[ \t]*$/gmu;

export function withoutTags(text: string): string {
  const cued = text.includes('<') ? text.replace(CUE, '$1[$2]') : text;
  return cued.includes('</') ? convertEmphasisTags(readSpeakerTags(cued)) : cued;
}

const convertEmphasisTags = (text: string): string =>
  EMPHASIS_END_TAG.test(text)
    ? text
        .replace(/<\/v>/gi, '')
        .replace(/<\/?(?:b|strong)>/gi, '**')
        .replace(/<\/?(?:i|em)>/gi, '*')
        .replace(/<br ?\/?>/gi, '')
    : text;

function readSpeakerTags(text: string): string {
  const found = Array.from(text.matchAll(SPEAKER_TAG), ([, tag = '']) => tag).filter((tag) => !isKnownElement(tag));
  if (found.length >= MIN_SPEAKER_TAGS) {
    const tags = new Set(found);
    const named = text.replace(SPEAKER_TAG, (whole: string, tag: string, name = '', other = '') =>
      tags.has(tag) ? `\n<v ${name || other}>` : whole,
    );
    const open = [...tags].reduce((rest, tag) => rest.replaceAll(`</${tag}>`, ''), named);
    return open.replace(ROW_OF_TAGS, (row) => (/<v /.test(row) ? row : '')).replace(/\n[ \t]*\n(?=<v )/g, '\n');
  }
  const names = Array.from(text.matchAll(TAG_PAIR), ([, tag = '']) => tag).filter((tag) => !isKnownElement(tag));
  if (new Set(names).size < MIN_SPEAKER_TAGS) return text;
  return text.replace(TAG_PAIR, (row: string, tag: string) =>
    isKnownElement(tag) ? row : row.replace(`</${tag}>`, ''),
  );
}
