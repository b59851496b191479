// What the core reads of servers, tables and other projects takes time in proportion to its length.
import { describe, expect, it } from 'vitest';
import { INTERRUPTED_TEXTS, repeated, someTexts } from '../../e2e/support/hostile-texts.ts';
import { SMALL_SIZES, superlinearGrowth, superlinearTexts } from '../../e2e/support/time-growth.ts';
import type { PronunciationRule } from '../../shared/model/cast.ts';
import { contentRangeOf, validatorOf } from './api/download.ts';
import { createSecretScrubber, isPage, problemOfReply, retryAfterMs } from './api/error-body.ts';
import { createEventReader } from './api/generation-events.ts';
import { resolveLink } from './api/links.ts';
import { decodeText } from './import/text-file.ts';
import { copiedRules } from './project/cast/copy-requests.ts';
import { readRulesTable } from './project/cast/pronunciation-requests.ts';
import { cellText, spreadsheetTable } from './spreadsheet-table.ts';

const scrubber = createSecretScrubber('aaaaaaaaaaaaaaaaaaaaaaab');
const base = new URL('https://speech.example/api/');
const reply = (status: number, text: string, header: string) =>
  problemOfReply(
    { status, text, headers: { 'content-type': header, 'retry-after': header, location: header } },
    0,
    scrubber,
  );

/** Reads a stream of events that comes in chunks. */
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
  'what a refusal says': (text) => [
    reply(400, text, 'text/plain'),
    reply(429, JSON.stringify({ message: text }), 'a/b'),
  ],
  'what a page says': (text) => [
    reply(500, `<${text}`, 'text/html'),
    isPage({ status: 404, text, headers: { 'content-type': 'text/html' } }),
  ],
  'headers of a refusal': (text) => [reply(302, '', text), reply(429, '', text), reply(404, '<', text)],
  'a Retry-After header': (text) => [retryAfterMs(text, 0), retryAfterMs(`1${text}`, 0)],
  'a range of a file': (text) => [contentRangeOf(`bytes ${text}`), contentRangeOf(`bytes 1-2/${text}`)],
  'marks of a file': (text) => [
    validatorOf({ etag: `"${text}` }),
    validatorOf({ 'last-modified': text, 'accept-ranges': text }),
  ],
  'a link': (text) => [resolveLink(text, base), resolveLink(`//${text}`, base), resolveLink(`?${text}`, base)],
  'a text with the secret masked': (text) => [scrubber.text(text), scrubber.taints(text)],
  'events in one chunk': (text) => [readEvents(`data: ${text}`, text.length + 6), readEvents(text, text.length)],
  'events of many rows': (text) => readEvents(text.replaceAll('a', 'data: a\n'), 1_024),
  'bytes of any encoding': (text) => [
    decodeText(Buffer.from(text)),
    decodeText(Buffer.from(text, 'utf16le')),
    decodeText(Buffer.from(text, 'latin1')),
  ],
  'a table of rules': (text) => [readRulesTable(`from,to\n${text}`), readRulesTable(`from,to\n"${text}`)],
  'cells of a table': (text) => [cellText(text), spreadsheetTable([[text], ...text.split('\n').map((row) => [row])])],
};

const MORE_TEXTS = [
  repeated('commas and quotes', '",'),
  repeated('rows of cells', 'a,b\n'),
  repeated('rows of data', 'data: a\n'),
  repeated('secrets that end too soon', 'aaaaaaaaaaaaaaaaaaaaaaaa'),
];

describe.each(Object.entries(FUNCTIONS))('%s', (_, read) => {
  it('take time in proportion to the text', async () => {
    expect(await superlinearTexts(read, [...INTERRUPTED_TEXTS, ...MORE_TEXTS], SMALL_SIZES)).toEqual([]);
  });

  it('take no more than six times as long for four times a large text', async () => {
    const shapes = [...someTexts('newlines', 'blanks', 'one letter', 'double quotes'), ...MORE_TEXTS];
    expect(await superlinearTexts(read, shapes, { from: 131_072, to: 524_288, floorMs: 250 })).toEqual([]);
  });
});

describe('the pronunciation rules of another project', () => {
  it('are copied in time that is in proportion to them, though all roles are matched with one', async () => {
    const rule = (from: string): PronunciationRule => ({
      ...{ from, to: '', wholeWord: true, matchCase: false, role: 'A', language: null },
    });
    const copy = (roles: readonly string[]) => copiedRules([], [rule('a')], new Map(roles.map((name) => [name, 'A'])));
    const names = (count: number) => Array.from({ length: count }, (_, at) => `R${at}`);
    expect(await superlinearGrowth(copy, names, { from: 1_024, to: 65_536 })).toBeNull();
  });
});
