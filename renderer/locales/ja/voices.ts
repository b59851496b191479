// The service's voices: the list with its search and filters, samples, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { voices as english } from '../en/voices.ts';

export const voices: Translation<typeof english> = {
  label: 'ボイス',
  search: 'ボイスを検索',
  searchHint: '名前、言語、アクセント…',
  summary: '{voices, plural, other {#件のボイス}}中{shown, number}件',
  asking: 'サービスに問い合わせています…',
  none: {
    title: '該当するボイスはありません',
    detail: '検索する言葉を減らすか、絞り込みを解除してください。',
    showAll: 'すべてのボイスを表示',
  },
  heading: {
    hear: 'サンプル',
    name: 'ボイス',
    traits: '特徴',
    cast: '担当する役',
    star: 'お気に入り',
  },
  clone: 'クローン',
  nameHint: '{voice}。{reason}',
  cantCast: '起用できません：バッチで使えるのは{batchEngine}だけですが、このボイスは{engine}のものです。',
  cantCastUnknown: '起用できません：バッチで使えるのは{batchEngine}だけですが、このボイスは別のエンジンのものです。',
  favourite: 'お気に入り：{voice}',
  play: '{voice}のサンプルを再生',
  pause: '{voice}のサンプルを一時停止',
  sample: {
    title: '{voice} · サンプル',
    detail: 'サービスにあるサンプルです（文字数は消費しません）',
    none: 'サービスに{voice}のサンプルがありません。このボイスでセリフを試聴してください。',
  },
  keys: { Space: 'サンプル', F: 'お気に入り', C: '比較', Enter: '起用' },
  filters: '絞り込み',
  clearFilters: '絞り込みを解除',
  filter: {
    language: '言語',
    gender: '性別',
    accent: 'アクセント',
    age: '年齢',
    style: 'スタイル',
    tempo: 'テンポ',
    texture: '声質',
    loudness: '音量',
    synthesizer: 'シンセサイザー',
    engine: 'エンジン',
    cloned: 'クローン',
    favourite: 'お気に入り',
  },
  value: { yes: 'はい', no: 'いいえ', unsaid: '記載なし' },
};
