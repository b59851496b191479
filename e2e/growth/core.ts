// Growth checks for code in the core that reads server responses, tables, and rules from other projects.
import { contentRangeOf, validatorOf } from '../../electron/core/api/download.ts';
import { createSecretScrubber, isPage, problemOfReply, retryAfterMs } from '../../electron/core/api/error-body.ts';
import { createEventReader } from '../../electron/core/api/generation-events.ts';
import { resolveLink } from '../../electron/core/api/links.ts';
import { copiedRules } from '../../electron/core/project/cast/copy-requests.ts';
import { parseRulesTable } from '../../electron/core/project/cast/pronunciation-requests.ts';
import { cellText, spreadsheetTable } from '../../node/spreadsheet-table.ts';
import { decodeText } from '../../packages/manuscript/text/text-file.ts';
import type { PronunciationRule } from '../../shared/model/cast.ts';
import { type InputShape, type MeasuredReader, textReaders } from './growth.ts';
import { CHECKED_TEXTS, INTERRUPTED_TEXTS, repeated } from './input-shapes.ts';

const scrubber = createSecretScrubber('aaaaaaaaaaaaaaaaaaaaaaab');
const baseUrl = new URL('https://speech.example/api/');
const problemFor = (status: number, text: string, header: string) =>
  problemOfReply(
    { status, text, headers: { 'content-type': header, 'retry-after': header, location: header } },
    0,
    scrubber,
  );

function readEvents(text: string, chunkBytes: number): number {
  let events = 0;
  const reader = createEventReader(() => {
    events += 1;
  }, Number.MAX_SAFE_INTEGER);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  reader.end();
  return events;
}

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'error messages': (text) => [
    problemFor(400, text, 'text/plain'),
    problemFor(429, JSON.stringify({ message: text }), 'a/b'),
  ],
  'error pages': (text) => [
    problemFor(500, `<${text}`, 'text/html'),
    isPage({ status: 404, text, headers: { 'content-type': 'text/html' } }),
  ],
  'error headers': (text) => [problemFor(302, '', text), problemFor(429, '', text), problemFor(404, '<', text)],
  'Retry-After header': (text) => [retryAfterMs(text, 0), retryAfterMs(`1${text}`, 0)],
  'Content-Range header': (text) => [contentRangeOf(`bytes ${text}`), contentRangeOf(`bytes 1-2/${text}`)],
  'ETag and Last-Modified headers': (text) => [
    validatorOf({ etag: `"${text}` }),
    validatorOf({ 'last-modified': text, 'accept-ranges': text }),
  ],
  links: (text) => [resolveLink(text, baseUrl), resolveLink(`//${text}`, baseUrl), resolveLink(`?${text}`, baseUrl)],
  'secret scrubber': (text) => [scrubber.scrub(text), scrubber.appearsIn(text)],
  'event stream in one chunk': (text) => [readEvents(`data: ${text}`, text.length + 6), readEvents(text, text.length)],
  'event stream in many chunks': (text) => readEvents(text.replaceAll('a', 'data: a\n'), 1_024),
  'text encodings': (text) => [
    decodeText(Buffer.from(text)),
    decodeText(Buffer.from(text, 'utf16le')),
    decodeText(Buffer.from(text, 'latin1')),
  ],
  'table of pronunciation rules': (text) => [parseRulesTable(`from,to\n${text}`), parseRulesTable(`from,to\n"${text}`)],
  'spreadsheet cells': (text) => [cellText(text), spreadsheetTable([[text], ...text.split('\n').map((row) => [row])])],
};

const MORE_TEXTS = [
  repeated('commas and quotes', '",'),
  repeated('rows of cells', 'a,b\n'),
  repeated('rows of data', 'data: a\n'),
  repeated('unfinished secrets', 'aaaaaaaaaaaaaaaaaaaaaaaa'),
];

/** Different roles that are all mapped to the same role in the project. */
const manyRoles: InputShape<readonly string[]> = {
  name: 'many roles',
  make: (count) => Array.from({ length: count }, (_, at) => `R${at}`),
};
const rule = (from: string): PronunciationRule => ({
  from,
  to: '',
  wholeWord: true,
  matchCase: false,
  role: 'A',
  language: null,
});
const copiedCastReader: MeasuredReader<readonly string[]> = {
  name: 'copied pronunciation rules',
  shapes: [manyRoles],
  measuredSizes: [1_024, 262_144],
  read: (roles) => copiedRules([], [rule('a')], new Map(roles.map((name) => [name, 'A']))),
};

export const CORE_READERS: readonly MeasuredReader[] = [
  ...textReaders(FUNCTIONS, [...INTERRUPTED_TEXTS, ...MORE_TEXTS], {
    checkedShapes: [...CHECKED_TEXTS, ...MORE_TEXTS],
    checkedSize: 4_096,
  }),
  copiedCastReader,
];
