// Types of files that people try to import, including those that can't be imported.

/** What to do with a file that can't be imported. */
type WayOut =
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'spreadsheet'
  | 'presentation'
  | 'pages'
  | 'numbers'
  | 'keynote'
  | 'google-docs'
  | 'google-sheets'
  | 'google-slides'
  | 'scrivener'
  | 'final-draft'
  | 'layout'
  | 'ebook'
  | 'recording'
  | 'picture'
  | 'archive'
  | 'data'
  | 'email'
  | 'shortcut'
  | 'project'
  | 'rename'
  | 'as-document'
  | 'other-file';

interface FileTypeFacts {
  readonly wayOut: WayOut;
  /** In lower case. Used where the content doesn't show the type. */
  readonly extensions: readonly string[];
}

const facts = (wayOut: WayOut, ...extensions: string[]): FileTypeFacts => ({ wayOut, extensions });

const FACTS = {
  // Importable under the right name, or by another command.
  pdf: facts('as-document'),
  epub: facts('as-document'),
  docx: facts('as-document'),
  xlsx: facts('as-document'),
  opendocument: facts('as-document'),
  rtf: facts('as-document'),
  html: facts('rename'),
  'word-97': facts('word', 'doc', 'dot'),
  'excel-97': facts('excel', 'xls', 'xlt', 'xlsb'),
  'powerpoint-97': facts('powerpoint', 'ppt', 'pps', 'pot'),
  powerpoint: facts('powerpoint', 'pptx', 'pptm', 'ppsx', 'potx'),
  office: facts('layout', 'pub', 'vsd', 'vsdx', 'xps', 'oxps', 'one'),
  'ole-document': facts('word', 'wps'),
  wordperfect: facts('word', 'wpd', 'wp5', 'wp6'),
  'opendocument-sheet': facts('spreadsheet', 'ods', 'ots', 'fods'),
  'opendocument-presentation': facts('presentation', 'odp', 'otp', 'fodp'),
  pages: facts('pages', 'pages'),
  numbers: facts('numbers', 'numbers'),
  keynote: facts('keynote', 'key'),
  'google-doc': facts('google-docs', 'gdoc'),
  'google-sheet': facts('google-sheets', 'gsheet'),
  'google-slides': facts('google-slides', 'gslides'),
  scrivener: facts('scrivener', 'scriv', 'scrivx'),
  'final-draft-7': facts('final-draft', 'fdr', 'fdt'),
  layout: facts('layout', 'indd', 'idml', 'qxp', 'qxd', 'afpub', 'ai', 'ps', 'eps'),
  kindle: facts('ebook', 'mobi', 'azw', 'azw1', 'azw3', 'azw4', 'kfx', 'kpf', 'prc'),
  'microsoft-reader': facts('ebook', 'lit'),
  fictionbook: facts('ebook', 'fb2', 'fbz'),
  djvu: facts('picture', 'djvu', 'djv'),
  comic: facts('picture', 'cbz', 'cbr'),
  wav: facts('recording', 'wav', 'w64', 'bwf'),
  mp3: facts('recording', 'mp3'),
  ogg: facts('recording', 'ogg', 'oga', 'opus'),
  flac: facts('recording', 'flac'),
  aiff: facts('recording', 'aif', 'aiff', 'aifc', 'caf'),
  m4a: facts('recording', 'm4a', 'm4b', 'aac', 'aax', 'aa'),
  'other-recording': facts('recording', 'wma', 'amr', 'mid', 'midi', 'aup', 'aup3', 'rpp', 'ptx', 'als'),
  video: facts('recording', 'mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'wmv', 'mpg', 'mpeg', 'flv'),
  png: facts('picture', 'png'),
  jpeg: facts('picture', 'jpg', 'jpeg', 'jpe', 'jfif'),
  gif: facts('picture', 'gif'),
  webp: facts('picture', 'webp'),
  heic: facts('picture', 'heic', 'heif', 'avif'),
  tiff: facts('picture', 'tif', 'tiff', 'dng'),
  bitmap: facts('picture', 'bmp', 'dib', 'ico'),
  svg: facts('picture', 'svg', 'svgz'),
  photoshop: facts('picture', 'psd', 'psb'),
  zip: facts('archive', 'zip'),
  gzip: facts('archive', 'gz', 'tgz'),
  sevenzip: facts('archive', '7z'),
  rar: facts('archive', 'rar'),
  'other-archive': facts('archive', 'tar', 'bz2', 'xz', 'zst', 'lzma', 'cab', 'sit', 'sitx'),
  json: facts('data', 'json', 'jsonl', 'ndjson'),
  sqlite: facts('data', 'sqlite', 'sqlite3', 'db'),
  program: facts(
    'other-file',
    'exe',
    'dll',
    'msi',
    'so',
    'dylib',
    'app',
    'apk',
    'jar',
    'deb',
    'rpm',
    'appimage',
    'class',
  ),
  'disk-image': facts('other-file', 'dmg', 'iso', 'img', 'vhd', 'vmdk'),
  font: facts('other-file', 'ttf', 'otf', 'ttc', 'woff', 'woff2'),
  email: facts('email', 'eml', 'msg', 'mbox', 'pst'),
  shortcut: facts('shortcut', 'lnk', 'url', 'webloc', 'desktop'),
  'lectern-project': facts('project', 'lectern'),
} as const satisfies Record<string, FileTypeFacts>;

export type FileType = keyof typeof FACTS;
export const FILE_TYPES = Object.keys(FACTS) as readonly FileType[] as readonly [FileType, ...FileType[]];

export const wayOutOf = (type: FileType): WayOut => FACTS[type].wayOut;

const BY_EXTENSION: ReadonlyMap<string, FileType> = new Map(
  FILE_TYPES.flatMap((type) => FACTS[type].extensions.map((extension): [string, FileType] => [extension, type])),
);

/** Returns the type that a file name's extension stands for, or null for importable and unknown extensions. */
export const typeByName = (name: string): FileType | null =>
  BY_EXTENSION.get(/\.([^./\\]+)[/\\]?$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? null;
