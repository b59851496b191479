import { expect, it } from 'vitest';
import { type SpeechClosing, speechEdges } from './speech-edges.ts';

const CLOSINGS: readonly (readonly [SpeechClosing, readonly string[]])[] = [
  ['comma', ['“My dear Mr. Bennet,”', '„Ja“,', '« Bonjour »,', 'قال:', 'نعم،', '「はい、', '他说：', '—Sí, ', 'हाँ,']],
  ['semicolon', ['It was late;', 'كان الوقت متأخرا؛', '天黑了；']],
  ['stop', ['It was late.', '“Yes.”', 'Yes. (Sits.)', '「はい。」', '好。”', 'हाँ।', 'አዎ።', '*No.*', 'Նա եկավ։']],
  ['question', ['“Really?”', '« Vraiment ? »', '¿De verdad?', 'حقا؟', '「本当？」', '»Nein!«', 'Αλήθεια;', 'Really?!']],
  ['ellipsis', ['I wonder…', '“Well...”', '「それは……」', 'So … ', '他说。。。']],
  ['dash', ['“I was just—”', 'But –', 'But--', '「だから――」']],
  ['none', ['Chapter One', '「行こう」', 'สวัสดีครับ', '']],
];

it.each(CLOSINGS.flatMap(([closes, texts]) => texts.map((text) => [text, closes] as const)))(
  '%s ends with: %s',
  (text, closes) => {
    expect(speechEdges(text).closes).toBe(closes);
  },
);

it.each([
  ['said his lady', 'continuation'],
  ['“that Netherfield is let', 'continuation'],
  ['—preguntó ella', 'continuation'],
  ['…and then', 'continuation'],
  ['と彼は言った。', 'continuation'],
  ['って、誰が。', 'continuation'],
  ['She smiled', 'sentence'],
  ['«Élan»', 'sentence'],
  ['とても寒い。', 'sentence'],
  ['قال', 'sentence'],
  ['42 of them', 'sentence'],
  ['', 'sentence'],
])('%s starts a %s', (text, opens) => {
  expect(speechEdges(text).opens).toBe(opens);
});
