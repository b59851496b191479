import { expect, it } from 'vitest';
import { englishIn } from './english-in.ts';

it.each([
  ['サービスがthe requestを拒否しました。', ['the', 'request']],
  ['エラー：not-found', ['not-found']],
  ['It Is Not There。', ['It Is Not There']],
])('finds English in “%s”', (text, found) => {
  expect(englishIn(text)).toEqual(found);
});

it.each([
  'Lecternの設定でMP3とFLACを選び、HTTP 429を確認してください（44.1 kHz、-19 LUFS）。',
  '/録音/play.lecternのtakes/母.wavと、https://tts.example.jpのproject.db-walを確認してください。',
  '[pause 1s]のようなポーズを書いてください。',
  '「lectern voices packs」または--out、LECTERN_HOME、jobs.requestを確認してください。',
])('finds none in “%s”', (text) => {
  expect(englishIn(text)).toEqual([]);
});
