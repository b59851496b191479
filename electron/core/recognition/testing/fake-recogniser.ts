// A recogniser without a model, for tests.
import { listedFiles } from '../../../../node/testing/toy-models/toy-pack.ts';
import type { InstalledRecogniser } from '../pack-recogniser.ts';
import type { RecognisedSpeech, Recogniser, SpeechToRecognise } from '../recogniser.ts';

export const installedRecogniser = (
  id: string,
  languages: string[],
  bytes = 10,
  engine: InstalledRecogniser['pack']['engine'] = { kind: 'nemo-ctc', model: 'model.onnx', tokens: 'tokens.txt' },
): InstalledRecogniser => ({
  path: `/packs/${id}`,
  pack: {
    format: 1,
    kind: 'recogniser',
    id,
    name: id,
    rights: { licence: 'MIT', commercialUse: true, forbiddenUses: [] },
    engine,
    sampleRate: 16_000,
    languages,
    files: listedFiles({ 'model.onnx': new Uint8Array(bytes), 'tokens.txt': '' }),
  },
});

export class FakeRecogniser implements Recogniser {
  readonly name = 'Fake';
  readonly asked: SpeechToRecognise[] = [];
  closed = 0;
  /** Returns the words that are heard, one a second. */
  hear: (speech: SpeechToRecognise) => string | Promise<string> = () => '';

  async recognise(speech: SpeechToRecognise, signal?: AbortSignal): Promise<RecognisedSpeech> {
    this.asked.push(speech);
    const text = await this.hear(speech);
    signal?.throwIfAborted();
    const words = text
      .split(' ')
      .filter(Boolean)
      .map((word, index) => ({ text: word, startSeconds: index, endSeconds: index + 0.9 }));
    return { words, isTimed: true };
  }

  close(): void {
    this.closed += 1;
  }
}
