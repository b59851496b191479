import { expect, test } from 'vitest';
import { listenToTake } from './listen-to-take.ts';
import { FakeRecogniser } from './testing/fake-recogniser.ts';

test('a take is recognised with its names as hotwords, and compared', async () => {
  const recogniser = new FakeRecogniser();
  recogniser.hear = () => 'the man kissed shivaun';
  const samples = new Float32Array(1600);
  const { findings } = await listenToTake(recogniser, {
    samples,
    sampleRate: 16_000,
    text: 'The old man kissed Siobhan.',
    languageCode: 'en-IE',
    respellings: [{ from: 'Siobhan', to: 'Shivawn' }],
  });
  expect(findings).toMatchObject([{ kind: 'missing', fromWord: 1, toWord: 2 }]);
  const speech = { samples, sampleRate: 16_000, languageCode: 'en-IE', hotwords: ['Siobhan', 'kissed'] };
  expect(recogniser.asked).toEqual([speech]);
});
