// The player at the foot of the window, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { player as english } from '../en/player.ts';

export const player: Translation<typeof english> = {
  label: 'プレーヤー',
  previous: '前のセリフ',
  play: '再生',
  pause: '一時停止',
  next: '次のセリフ',
  chapter: '{command}（{keys}）',
  empty: 'セリフを再生すると、ここに表示されます。',
  failed: 'この音声は再生できません。',
  position: '再生位置',
  at: '{position}／{length}',
  atSoFar: '{position}／{length}（受信中）',
  growing: '現在までの長さです。続きを受信しています。',
  showLine: 'このセリフを表示',
  inChapter: '章内のセリフ',
  lineOf: '{role}、セリフ{at, number}／{lines, number}',
  lineOfNobody: 'セリフ{at, number}／{lines, number}',
  filtered: '絞り込んだセリフ',
  place: '{at, number}／{lines, number}',
  skipped: '{lines, number}件スキップ',
  speed: '再生速度{speed}',
  loop: 'ループ',
  loopHint: 'このセリフをループ再生',
  keys: 'J K L',
  ended: {
    nothing: 'これより先に再生できるものはありません。',
    lines: '{lines, plural, other {#件のセリフ}}を再生しました。',
    chapter: '{lines, plural, other {#件のセリフ}}を、{chapter}の最後まで再生しました。',
    spoken: 'テイクのない{lines, plural, other {#件のセリフ}}をローカルのボイスで読み上げました。',
    withoutTake: 'テイクのない{lines, plural, other {#件のセリフ}}をスキップしました。',
    withoutFile: '音声ファイルがない、または壊れている{lines, plural, other {#件のセリフ}}をスキップしました。',
    withoutEither:
      'テイクのない{lines, plural, other {#件のセリフ}}と、音声ファイルがない、または壊れている{files, plural, other {#件のセリフ}}をスキップしました。',
  },
};
