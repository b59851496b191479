import { describe, expect, test } from 'vitest';
import { preferredType } from './single.ts';

const OFFERS = { json: /^application\/json$/, events: /^text\/event-stream$/, audio: /^audio\// };

describe('the type that a reader likes best', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['*/*', undefined],
    ['text/html', undefined],
    ['text/event-stream', 'events'],
    ['Text/Event-Stream; charset=utf-8', 'events'],
    ['audio/*', 'audio'],
    ['audio/wav;q=0.5, */*', 'audio'],
    ['application/json, text/event-stream', 'json'],
    ['text/event-stream, application/json', 'events'],
    ['application/json;q=0.9, text/event-stream', 'events'],
    ['text/event-stream;q=0.2,application/json;q=0.3', 'json'],
    ['text/event-stream;q=0', undefined],
    ['text/event-stream; level=1; q=0.5, audio/mpeg; q=0.4', 'events'],
    ['text/event-stream-not, ,;;,q=1', undefined],
  ];
  for (const [accept, expected] of cases) {
    test(`of "${accept}" is ${expected}`, () => expect(preferredType(accept, OFFERS)).toBe(expected));
  }
});
