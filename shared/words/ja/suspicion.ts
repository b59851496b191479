// What looks suspicious about takes, in Japanese.
import type { suspicion as english } from '../en/suspicion.ts';
import type { Translation } from '../words.ts';

export const suspicion: Translation<typeof english> = {
  flag: {
    silent: { label: '無音', meaning: '音が入っていません。' },
    fast: {
      label: '{ratio}倍速い',
      meaning:
        '{against, select, speech {この言葉を話すのに必要な長さ} other {このボイスの通常}}よりずっと短く、言葉が抜けている可能性があります。',
    },
    slow: {
      label: '{ratio}倍遅い',
      meaning:
        'この長さのテキストに、{against, select, speech {一般的な話し声の} other {このボイスの通常の}}{ratio}倍の時間がかかっています。',
    },
    'dead-air': {
      label: '無音{seconds}秒',
      meaning:
        '{place, select, start {冒頭} inside {途中} other {末尾}}に、台本の指定にない{seconds}秒の無音があります。',
    },
    clipping: {
      label: 'クリップ',
      meaning: '{samples, number}サンプルがフルスケールに達し、そこで音が歪んでいます。',
    },
    'cut-start': {
      label: '頭切れ',
      meaning: '音の途中から始まっています（話し声に対して{level} dB）。',
    },
    'cut-end': {
      label: '尻切れ',
      meaning: '音の途中で終わっています（話し声に対して{level} dB）。',
    },
    'one-sided': {
      label: '{quiet, select, left {左} other {右}}チャンネルなし',
      meaning: '{quiet, select, left {左} other {右}}チャンネルが無音か、もう一方より{decibels} dB小さくなっています。',
    },
    duration: {
      label: '長さの不一致',
      meaning: '長さは{seconds}秒ですが、サービスの通知は{announced}秒でした。一部が欠けている可能性があります。',
    },
  },
};
