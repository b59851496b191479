// Why a value was not taken, by what was refused and the reason, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { refusals as english } from '../en/refusals.ts';

export const refusals: Translation<typeof english> = {
  place: {
    moved: {
      title: 'プロジェクトが移動またはコピーされています',
      detail:
        '画面の上で、ここが正しい場所かどうかを確認してください。コピーから二重に送信しないように、それまで何も送信しません。',
    },
  },
  seed: {
    pinned: {
      title: 'このセリフのシードは固定されています',
      detail: '同じシードでは同じ音声になります。インスペクターでシードを解除してから、再レンダリングしてください。',
    },
  },
  line: {
    'three-roles': {
      title: '3役以上が含まれています',
      detail: '1つのセリフのボイスは2つまでです。段落を空行で分けて、もう一度試してください。',
    },
    'too-long': {
      title: '一度に読み上げるには長すぎます',
      detail: '段落を空行で分けて、もう一度試してください。',
    },
    'no-voice': {
      title: 'ボイスのない役があります',
      detail: '右側のインスペクターで、話す役のボイスを選んで、もう一度試してください。',
    },
    'nothing-to-speak': {
      title: '読み上げるものがありません',
      detail: 'ト書きか記号しかありません。読み上げるテキストを書いてください。',
    },
    'pronunciation-too-long': {
      title: '発音ルールによりセリフが長くなりすぎます',
      detail:
        'あるルールが、別のルールの結果をさらに長くしています。「キャスト」の「発音」で、どれかを変更または削除してください。',
    },
    blocked: {
      title: 'このままではセリフをレンダリングできません',
      detail: '右側のインスペクターで理由を確認してください。',
    },
  },
  audition: {
    'three-roles': {
      title: '3役以上が含まれています',
      detail: '1つのセリフのボイスは2つまでです。段落を空行で分けて、もう一度試してください。',
    },
    'too-long': {
      title: '一度に読み上げるには長すぎます',
      detail: '段落を空行で分けて、もう一度試してください。',
    },
    'no-voice': {
      title: 'ボイスのない役があります',
      detail: '右側のインスペクターで、話す役のボイスを選んで、もう一度試してください。',
    },
    'nothing-to-speak': {
      title: '読み上げるものがありません',
      detail: 'ト書きか記号しかありません。読み上げるテキストを書いてください。',
    },
    'pronunciation-too-long': {
      title: '発音ルールによりセリフが長くなりすぎます',
      detail:
        'あるルールが、別のルールの結果をさらに長くしています。「キャスト」の「発音」で、どれかを変更または削除してください。',
    },
  },
  characterCap: {
    reached: {
      title: '上限に達しました',
      detail: 'このプロジェクトではこれ以上送信しません。「制作」の右側で上限を上げるか、なくしてください。',
    },
  },
  price: {
    unconfirmed: {
      title: '確認の基準を超える費用がかかります',
      detail: '「制作」で費用を確認してください。',
    },
  },
  folderId: {
    unknown: {
      title: 'フォルダーを選び直してください',
      detail: 'ファイルの保存先を選んでから、書き出してください。',
    },
  },
  rules: {
    'too-many': {
      title: '発音ルールが多すぎます',
      detail: 'プロジェクトのルールは{rules, number}件までです。削除するか、短い表を取り込んでください。',
    },
  },
  target: {
    unusable: {
      title: 'この形式では書き出せません',
      detail: 'ファイル名に使う作品情報が足りません。入力してから、もう一度書き出してください。',
    },
  },
  presetName: {
    taken: {
      title: 'この名前のプリセットがすでにあります',
      detail: '大文字と小文字は区別されません。別の名前にしてください。',
    },
  },
  turnPrefix: {
    empty: {
      title: '話者ラベルは空にできません',
      detail: 'この役の発話の前に置くテキストを入力するか、変更を取り消してください。',
    },
    'row-break': { title: '話者ラベルは1行だけです', detail: '改行を入れないでください。' },
    'too-long': {
      title: '話者ラベルが長すぎます',
      detail: '発話ごとに送信されるため、{prefix}文字までです。',
    },
    collides: {
      title: 'この話者ラベルは別の役と重なります',
      detail: '別の役の話者ラベルと同じか、その一部です。サービスが2つを区別できません。',
    },
  },
  roleName: {
    empty: { title: '役には名前が必要です', detail: '台本のコロンの前に書く名前を入力してください。' },
    'too-long': { title: '名前が長すぎます', detail: '役の名前は{name}文字までです。' },
    'not-a-mark': {
      title: '台本でこの名前を役として読み取れません',
      detail: '台本では役を大文字で書き、名前にコロンを含めません。そのように入力してください。',
    },
    exists: {
      title: 'この名前の役がすでにあります',
      detail: '別の名前にするか、2つを統合してください。統合すると、両方のセリフを1つのボイスが話します。',
    },
    narrator: {
      title: 'ナレーターの名前は変えられません',
      detail: '役の指定がないセリフをすべて読みます。代わりに、台本でセリフに役を付けてください。',
    },
    speaks: {
      title: 'この役にはセリフがあります',
      detail: '削除できるのは、セリフのない役だけです。代わりに別の役に統合してください。',
    },
  },
  voice: {
    engine: {
      title: 'このボイスは起用できません',
      detail: 'バッチで使えないエンジンのボイスです。バッチ用エンジンのボイスを選んでください。',
    },
  },
  consent: {
    'in-future': {
      title: 'まだ来ていない日付です',
      detail: '同意を得た日を入力してください。',
    },
  },
  trim: {
    'bad-trim': {
      title: 'テイクの残りが短すぎます',
      detail: 'トリム後に{seconds}秒以上残るようにしてください。',
    },
  },
  gain: {
    'bad-gain': {
      title: 'ゲインが範囲外です',
      detail: '{minGain}～{maxGain} dBにしてください。',
    },
  },
  cover: {
    format: { title: 'カバーに使えない画像です', detail: '完全なPNGまたはJPEGのファイルを選んでください。' },
    'too-large': {
      title: '画像が大きすぎます',
      detail: 'カバーは10 MBまでです。より小さいファイルを選んでください。',
    },
    'too-small': { title: '画像が小さすぎます', detail: '一辺64ピクセル以上が必要です。' },
    'too-many-pixels': {
      title: '画像のピクセル数が多すぎます',
      detail: '一辺6,000ピクセルまでです。縮小してから、選び直してください。',
    },
  },
  note: {
    'long-note': { title: 'メモが長すぎます', detail: 'メモは{note}文字までです。' },
  },
  take: {
    'other-line': {
      title: '別のセリフのテイクです',
      detail: 'このセリフのテイクから選んでください。',
    },
    'other-key': {
      title: '別のテキストまたは設定で作られたテイクです',
      detail: 'そのまま維持するか、セリフを再レンダリングしてください。',
    },
    'no-key': {
      title: 'このままではセリフをレンダリングできません',
      detail: 'そのため、どのテイクも使えません。先にセリフを直してください。理由はインスペクターにあります。',
    },
    unplayable: {
      title: 'このテイクの音声は使えません',
      detail: 'ファイルがないか、壊れています。ファイルを元に戻すか、セリフを再レンダリングしてください。',
    },
  },
  template: { unusable: { title: '名前のテンプレートを使えません' } },
};
