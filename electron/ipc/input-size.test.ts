import { describe, expect, it } from 'vitest';
import { inputProblem } from './input-size.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) });

describe('an input', () => {
  it('passes where it is of the size of a request', () => {
    const changes = Array.from({ length: 100_000 }, (_, at) => ({ from: at, to: at, insert: 'a' }));
    for (const input of [null, 1, 'text', {}, { bytes: new Uint8Array(1_000_000) }, nested(10), { changes }]) {
      expect(inputProblem(input)).toBeNull();
    }
  });

  it('is refused where it is too large, as text, as bytes or as values', () => {
    expect(inputProblem({ text: 'x'.repeat(40_000_000) })).toBe('too-large');
    expect(inputProblem({ bytes: new Uint8Array(65 * 1024 * 1024) })).toBe('too-large');
    expect(inputProblem({ ['k'.repeat(40_000_000)]: 1 })).toBe('too-large');
    expect(inputProblem(new Array(2_000_000).fill(0))).toBe('too-large');
    expect(inputProblem(new Array(4_000_000_000))).toBe('too-large');
    expect(inputProblem([new Array(900_000).fill(0), new Array(900_000).fill(0)])).toBe('too-large');
  });

  it('is refused where it is nested without end', () => {
    expect(inputProblem(nested(20))).toBe('too-deep');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(inputProblem(circle)).toBe('too-deep');
  });

  it('is refused where it wants to be the ancestor of objects', () => {
    expect(inputProblem(JSON.parse('{"a":{"__proto__":{"polluted":true}}}'))).toBe('forbidden-key');
  });
});
