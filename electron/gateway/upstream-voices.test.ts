import { describe, expect, it } from 'vitest';
import { UpstreamVoices } from './upstream-voices.ts';

const SAMPLE = 'https://samples.example/anna.mp3';

describe('the voices of another service', () => {
  it('are offered with the other service’s samples, because rendering others would be charged', () => {
    const voices = new UpstreamVoices('team');
    voices.update([{ id: 's3://voices/anna', name: 'Anna', sample: SAMPLE }, { id: 's3://voices/ben' }]);
    expect(voices.offered.map(({ name, sample, sampleText }) => ({ name, sample, sampleText }))).toEqual([
      { name: 'Anna', sample: SAMPLE, sampleText: '' },
      { name: 's3://voices/ben', sample: undefined, sampleText: '' },
    ]);
  });

  it('have IDs of their own, even if their names are the same', () => {
    const voices = new UpstreamVoices('team');
    const ids = ['s3://voices/anna', 's3://voices/anna-2'];
    voices.update(ids.map((id) => ({ id, name: 'Anna' })));
    const offered = voices.offered.map(({ id }) => id);
    expect(new Set(offered).size).toBe(2);
    expect(offered.map((id) => voices.upstreamId(id))).toEqual(ids);
    voices.update([]);
    expect(voices.upstreamId(offered[0] ?? '')).toBeUndefined();
  });

  it('are skipped if they can’t be used in batches', () => {
    const voices = new UpstreamVoices('team');
    voices.update([
      { id: 'a', voice_engine: 'Svc2.0' },
      { id: 'b', voice_engine: 'SvcDialog' },
    ]);
    expect([voices.offered.length, voices.skipped]).toEqual([1, 1]);
  });
});
