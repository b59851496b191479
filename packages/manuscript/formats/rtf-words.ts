export type Destination =
  | 'text'
  | 'note'
  | 'title'
  | 'author'
  | 'fonts'
  | 'styles'
  | 'comment'
  | 'head'
  | 'label'
  | 'none';

export const DESTINATIONS: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ['footnote', 'note'],
  ['title', 'title'],
  ['author', 'author'],
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['annotation', 'comment'],
  ['listtext', 'label'],
  ['pntext', 'label'],
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'].map(
    (word) => [word, 'head'] as const,
  ),
]);
export const SILENT = new Set(
  ['colortbl', 'info'].concat([
    ...['pict', 'object', 'atnid', 'atnauthor', 'atntime', 'fldinst', 'xe', 'tc', 'themedata', 'datastore'],
    ...[
      'listtable',
      'listoverridetable',
      'revtbl',
      'rsidtbl',
      'generator',
      'nonshppict',
      'filetbl',
      'private',
      'mmathPr',
    ],
    ...['operator', 'creatim', 'revtim', 'subject', 'keywords', 'comment', 'company', 'bkmkstart', 'bkmkend'],
    ...['ftnsep', 'ftnsepc', 'aftnsep', 'aftnsepc', 'shpinst', 'latentstyles', 'xmlnstbl'],
  ]),
);
export const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ tab: '\t', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
    ...{ emspace: ' ', enspace: ' ', qmspace: ' ', nestcell: ' ' },
  }),
);
/** Code pages by the font's `\fcharset`. */
export const CHARSETS: Readonly<Record<number, string>> = {
  ...{ 77: 'macintosh', 128: 'shift_jis', 129: 'euc-kr', 134: 'gb18030', 136: 'big5', 161: 'windows-1253' },
  ...{ 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255', 178: 'windows-1256', 186: 'windows-1257' },
  ...{ 204: 'windows-1251', 222: 'windows-874', 238: 'windows-1250' },
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  ...{
    932: 'shift_jis',
    936: 'gb18030',
    949: 'euc-kr',
    950: 'big5',
    874: 'windows-874',
    866: 'ibm866',
    65001: 'utf-8',
  },
  10000: 'macintosh',
};
export const DOUBLE_BYTES = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr']);
export const WESTERN = 'windows-1252';

export const codePageOf = (number: number): string => {
  const name = number >= 1250 && number <= 1258 ? `windows-${number}` : undefined;
  return CODE_PAGES[number] ?? name ?? WESTERN;
};
