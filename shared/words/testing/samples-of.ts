// Values of every kind that a schema allows, so that tests find a kind without words as soon as it is added.
import { z } from 'zod';

/** Texts by the name of the field that they are in. None is English, so English in a message is the message's own. */
const TEXTS: Readonly<Record<string, string>> = {
  address: 'https://tts.example.jp/v1',
  backup: '/録音/坊っちゃん.lectern/backups/2026-11-28.db',
  code: 'EIO',
  connectedOrigin: 'https://tts.example.jp',
  connectionId: 'c1',
  contentType: 'text/html',
  currency: 'JPY',
  entry: 'takes/母.wav',
  errorId: 'E17',
  id: 'E17',
  field: 'projects.3.path',
  file: '坊っちゃん.txt',
  folder: '/録音/書き出し',
  foundAt: '/引っ越し/坊っちゃん.lectern',
  host: 'tts.example.jp',
  keptAs: '/録音/settings.json.unreadable',
  message: 'ただいま混み合っています。',
  origin: 'https://tts.example.jp',
  outDir: '/録音/書き出し',
  path: '/録音/坊っちゃん.lectern',
  projectOrigin: 'https://other.example.jp',
  self: '/v1/jobs/17',
  setting: 'LECTERN_HOME',
  url: 'https://tts.example.jp',
  what: 'jobs.request',
  where: 'pack.json',
};
const TEXT = '坊っちゃん';

/**
 * Returns a value for each kind: every option of a union and every choice of an enum, with and without values that may
 * be missing. Numbers are 1, for singular words, and 1,234.
 * @param name the name of the field, which determines its text
 * @throws Error for a type of schema that it doesn't know
 */
export function samplesOf<T extends z.ZodType>(schema: T, name = ''): z.output<T>[] {
  return values(schema, name).map((value) => schema.parse(value));
}

function values(schema: z.core.$ZodType, name: string): unknown[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => values(option, name));
  if (schema instanceof z.ZodObject) return objects(schema.shape);
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodNullable) return [...values(schema.unwrap(), name), null];
  if (schema instanceof z.ZodOptional) return [...values(schema.unwrap(), name), undefined];
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodDefault) return values(schema.unwrap(), name);
  if (schema instanceof z.ZodString || schema instanceof z.ZodURL) return [TEXTS[name] ?? TEXT];
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodNumber) return [1, 1_234].filter((number) => schema.safeParse(number).success);
  if (schema instanceof z.ZodArray) {
    const elements = values(schema.element, name);
    return [elements, elements.slice(0, 1)].filter((list) => schema.safeParse(list).success);
  }
  throw new Error(`No samples for ${schema._zod.def.type} (${name})`);
}

/** Varies one field at a time. */
function objects(shape: Readonly<Record<string, z.core.$ZodType>>): unknown[] {
  const fields = Object.entries(shape).map(([name, schema]) => [name, values(schema, name)] as const);
  const first = Object.fromEntries(fields.map(([name, [value]]) => [name, value]));
  const others = fields.flatMap(([name, [, ...rest]]) => rest.map((value) => ({ ...first, [name]: value })));
  return [first, ...others];
}
