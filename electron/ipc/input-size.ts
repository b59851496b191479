// A guard before anything is parsed: what a page may send at most, and what it may never send.

/** A whole book, twice over; a script that is dropped on the window crosses in one piece. Bytes. */
const LARGEST_INPUT_BYTES = 64 * 1024 * 1024;
/** No request of the contract is nested deeper than a few levels. */
const DEEPEST_INPUT = 16;
/** An edit of 100,000 changes has 400,000 values. */
const MOST_VALUES = 1_000_000;

/** Why an input is refused before it is parsed; null: it is not. */
export function inputProblem(input: unknown): 'too-large' | 'too-deep' | 'forbidden-key' | null {
  let bytes = 0;
  let values = 0;
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next;
    values += 1;
    bytes += bytesOf(value);
    if (values > MOST_VALUES || bytes > LARGEST_INPUT_BYTES) return 'too-large';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= DEEPEST_INPUT) return 'too-deep';
    if (Array.isArray(value)) {
      // Asked before it is walked through: an array may say that it is long without holding anything.
      if (value.length > MOST_VALUES) return 'too-large';
      for (const member of value) stack.push({ value: member, depth: depth + 1 });
      continue;
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'forbidden-key';
      bytes += key.length * 2;
      stack.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 });
    }
  }
  return null;
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  return ArrayBuffer.isView(value) ? value.byteLength : 8;
}
