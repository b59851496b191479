// The parameters of the service that a role or a line may set, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { parameters as english } from '../en/parameters.ts';

export const parameters: Translation<typeof english> = {
  bounds: {
    between:
      '{unit, select, times {{min, number}～{max, number}倍} Hz {{min, number}～{max, number} Hz} other {{min, number}～{max, number}}}',
    from: '{unit, select, s {{min, number}秒以上} other {{min, number}以上}}',
  },
  speed: {
    label: '話速',
    name: '話速',
    none: 'ボイスの既定',
    what: 'ボイスの話す速さ：1が本来の速さ、2が2倍の速さです。',
  },
  temperature: {
    label: '温度',
    name: '温度',
    none: 'サービスの既定',
    what: 'テイクごとの違いの大きさ：低いと均一で安定し、高いと表情豊かで予測しにくくなります。',
  },
  seed: {
    label: 'シード',
    name: 'シード',
    none: 'ランダム',
    what: '同じシードなら同じテイクになります。空にすると毎回新しいテイクになり、リテイクにはこれが必要です。',
  },
  language: {
    label: '言語',
    name: '言語',
    none: 'ボイスの既定',
    what: 'テキストを読む言語です。',
  },
  quality: {
    label: '品質',
    name: '品質',
    none: 'サービスの既定',
    what: 'サービスが音にかける手間です。下書き用の品質は早く届きます。',
  },
  sample_rate: {
    label: 'サンプルレート',
    name: 'サンプルレート',
    none: 'ボイスの既定',
    what: '1秒あたりの音声のサンプル数です。書き出し時に変換されるため、特定の値が必要でなければ空にしてください。',
  },
  voice_conditioning_seconds: {
    label: 'コンディショニング',
    name: 'コンディショニング',
    none: 'サービスの既定',
    what: '話す前にサービスがボイスのサンプルを聞く秒数です。長いほどサンプルに近くなります。',
  },
};
