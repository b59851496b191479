import { expect, it } from 'vitest';
import { withListedVoices } from './new-voices.ts';

const NOTHING: Parameters<typeof withListedVoices>[0] = {
  connection: null,
  known: new Set<string>(),
  added: new Set<string>(),
};
const added = (...lists: readonly (readonly [string, readonly string[]])[]) => [
  ...lists.reduce((seen, [connection, ids]) => withListedVoices(seen, connection, ids), NOTHING).added,
];

it('marks voices that weren’t listed before, until another connection is used', () => {
  expect(added(['local', ['anna', 'ben']])).toEqual([]);
  expect(added(['local', ['anna']], ['local', ['anna', 'kokoro']], ['local', ['anna', 'kokoro']])).toEqual(['kokoro']);
  expect(added(['local', ['anna']], ['local', []], ['local', ['anna']])).toEqual([]);
  expect(added(['local', []], ['local', ['anna']])).toEqual([]);
  expect(added(['local', ['anna']], ['cloud', ['zoe']])).toEqual([]);
});
