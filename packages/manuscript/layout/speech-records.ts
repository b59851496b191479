// Scripts whose speeches are records, each with its fields: `{"speaker": "Anna", "text": "Hello."}`, or `Speaker: Anna` above `Line: Hello.`
import { isNameList } from './layout-names.ts';
import { isStamp } from './layout-stamps.ts';
import { tabbedRow } from './script-columns.ts';
import { layoutOf } from './table-columns.ts';

type SpeechRecord = ReadonlyMap<string, string>;

const LEAST_RECORDS = 2;
const MOST_FIELDS = 12;
/** Of the rows, this part has a field; and of the records, this part a name. */
const FIELDS_SHARE = 0.5;
const NAMES_SHARE = 0.8;
/** What a text holds: its records, and what stands beside them, as rows. */
interface Records {
  readonly records: readonly SpeechRecord[];
  readonly others: readonly string[];
}

/** A text whose speeches are records, as a table with tabs between its cells; any other as it is. */
export function withRecordsAsRows(text: string): string {
  const { records, others } = (/^\s*[[{]/.test(text) ? fromJson(text) : null) ?? fromFields(text) ?? NONE;
  const titles = [...new Set(records.flatMap((record) => [...record.keys()]))];
  if (records.length < LEAST_RECORDS || titles.length < 2 || titles.length > MOST_FIELDS) return text;
  const rows = [titles, ...records.map((record) => titles.map((title) => record.get(title) ?? ''))];
  const layout = layoutOf(rows);
  const role = layout?.columns.role ?? null;
  if (!layout?.isNamed || layout.first !== 1 || role === null) return text;
  const named = rows.slice(1).filter((row) => isNameList(capitalised(row[role]?.trim() ?? '')));
  if (named.length < records.length * NAMES_SHARE) return text;
  return `${[...others, ...rows.map((row, at) => tabbedRow(row, role, at === 0))].join('\n')}\n`;
}

const NONE: Records = { records: [], others: [] };

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The records of JSON: a list, a list within an object, or an object in each row; null of any other text. */
function fromJson(text: string): Records | null {
  const whole = parsed(text);
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const list = whole === undefined ? rows.map((row) => parsed(row.trim().replace(/,$/, ''))) : listIn(whole);
  const records = list.map(recordOf);
  const others = isObject(whole) ? recordOf({ ...whole, [keyOfList(whole)]: '' }) : new Map();
  if (others === null || !records.every((record) => record !== null)) return null;
  return { records, others: [...others].flatMap(([key, value]) => (value === '' ? [] : [`[${key}: ${value}]`])) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyOfList = (value: Readonly<Record<string, unknown>>): string =>
  Object.keys(value).find((key) => Array.isArray(value[key])) ?? '';

function listIn(value: unknown): readonly unknown[] {
  const list = isObject(value) ? value[keyOfList(value)] : value;
  return Array.isArray(list) ? list : [];
}

/** Null where a field holds others. */
function recordOf(value: unknown): SpeechRecord | null {
  if (!isObject(value)) return null;
  const fields = Object.entries(value);
  if (fields.some(([, field]) => typeof field === 'object' && field !== null)) return null;
  return new Map(fields.map(([key, field]) => [key, field === null ? '' : String(field)]));
}

/** `Speaker: Anna`, `  - "text": "Hello."` */
const FIELD = /^[ \t]{0,20}(?:[-*] )?["']?(\p{L}[\p{L} _-]{0,24})["']? ?[:=] ?(.*)$/u;

/** The field of words that have none. */
const WORDS = 'text';

/** The records of rows that each have a field; null of any other text. A record ends where its first field comes again. */
function fromFields(text: string): Records | null {
  const [first] = /^.*$/m.exec(text.trimStart()) ?? [];
  const key = FIELD.exec(first ?? '')?.[1]?.toLowerCase();
  if (key === undefined) return null;
  const records: Map<string, string>[] = [];
  let [last, fields, filled] = ['', 0, 0];
  for (const row of text.split('\n')) {
    if (row.trim() === '') continue;
    filled += 1;
    const [, typed = '', value = ''] = FIELD.exec(row) ?? [];
    const name = typed.toLowerCase();
    const isField = typed !== '' && (name === key || records.length < 2 || records[0]?.has(name));
    if (name === key) records.push(new Map());
    const record = records.at(-1);
    if (record === undefined) return null;
    if (isField) {
      fields += 1;
      last = name;
      record.set(name, value.replace(/^(["'])(.*)\1,?$/, '$2'));
    } else {
      // `Speaker: Anna` and perhaps when, above words without a field.
      const into = last === key || isStamp(record.get(last) ?? '') ? WORDS : last;
      const before = record.get(into);
      record.set(into, before === undefined ? row.trim() : `${before} ${row.trim()}`);
      last = into;
    }
    if (record.size > MOST_FIELDS) return null;
  }
  return fields >= filled * FIELDS_SHARE ? { records, others: [] } : null;
}
