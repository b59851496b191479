// Why an export has no file for a line, and what else is said of it, in Japanese.
import type { reasons as english } from '../en/reasons.ts';
import type { Translation } from '../words.ts';

export const reasons: Translation<typeof english> = {
  line: {
    'no-take': 'テイクがありません。',
    stale: 'テイクが要更新です。',
    'not-approved': 'テイクが承認されていません。',
    'audio-missing': '音声ファイルがありません。元に戻すか、セリフを再レンダリングしてください。',
    'audio-damaged': '音声ファイルが壊れています。元に戻すか、セリフを再レンダリングしてください。',
    'audio-changed': '音声ファイルが壊れています（{path}）。元に戻すか、セリフを再レンダリングしてください。',
    'audio-unsafe':
      '音声ファイルがリンク、または通常のファイルではありません。ファイルそのものを置くか、セリフを再レンダリングしてください。',
    'not-convertible': '音声を書き出せません：{detail}',
    'file-in-use':
      '「{file}」を移動または置き換えできません。別のプログラムで開かれているか、変更が許可されていません。そのプログラムで閉じてください。',
    'not-exported': 'どのファイルにも含まれていません。',
    'file-not-made': 'このセリフを含む「{file}」を作成できませんでした。',
    said: '{sentence}',
  },
  notice: {
    avoided: 'Lecternのものではないファイルなどがあるため、{files, plural, other {#ファイル}}を別の名前にしました。',
    binned: 'この書き出しで置き換えた、または不要になった{files, plural, other {#ファイル}}を{folder}に移しました。',
    'not-binned':
      '「{file}」{others, plural, =0 {} other {と、ほか#ファイル}}はごみ箱に移すはずでしたが、別のプログラムで開かれています。次の書き出しで移します。',
    'held-back': 'ゲインを上げるとクリップするため、{count, plural, other {セリフ}}{lines}のゲインを抑えました。',
    renamed:
      '書き出し中に、Lecternのものではないファイルが同じ場所に置かれたため、「{file}」{others, plural, =0 {} other {と、ほか#ファイル}}を別の名前にしました。',
    'chapters-left-out':
      '「{file}」には、チャプター{from, number}（「{title}」）から{chapters, number}までのチャプターマークがありません。この形式には収まらないためです。音声はすべて入っています。',
    said: '{sentence}',
  },
  chapterList: {
    nero: '「{file}」のチャプターは{chapters, number}個で、Nero形式のチャプターリストの上限（255個）を超えるため、QuickTimeのチャプタートラックにのみ入れました。Nero形式のリストだけを読むプレーヤーでは、チャプターが表示されません。',
    cue: '「{file}」のチャプター（{chapters, plural, other {#個}}）は、開始位置が遅すぎるかタイトルが長すぎてキューポイントにできないため、ID3タグにのみ入れました。キューポイントだけを読むソフトでは、チャプターが表示されません。',
  },
  chapterTitles:
    '「{file}」のチャプターリストでは、長すぎるタイトルを短くしました：{count, plural, other {チャプター}}{numbers}。',
  heldBackLine: '{line}（{decibels} dB）',
};
