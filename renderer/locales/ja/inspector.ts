// The inspector: the selected line, who speaks it and how, its takes, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { inspector as english } from '../en/inspector.ts';

export const inspector: Translation<typeof english> = {
  none: {
    heading: 'セリフが選択されていません',
    detail: 'カーソルをセリフに置くと、ボイス、設定、テイクが表示されます。ト書きは読み上げられません。',
  },
  heading:
    '{kind, select, dialog {セリフ{line} · 掛け合い · {characters, plural, other {#文字}}} role {セリフ{line} · {role} · {characters, plural, other {#文字}}} other {セリフ{line} · {characters, plural, other {#文字}}}}',
  takesHeading: 'テイク',
  whyStaleHeading: '要更新の理由',
  voiceHeading: 'ボイスと話し方',
  webhookHeading: 'Webhook · {state}',
  request: { heading: '実際のリクエスト', copy: 'コピー' },

  actions: {
    audition: '試聴',
    stop: '停止',
    render: 'このセリフをレンダリング',
    renderAgain: '再レンダリング',
    ordered: 'セリフ{line}をレンダリングに出しました。',
    whyNot: {
      problem: 'このままではレンダリングできません。',
      fresh: '現在の内容でレンダリング済みです。別のテイクを作るには、テイクを却下してください。',
      kept: 'テイクを維持しています。別のテイクを作るには、テイクを却下してください。',
      'in-flight': 'すでにサービスが処理しています。',
      'in-doubt': '送信しましたが、応答がありませんでした。「制作」でどうするかを決めてください。',
      lost: 'サービスが受け付けましたが、もうサービスにありません。再送信するかどうかを「制作」で決めてください。',
    },
    confirm: {
      missing: {
        label: '再レンダリング',
        detail:
          'このセリフはレンダリング済みですが、音声ファイルがないか、壊れています。再レンダリングすると再び課金されます。',
      },
      approved: {
        label: '承認済みのテイクを置き換える',
        detail:
          'このセリフには承認済みのテイクがあります。テイクは残りますが、書き出されるのは新しいテイクになります。',
      },
      render: 'レンダリング',
      cancel: 'キャンセル',
    },
  },

  takes: {
    none: 'まだありません。このセリフをレンダリングしてください。',
    name: 'テイク{take}',
    play: 'テイク{take}を再生',
    pause: 'テイク{take}を一時停止',
    seed: 'シード{seed}',
    menu: {
      play: '再生',
      approve: '承認',
      reject: '却下',
      undecide: '判定を取り消す',
      pick: '採用',
      keep: '現在のテキスト用に維持',
    },
    pick: 'テイク{take}を採用',
    pickHint: 'テイク{take}を採用します。このテイクが書き出されます。',
    keep: 'テイク{take}を現在のテキスト用に維持',
    keepHint: 'テイク{take}を現在のテキスト用に維持します。このテイクが書き出され、セリフは再レンダリングされません。',
    decide: {
      approved: { label: 'テイク{take}を承認', hint: '承認', undo: '「承認済み」の判定を取り消す' },
      rejected: { label: 'テイク{take}を却下', hint: '却下', undo: '「却下済み」の判定を取り消す' },
    },
    tag: {
      picked: '採用',
      kept: '維持',
      approved: '承認済み',
      rejected: '却下済み',
      missing: 'ファイルなし',
      damaged: 'ファイル破損',
    },
  },

  voice: {
    label: '{role}のボイス',
    choose: 'ボイスを選択',
    noService: 'サービス未接続',
    noServiceInList: 'サービスに接続していません。',
    noMatch: 'この名前のボイスはありません。',
    unlisted: 'サービスの一覧になし',
    traits: '{voice}：{traits}',
    cast: '{role}に{voice}を起用しました。',
    castWithEffect: '{role}に{voice}を起用しました：{effect}',
  },
  turnPrefix: {
    label: '{role}の話者ラベル',
    hint: '送信するテキストで{role}の発話を示すラベル',
    manyRows: '1行で入力してください。',
    collides: '「{prefix}」と区別できません。',
    set: '{role}の話者ラベルを「{prefix}」にしました。',
    setWithEffect: '{role}の話者ラベルを「{prefix}」にしました：{effect}',
  },
  effect: {
    stale: '{lines, plural, other {#件のセリフ}}が要更新になりました。',
    fresh: '{lines, plural, other {#件のセリフ}}のテイクが元に戻りました。',
    none: '要更新になったセリフはありません。',
  },

  origin: { role: 'キャスト', project: 'プロジェクト' },
  parameter: {
    reset: 'このセリフの{parameter}を元に戻す',
    resetHint: 'このセリフだけの設定です。クリックすると元に戻ります。',
    changed: '{parameter}：{value}（このセリフのみ）。',
    isReset: '{parameter}：キャストの設定に戻しました。',
  },
  pause: {
    label: '前のポーズ',
    hint: 'このセリフの前の無音（秒）です。通しての再生と書き出しに使われます。',
    reason: {
      part: '段落内',
      turn: '役が替わる',
      paragraph: '段落',
      heading: '見出しの後',
      chapter: '章',
      mark: '台本の指定',
      none: '最初のセリフ',
    },
    reset: 'このセリフの前を通常のポーズに戻す',
    resetHint: 'このセリフの前だけのポーズです。クリックすると通常のポーズに戻ります。',
    changed: 'セリフ{line}の前のポーズは{seconds, number}秒です。',
    isReset: 'セリフ{line}の前を通常のポーズに戻しました。',
  },
  differing: {
    voice: 'ボイス',
    ofSecondVoice: '2人目のボイスの{parameter}',
    turn_prefix: '話者ラベル',
    turn_prefix_2: '話者ラベル2',
    style: '話し方',
    markup: 'テキスト内の記号',
    output_format: '出力形式',
    voice_engine: 'ボイスのエンジン',
  },

  notice: {
    failed: '失敗しました：{why}',
    'three-roles': '1つの段落に{roles}が含まれていますが、1つのセリフは2役までです。間に空行を入れてください。',
    'too-long':
      '{characters, number}文字ありますが、1つのジョブは{limit, number}文字までです。短くするか、空行を入れてください。',
    'no-voice': '{count, plural, other {{roles}のボイスがまだありません。下で選んでください。}}',
    'nothing-to-speak': '読み上げるものがありません。',
    'pronunciation-too-long':
      '発音ルール{rule}（「{from}」）により{limit, number}文字を超えます。このルール、またはこのルールが繰り返す前のルールを変更してください。',
    'roles-differ': '{roles}の{parameters}が異なります。掛け合いではそれぞれ1つだけのため、最初の役の値を使います。',
    'prefix-in-text':
      '{role}のテキストに「{prefix}」が含まれており、サービスが発話の始まりとみなすことがあります。テキストまたは話者ラベルを変更してください。',
    'prefixes-overlap': '話者ラベル{prefixes}を区別できません。どれかを変更してください。',
    quoted: '「{prefix}」',
  },
  direction: {
    asks: {
      whispering: 'ささやいて',
      soft: '静かに',
      shouting: '大声で',
      angry: '怒って',
      sad: '悲しそうに',
      cheerful: '明るく',
      excited: '興奮して',
      afraid: '怯えて',
      slow: 'ゆっくり',
      fast: '速く',
      emphasis: '強調して',
      spelling: '一文字ずつ',
    },
    done: '「{words}」：{asks}話します。',
    voice: '「{words}」：このボイスは{asks}話せません。ト書き自体も読み上げません。',
    dialog: '「{words}」：2人の役のセリフなので反映されません。発話を別の段落にしてください。',
    within: '「{words}」：最初の言葉より後にあるので反映されません。段落の先頭に置いてください。',
    twice: '「{words}」：前のト書きが別の指定をしています。',
  },
  sounds: {
    done: '「{words}」：/{ipa}/と発音します。',
    voice: '「{words}」：このボイスは/{ipa}/の音を指定できません。「{said}」と読みます。',
  },
  readAloud: '「{text}」と読み上げます',
  whyStale: {
    text: 'テイク{take}の後にテキストが変わりました：',
    others: 'テイク{take}の後に{differing}が変わりました。',
    othersToo: '{differing}も変わりました。',
    undo: '編集を取り消すと、費用なしでテイク{take}に戻せます。',
    setBack: '元に戻すと、費用なしでテイク{take}に戻せます。',
  },
};
