// Writes small ONNX models (a protobuf, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), as far as tests need it.

/** A field of a message: its bytes with their tag. */
type Field = Uint8Array;

function varint(value: bigint | number): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return bytes;
}

const whole = (field: number, value: bigint | number): Field =>
  Uint8Array.from([...varint(field << 3), ...varint(value)]);

function bytes(field: number, value: Uint8Array): Field {
  return Buffer.concat([Uint8Array.from([...varint((field << 3) | 2), ...varint(value.length)]), value]);
}

const text = (field: number, value: string): Field => bytes(field, Buffer.from(value));
const message = (field: number, ...fields: readonly Field[]): Field => bytes(field, Buffer.concat(fields));

const ELEMENT = { float: 1, int64: 7 } as const;
const ATTRIBUTE = { int: 2, tensor: 4 } as const;

/** Numbers of one type, in any number of dimensions. */
export interface Tensor {
  readonly type: keyof typeof ELEMENT;
  readonly dimensions: readonly number[];
  readonly values: readonly number[];
}

function tensor(field: number, { type, dimensions, values }: Tensor, name = ''): Field {
  const data = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values.map(BigInt));
  return message(
    field,
    ...dimensions.map((size) => whole(1, size)),
    whole(2, ELEMENT[type]),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer)),
  );
}

/** One step of a graph: what goes in and comes out has names. */
export interface Step {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Whole numbers, or a tensor. */
  readonly attributes?: Readonly<Record<string, number | Tensor>>;
}

/** What a graph takes or gives: texts stand for dimensions whose size is not known before. */
export interface Port {
  readonly name: string;
  readonly type: Tensor['type'];
  readonly dimensions: readonly (number | string)[];
}

export interface Model {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: Readonly<Record<string, Tensor>>;
  readonly steps: readonly Step[];
  readonly metadata: Readonly<Record<string, string | number>>;
}

function step({ operator, inputs, output, attributes = {} }: Step): Field {
  const named = Object.entries(attributes).map(([name, value]) =>
    typeof value === 'number'
      ? message(5, text(1, name), whole(3, value), whole(20, ATTRIBUTE.int))
      : message(5, text(1, name), tensor(5, value), whole(20, ATTRIBUTE.tensor)),
  );
  return message(1, ...inputs.map((name) => text(1, name)), text(2, output), text(4, operator), ...named);
}

function port(field: number, { name, type, dimensions }: Port): Field {
  const sizes = dimensions.map((size) => message(1, typeof size === 'number' ? whole(1, size) : text(2, size)));
  return message(field, text(1, name), message(2, message(1, whole(1, ELEMENT[type]), message(2, ...sizes))));
}

const IR_VERSION = 8;
const OPERATORS_VERSION = 13;

/** The bytes of a model's file. */
export function onnxFile({ inputs, outputs, constants, steps, metadata }: Model): Uint8Array {
  const graph = message(
    7,
    ...steps.map(step),
    text(2, 'toy'),
    ...Object.entries(constants).map(([name, value]) => tensor(5, value, name)),
    ...inputs.map((one) => port(11, one)),
    ...outputs.map((one) => port(12, one)),
  );
  return Buffer.concat([
    whole(1, IR_VERSION),
    graph,
    message(8, text(1, ''), whole(2, OPERATORS_VERSION)),
    ...Object.entries(metadata).map(([key, value]) => message(14, text(1, key), text(2, String(value)))),
  ]);
}

// What graphs are put together from.

export const floats = (...values: readonly number[]): Tensor => ({
  type: 'float',
  dimensions: [values.length],
  values,
});
export const integers = (...values: readonly number[]): Tensor => ({
  type: 'int64',
  dimensions: [values.length],
  values,
});

export const to = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Step['attributes'] = {},
): Step => ({
  operator,
  inputs,
  output,
  attributes,
});

/** Types as `Cast` takes them. */
export const { float: FLOAT, int64: INT64 } = ELEMENT;
