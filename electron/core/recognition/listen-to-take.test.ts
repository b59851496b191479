import { encodeWav } from '@lectern/audio';
import { expect, test } from 'vitest';
import { listenToTake } from './listen-to-take.ts';
import type { Recogniser, SpeechToRecognise } from './recogniser.ts';

function hearing(text: string) {
  const asked: SpeechToRecognise[] = [];
  const recogniser: Recogniser = {
    name: 'Fake',
    async recognise(speech) {
      asked.push(speech);
      const words = text
        .split(' ')
        .map((word, index) => ({ text: word, startSeconds: index, endSeconds: index + 0.9 }));
      return { words, isTimed: true };
    },
    close() {},
  };
  return { recogniser, asked };
}

test('a take is mixed to one channel, recognised with its names as hotwords, and compared', async () => {
  const { recogniser, asked } = hearing('the man kissed shivaun');
  const [left, right] = [new Float32Array(1600).fill(0.5), new Float32Array(1600).fill(-0.25)];
  const { findings } = await listenToTake(recogniser, {
    audio: encodeWav({ sampleRate: 16_000, channels: [left, right] }),
    text: 'The old man kissed Siobhan.',
    languageCode: 'en-IE',
    respellings: [{ from: 'Siobhan', to: 'Shivawn' }],
  });
  expect(findings).toMatchObject([{ kind: 'missing', fromWord: 1, toWord: 2 }]);
  expect(asked).toMatchObject([{ sampleRate: 16_000, languageCode: 'en-IE', hotwords: ['Siobhan', 'kissed'] }]);
  expect(asked[0]?.samples).toHaveLength(1600);
  expect(asked[0]?.samples[0]).toBeCloseTo(0.125, 3);
});
