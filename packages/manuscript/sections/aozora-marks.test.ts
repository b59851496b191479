import { describe, expect, it } from 'vitest';
import { importTextFile } from '../text/text-file.ts';
import { withoutNotes } from './text-notes.ts';

const RULE = '-'.repeat(55);
const LEGEND = `${RULE}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）灯台《とうだい》\n${RULE}\n`;
const CREDITS = '底本：「灯台」出版社\n　　　1990（平成2）年1月1日発行\n入力：山田\n青空文庫作成ファイル：\n';

describe('a text in the format of Aozora Bunko', () => {
  it('is read without readings, notes, legend and credits, which are reported', () => {
    const book = `灯台\n作者名\n\n${LEGEND}\n［＃８字下げ］一［＃「一」は中見出し］\n\n　老人は灯台《とうだい》に登った。\n「誰だ」と彼は言った。［＃「誰だ」に傍点］\n\n［＃８字下げ］二［＃「二」は中見出し］\n\n　古い｜Lamp《ランプ》が※［＃「火＋占」、U+70B9、1-2］いた。\n\n${CREDITS}`;
    const { text, notices } = importTextFile(Buffer.from(book), 'book.txt');
    expect(text).toBe('## 一\n\n老人は灯台に登った。\n\n「誰だ」と彼は言った。\n\n## 二\n\n古いLampが点いた。\n');
    expect(notices).toContainEqual({
      kind: 'transcriber-notes',
      rows: 12,
      row: 5,
      words: expect.any(Number),
      sample: expect.stringMatching(/^【テキスト中に現れる記号について】/),
    });
  });

  it.each([
    '他读过《红楼梦》和《水浒传》。',
    '彼は《神》を見た。',
    'A rule:\n\n--------------------\n\nand another:\n\n--------------------\n\nEnd.',
    '［注］ここは静かだ。',
  ])('is nothing else: %j', (text) => {
    expect(withoutNotes(text)).toEqual({ text, notices: [] });
  });
});
