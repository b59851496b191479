// A fast structured clone over JSON for Node and pages: JSON values are unchanged, and all other values are replaced
// with marked objects.

/** A JSON-compatible value. `isPlain` means that nothing had to be replaced. */
export interface Packed {
  readonly isPlain: boolean;
  readonly value: unknown;
}

/** The property that marks a replaced value. */
const KIND_KEY = '~';
const MAX_DEPTH = 500;

type Base64Bytes = Uint8Array & { toBase64(): string };
type FromBase64 = typeof Uint8Array & { fromBase64(text: string): Uint8Array };

const bytesToText = (bytes: Uint8Array): string =>
  typeof Buffer === 'undefined'
    ? (bytes as Base64Bytes).toBase64()
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const textToBytes = (text: string): Uint8Array =>
  typeof Buffer === 'undefined'
    ? (Uint8Array as FromBase64).fromBase64(text)
    : new Uint8Array(Buffer.from(text, 'base64'));

const markedValue = (kind: string, ...parts: readonly unknown[]): object => ({ [KIND_KEY]: kind, v: parts });

const cloneError = (): Error => new Error('An object could not be cloned.');

function packNumber(value: number): unknown {
  if (Object.is(value, -0)) return markedValue('number', '-0');
  return Number.isFinite(value) ? value : markedValue('number', String(value));
}

function packArray(values: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | null = null;
  for (let i = 0; i < values.length; i += 1) {
    const packed = packValue(values[i], depth + 1);
    if (packed !== values[i]) copy ??= values.slice(0, i);
    copy?.push(packed);
  }
  return copy ?? values;
}

function packPlainObject(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  let hasChanged = !(Object.getPrototypeOf(object) === Object.prototype || Object.getPrototypeOf(object) === null);
  const keys = Object.keys(object);
  const values: unknown[] = [];
  for (const key of keys) {
    const packed = packValue(object[key], depth + 1);
    if (packed !== object[key]) hasChanged = true;
    values.push(packed);
  }
  if (keys.includes(KIND_KEY)) return markedValue('object', keys, values);
  return hasChanged ? Object.fromEntries(keys.map((key, i) => [key, values[i]])) : object;
}

function packObject(value: object, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new Error('A cycle in a message is not part of the Chromium host');
  if (Array.isArray(value)) return packArray(value, depth);
  if (value instanceof Date) return markedValue('date', packNumber(value.getTime()));
  if (value instanceof Map) return markedValue('map', packArray([...value].flat(), depth));
  if (value instanceof Set) return markedValue('set', packArray([...value], depth));
  if (value instanceof Error) return markedValue('error', value.name, value.message, value.stack);
  if (value instanceof ArrayBuffer) return markedValue('ArrayBuffer', bytesToText(new Uint8Array(value)));
  if (ArrayBuffer.isView(value)) {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    return markedValue(name, bytesToText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)));
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') throw cloneError();
  return packPlainObject(value as Record<string, unknown>, depth);
}

function packValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return packNumber(value);
  if (value === undefined) return markedValue('undefined');
  if (typeof value === 'bigint') return markedValue('bigint', String(value));
  if (typeof value === 'object') return packObject(value, depth);
  throw cloneError();
}

/**
 * Makes a value JSON-compatible.
 * @throws Error worded as in Electron if it contains a function, symbol or anything else that can't be cloned
 */
export function pack(value: unknown): Packed {
  const packed = packValue(value, 0);
  return { isPlain: packed === value, value: packed };
}

const ERRORS: Readonly<Record<string, ErrorConstructor>> = {
  Error,
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
};

const VIEWS = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
} as const;

function unpackError([name, message, stack]: readonly unknown[]): Error {
  const error = new (ERRORS[String(name)] ?? Error)(String(message));
  if (typeof stack === 'string') error.stack = stack;
  return error;
}

function unpackMarked(kind: string, parts: readonly unknown[]): unknown {
  const [first, second] = parts;
  const list = (): unknown[] => (first as unknown[]).map(unpackValue);
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(first);
    case 'bigint':
      return BigInt(String(first));
    case 'date':
      return new Date(unpackValue(first) as number);
    case 'error':
      return unpackError(parts);
    case 'set':
      return new Set(list());
    case 'map': {
      const flat = list();
      return new Map(flat.flatMap((key, i) => (i % 2 === 0 ? [[key, flat[i + 1]] as const] : [])));
    }
    case 'object':
      return Object.fromEntries((first as string[]).map((key, i) => [key, unpackValue((second as unknown[])[i])]));
    default: {
      const { buffer } = textToBytes(String(first)).slice();
      const View = VIEWS[kind as keyof typeof VIEWS] as new (buffer: ArrayBufferLike) => unknown;
      return kind === 'ArrayBuffer' ? buffer : new View(buffer);
    }
  }
}

function unpackValue(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(unpackValue);
  const object = value as Record<string, unknown>;
  if (typeof object[KIND_KEY] === 'string') return unpackMarked(object[KIND_KEY], object['v'] as readonly unknown[]);
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, unpackValue(member)]));
}

export const unpack = ({ isPlain, value }: Packed): unknown => (isPlain ? value : unpackValue(value));
