// Damages files in every format at random, reproducibly by seed, and imports them.

import { ImportError, importTextFile } from '@lectern/manuscript';
import { zipSync } from 'fflate';
import { loadReader } from '../../packages/manuscript/formats/document-readers.ts';
import { manuscriptKind, manuscriptText } from '../../packages/manuscript/script/manuscript-script.ts';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../../shared/model/manuscript.ts';
import { at } from '../../shared/rules/at.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import { SAMPLES } from './samples.ts';

type Random = () => number;

export const BROKEN_FORMS: readonly string[] = Object.keys(SAMPLES);

/** Byte sequences that often break parsers. */
const HOSTILE_BYTES = [
  ...[
    '\0',
    '\ufeff',
    '"',
    "'",
    '<',
    '</',
    '<![CDATA[',
    '<!--',
    '&a;',
    '&#x110000;',
    '<Paragraph>'.repeat(900),
    '[['.repeat(90),
  ],
  ...[
    '/*',
    '*'.repeat(99),
    '(',
    '\n\n',
    '\r',
    '-->',
    '00:00:00,000 --> ',
    ',,,,,,',
    '\t'.repeat(200),
    ':',
    'r="9999999999"',
  ],
  ...['_xD800_', '\ue000', 'ref="A1:XFD1048576"', '__proto__', '\u202e', '#'.repeat(50), 't="s"', '<v -1'],
];

/** Damages bytes: truncates, deletes, duplicates and swaps ranges, and inserts random or hostile bytes. */
function breakBytes(whole: Uint8Array, random: Random): Uint8Array {
  let bytes = Buffer.from(whole);
  for (let times = 1 + Math.floor(random() * 5); times > 0; times -= 1) {
    const from = Math.floor(random() * bytes.length);
    const to = Math.min(bytes.length, from + 1 + Math.floor(random() ** 3 * 300));
    const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
    bytes = Buffer.concat(damagePart(before, part, after, random));
  }
  return Uint8Array.from(bytes);
}

function damagePart(before: Buffer, part: Buffer, after: Buffer, random: Random): Buffer[] {
  switch (Math.floor(random() * 9)) {
    case 0:
      return [before];
    case 1:
      return [before, after];
    case 2:
      return [before, ...Array.from({ length: 2 + Math.floor(random() * 20) }, () => part), after];
    case 3:
      return [before, Buffer.from(part).reverse(), after];
    case 4:
      return [before, Buffer.from(part.map(() => Math.floor(random() * 256))), after];
    case 5:
      return [before, Buffer.from(part.map((byte) => (random() < 0.1 ? Math.floor(random() * 256) : byte))), after];
    case 6:
      return [after, part, before];
    default:
      return [before, part, Buffer.from(at(HOSTILE_BYTES, Math.floor(random() * HOSTILE_BYTES.length))), after];
  }
}

/** Returns a broken file. For archives, either a contained file or the archive itself is damaged. */
export function makeBrokenFile(form: string, seed: number): Uint8Array {
  const random = seededRandom(seed);
  const samples = SAMPLES[form] ?? [];
  // Prefer the small sample, because random damage to it reaches more parts of the parser.
  const sample = at(samples, random() < 0.7 ? 0 : samples.length - 1);
  if (sample instanceof Uint8Array) return breakBytes(sample, random);
  const paths = Object.keys(sample);
  const path = at(paths, Math.floor(random() * paths.length));
  const isInside = random() < 0.7;
  const files = Object.entries(sample).map(
    ([name, bytes]) => [name, isInside && name === path ? breakBytes(bytes, random) : bytes] as const,
  );
  const packed = zipSync(Object.fromEntries(files), { level: 1 });
  return isInside ? packed : breakBytes(packed, random);
}

/** Imports a file. Returns `read`, the code of an expected error, or the message of any other error. */
export async function importOutcome(form: string, bytes: Uint8Array): Promise<string> {
  try {
    if (!isDocumentFormat(form)) return typeof importTextFile(bytes, 'broken').text === 'string' ? 'read' : '';
    const readForm = await loadReader(form);
    const manuscript = await readForm(bytes, 'broken');
    return typeof manuscriptText(manuscript, manuscriptKind(manuscript), () => true) === 'string' ? 'read' : '';
  } catch (error) {
    return error instanceof ImportError ? error.kind : String(error);
  }
}

/** Acceptable results for a broken file. */
export const EXPECTED_OUTCOMES: readonly string[] = [
  ...['read', 'damaged', 'empty', 'protected', 'no-text', 'too-large', 'too-complex', 'binary', 'encoding'],
  // In the application, the reader's worker reports this error as `damaged`.
  'Error: elements are nested too deep',
];

const isDocumentFormat = (form: string): form is DocumentFormat => form in DOCUMENT_FORMATS;
