import { describe, expect, it } from 'vitest';
import { createSecretScrubber } from './secret-scrubber.ts';

describe('the scrubber', () => {
  it('takes the secret out of a text, plain and percent-encoded, wherever it stands', () => {
    const { text } = createSecretScrubber('s3cret/key+1');
    expect(text('Bearer s3cret/key+1, s3cret/key+1')).toBe('Bearer [key], [key]');
    expect(text('?key=s3cret%2Fkey%2B1')).toBe('?key=[key]');
    expect(text('nothing here')).toBe('nothing here');
  });

  it('knows an address that holds it, unless it is so short that it may be chance', () => {
    const long = createSecretScrubber('0123456789abcdef');
    expect(long.taints('https://h.example/?k=0123456789abcdef')).toBe(true);
    expect(long.taints('https://h.example/?k=0123456789')).toBe(false);
    expect(createSecretScrubber('api').taints('https://h.example/api')).toBe(false);
  });
});
