import { expect, it } from 'vitest';
import { fingerprintOf, upstreamRequest } from './upstream-request.ts';
import { UpstreamVoices } from './upstream-voices.ts';

const voices = new UpstreamVoices('team');
voices.update([
  { id: 's3://voices/anna/manifest.json', name: 'Anna', voice_engine: 'SvcDialog', language_code: 'en-GB' },
  { id: 's3://voices/anna-2/manifest.json', name: 'Anna' },
  { id: 's3://voices/陽子/manifest.json', name: '陽子' },
  { id: 's3://voices/old/manifest.json', name: 'Old', voice_engine: 'Svc2.0' },
]);
const [anna, second, yoko] = voices.offered.map(({ id }) => id);
const input = { voice_engine: 'SvcDialog', text: 'Yes, sir.', voice: anna ?? '' } as const;

it('offers voices that work in batches, under different identifiers', () => {
  expect(voices.offered.map(({ name }) => name)).toEqual(['Anna', 'Anna', '陽子']);
  expect(voices.skipped).toBe(1);
  expect(new Set(voices.offered.map(({ id }) => id)).size).toBe(3);
  for (const { id, slug } of voices.offered) {
    expect(id).toMatch(/^lectern:\/\/voices\/upstream-team\/[a-z0-9-]+\/manifest\.json$/);
    expect(slug).toMatch(/^[a-z0-9-]+$/);
  }
});

it('sends the identifiers of the other service, and none of this service’s extensions', () => {
  const request = upstreamRequest(
    {
      ...input,
      text: '<emphasis>Never</emphasis> say &amp;.',
      markup: 'ssml',
      style: 'angry',
      voice_2: yoko,
      turn_prefix: 'A:',
      turn_prefix_2: 'B:',
      seed: 3,
    },
    voices,
  );
  expect(request).toEqual({
    voice_engine: 'SvcDialog',
    text: 'Never say &.',
    voice: 's3://voices/anna/manifest.json',
    voice_2: 's3://voices/陽子/manifest.json',
    turn_prefix: 'A:',
    turn_prefix_2: 'B:',
    seed: 3,
    output_format: 'mp3',
  });
});

it('says why a request can’t be sent', () => {
  expect(upstreamRequest({ ...input, voice_engine: 'Svc3.0-mini' }, voices)).toContain('SvcDialog');
  expect(upstreamRequest({ ...input, voice: 'lectern://voices/en-gb/alistair/manifest.json' }, voices)).toContain(
    'voice',
  );
  const dialog = { ...input, voice_2: 'lectern://voices/en-gb/alistair/manifest.json' };
  expect(upstreamRequest(dialog, voices)).toContain('voice_2');
});

it('gives the same fingerprint only to requests with the same content', () => {
  const fingerprint = (more: object): string => {
    const request = upstreamRequest({ ...input, ...more }, voices);
    if (typeof request === 'string') throw new Error(request);
    return fingerprintOf(request);
  };
  expect(fingerprint({ seed: 1, speed: 1.5 })).toBe(fingerprint({ speed: 1.5, seed: 1, style: 'sad' }));
  const different = [{}, { seed: 1 }, { seed: 2 }, { text: 'Yes, sir!' }, { voice: second }, { output_format: 'wav' }];
  expect(new Set(different.map(fingerprint)).size).toBe(different.length);
});
