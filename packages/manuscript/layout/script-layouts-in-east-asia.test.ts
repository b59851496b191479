// Scripts as Japanese, Korean and Chinese writers lay them out: who speaks, and what is kept without being spoken.
import { describe, expect, it } from 'vitest';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());

describe('sounds in a script', () => {
  it('are not spoken behind Japanese initials and a wide blank', () => {
    expect(
      spoken(
        '花子「おはよう」',
        'ＳＥ　ドアの音',
        '太郎「風だよ」',
        'M　静かに流れる',
        '花子「そう？」',
        'SE：雨',
        '太郎「雨だ」',
      ),
    ).toEqual(['花子: おはよう', '太郎: 風だよ', '花子: そう？', '太郎: 雨だ']);
  });

  it('are not spoken behind Korean initials, and scenes are chapters', () => {
    const rows = [
      'S#1. 거실, 밤',
      '',
      '민수: 들었어?',
      '지영: (작게) 뭘?',
      'E) 문 두드리는 소리',
      '민수: 누구세요?',
      '지영: 나야.',
    ];
    expect(spoken(...rows)).toEqual(['민수: 들었어?', '지영: 뭘?', '민수: 누구세요?', '지영: 나야.']);
    expect(laidOut(script(...rows), false)).toMatch(/^## S#1\. 거실, 밤\n/);
  });

  it('and places are not spoken in lenticular brackets', () => {
    expect(
      spoken(
        '【场景：客厅，夜】',
        '',
        '小明：你听见了吗？',
        '小红：什么？',
        '【音效：门开】',
        '小明：门！',
        '小红：是我。',
      ),
    ).toEqual(['小明: 你听见了吗？', '小红: 什么？', '小明: 门！', '小红: 是我。']);
  });

  it('are told from the initials of who speaks', () => {
    expect(spoken('M: 안녕하세요.', 'W: 네, 안녕하세요.', 'M: 어디 가요?', 'W: 집에요.')).toEqual([
      'M: 안녕하세요.',
      'W: 네, 안녕하세요.',
      'M: 어디 가요?',
      'W: 집에요.',
    ]);
  });
});

describe('words in corner brackets', () => {
  it('may stand a blank behind the name', () => {
    expect(
      spoken('N　「夜」', '健一　「ここ？」', '由美　「（小声で）うん」', '健一 「そう」', '由美　「ええ」'),
    ).toEqual(['N: 夜', '健一: ここ？', '由美: うん', '健一: そう', '由美: ええ']);
  });

  it('may stand below the name', () => {
    expect(
      spoken(
        '健一',
        '「ここ？」',
        '',
        '由美（笑って）',
        '「うん」',
        '',
        '（波の音）',
        '',
        '健一',
        '「寒いな」',
        '',
        '由美',
        '「冬だもの」',
      ),
    ).toEqual(['健一: ここ？', '由美: うん', '健一: 寒いな', '由美: 冬だもの']);
  });

  it('are over where they close', () => {
    expect(spoken('健一「ここ？」', '電車が来る。', '由美「うん」', '健一「そう」', '由美「ええ」')).toEqual([
      '健一: ここ？',
      '電車が来る。',
      '由美: うん',
      '健一: そう',
      '由美: ええ',
    ]);
  });

  it('that are the title of a play are not spoken', () => {
    const rows = [
      'ラジオドラマ「灯台」',
      '',
      '登場人物',
      '花子（２０）',
      '',
      '花子「おはよう」',
      '太郎「おはよう」',
      '花子「雨？」',
    ];
    expect(spoken(...rows)).toEqual(['花子: おはよう', '太郎: おはよう', '花子: 雨？']);
    expect(laidOut(script(...rows), false)).toMatch(/^# ラジオドラマ「灯台」\n/);
  });

  it('make no role of what a tale says before them', () => {
    const tale = script(
      '駅に着いた。',
      '',
      '「ここ？」',
      '由美は言った。',
      '',
      '「うん」',
      '',
      '雨だった。',
      '',
      '「寒いな」',
    );
    expect(laidOut(tale, false)).toBeNull();
  });
});

describe('columns', () => {
  it('are parted by wide blanks, and words go on in rows that are set in', () => {
    expect(
      spoken(
        '　太郎　　おはようございます。',
        '　花子　　おはよう。',
        '　　　　　いい天気ですね。',
        '　太郎　　（空を見て）ほんとうだ。',
        '　花子　　ええ。',
      ),
    ).toEqual(['太郎: おはようございます。', '花子: おはよう。いい天気ですね。', '太郎: ほんとうだ。', '花子: ええ。']);
    expect(spoken('健一　ここ？', '駅長　切符を。', '健一　あ、はい。', '駅長　どうも。')).toEqual([
      '健一: ここ？',
      '駅長: 切符を。',
      '健一: あ、はい。',
      '駅長: どうも。',
    ]);
  });

  it('are parted by tabs and runs of blanks in Korean', () => {
    expect(spoken('민수\t들었어?', '지영\t(작게) 뭘?', '민수    저 소리.', '지영\t아니.')).toEqual([
      '민수: 들었어?',
      '지영: 뭘?',
      '민수: 저 소리.',
      '지영: 아니.',
    ]);
  });

  it('are not the phrases of a text for beginners', () => {
    const text = script(
      'わたしは　がくせいです。',
      '',
      'あなたは　せんせいです。',
      '',
      'わたしは　にほんごを　べんきょうします。',
      '',
      'あなたは　どこへ　いきますか。',
    );
    expect(laidOut(text, false)).toBeNull();
  });
});
