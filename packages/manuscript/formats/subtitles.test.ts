import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readSubtitles } from './subtitles.ts';

/** Cues one behind the other, of two seconds each. */
const srt = (...cues: readonly string[]): string =>
  cues.map((text, at) => `${at + 1}\n${time(2 * at)},000 --> ${time(2 * at + 2)},000\n${text}\n`).join('\n');
const time = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
const vtt = (...cues: readonly string[]): string =>
  `WEBVTT - A title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE\nNo word of this.\n\n${cues.map((text, at) => `cue-${at}\n${time(2 * at).slice(3)}.000 --> ${time(2 * at + 2).slice(3)}.000 align:start\n${text}\n`).join('\n')}`;
const script = (text: string): string => manuscriptText(readSubtitles(strToU8(text), 'film.srt'), 'script');

describe('subtitles', () => {
  it('are read without the readings of characters', () => {
    expect(script(vtt('<ruby>灯<rt>とう</rt>台<rt>だい</rt></ruby>。'))).toBe('灯台。\n');
  });

  it('are by whom WebVTT names, over as many cues as someone speaks', () => {
    expect(
      script(
        vtt(
          '<v Lane>I didn’t think it\n<i>polite</i> to',
          '<v.loud Lane>listen, sir.</v>',
          '<v Lane>Really.',
          '<v Algernon>I’m sorry &amp; so on.</v> <v Lane>Sir?',
          'It rains.',
        ),
      ),
    ).toBe(
      'LANE: I didn’t think it polite to listen, sir. Really.\n\nALGERNON: I’m sorry & so on.\n\nLANE: Sir?\n\nIt rains.\n',
    );
  });

  it('are by names in small letters behind signs that the speaker changes', () => {
    expect(script(srt('>> john: It rains.', '>> mary: It does. >> john: Yes.'))).toBe(
      'JOHN: It rains.\n\nMARY: It does.\n\nJOHN: Yes.\n',
    );
  });

  it('go on with the words behind a blank row within a cue', () => {
    const text = srt('LANE: Yes,', 'LANE: No.').replace('Yes,', 'Yes,\n\nsir,\nof course.');
    expect(script(text)).toBe('LANE: Yes, sir, of course. No.\n');
  });

  it('tell of the notes of WebVTT that they leave out', () => {
    expect(readSubtitles(strToU8(vtt('<v Lane>Sir?')), 'film.vtt').notices).toEqual([
      { kind: 'comments', count: 1, words: 4, sample: 'No word of this.', at: { row: 7 } },
    ]);
  });

  it('are by the names before colons, which hold until the next one', () => {
    expect(
      script(
        srt(
          'LANE: Yes, sir.',
          '{\\an8}No, <font color="#fff">sir.</font>',
          'JACK (softly): Oh,',
          'pleasure!',
          'JACK: Ah.\nLANE: Sir?',
        ),
      ),
    ).toBe('LANE: Yes, sir. No, sir.\n\nJACK: (softly) Oh, pleasure! Ah.\n\nLANE: Sir?\n');
    expect(script(srt('Mara: One: two.', 'Tom: Three.', 'Mara: Four.', 'Tom: Five.'))).toBe(
      'MARA: One: two.\n\nTOM: Three.\n\nMARA: Four.\n\nTOM: Five.\n',
    );
  });

  it('are by a name that comes once where names that come again begin most of them', () => {
    expect(
      script(srt('Sam Roe: Hello.', 'Priya Rao: Hi.', 'Sam Roe: So?', 'Lee: Me?', 'Note: he waves.', 'Sam Roe: Yes.')),
    ).toBe('SAM ROE: Hello.\n\nPRIYA RAO: Hi.\n\nSAM ROE: So?\n\nLEE: Me? Note: he waves.\n\nSAM ROE: Yes.\n');
  });

  it('are by names in brackets, behind directions, behind arrows, and behind the last name', () => {
    expect(script(srt('(sighs) JON: I know.', 'MARGE [softly]: So?', '>> JON: Yes.'))).toBe(
      'JON: (sighs) I know.\n\nMARGE: (softly) So?\n\nJON: Yes.\n',
    );
    expect(
      script(srt('[JON] Where?', '[MARGE] Out.', '[SIGHS] So.', '[JON] Again?', '[MARGE] Yes.', '[SIGHS] No.')),
    ).toBe('JON: Where?\n\nMARGE: Out. (SIGHS) So.\n\nJON: Again?\n\nMARGE: Yes. (SIGHS) No.\n');
    expect(script(srt('Roy, Kim: One.', 'Lou: Two.', 'Roy, Kim: Three.', 'Lou: Four.'))).toBe(
      'KIM ROY: One.\n\nLOU: Two.\n\nKIM ROY: Three.\n\nLOU: Four.\n',
    );
  });

  it('without names are paragraphs: of whole sentences, and one for each dash', () => {
    expect(
      script(
        srt('It rained', 'all day.', 'And all night.', '- Did it?\n- It did,\nand so on.', '>> JACK: Ah.', '>> Oh?'),
      ),
    ).toBe('It rained all day. And all night.\n\nDid it?\n\nIt did, and so on.\n\nJACK: Ah.\n\nOh?\n');
  });

  it('begin a paragraph after a silence', () => {
    const late =
      '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:09,000 --> 00:00:10,000\nTwo,\n\n3\n00:01:00,000 --> 00:01:01,000\nand more.';
    expect(script(late)).toBe('One.\n\nTwo, and more.\n');
    expect(script(late.replaceAll(/[.](?=\n|$)/g, ''))).toBe('One\n\nTwo,\n\nand more\n');
  });

  it('have a chapter where one is named in brackets', () => {
    expect(script(srt('[Act I]', 'LANE: Yes, sir.', 'LANE: No.', '[ACT TWO: THE GARDEN]', 'LANE: Sir?'))).toBe(
      '## Act I\n\nLANE: Yes, sir. No.\n\n## ACT TWO: THE GARDEN\n\nLANE: Sir?\n',
    );
  });

  it('speak what is sung, without its notes', () => {
    expect(
      script(
        srt(
          '♪ Row, keeper, row ♪',
          '♪ The light\nis low, ♪',
          '# row home. #',
          'MARA: ♪ La la ♪, he sang.',
          '♪ Theme music ♪',
          '♪ (upbeat) ♪',
          '♪♪',
          '[♪ fades ♪]',
        ),
      ),
    ).toBe(
      'Row, keeper, row The light is low, row home.\n\nMARA: La la , he sang.\n\n(Theme music)\n\n(upbeat)\n\n(♪)\n\n(fades)\n',
    );
  });

  it('speak no direction amid a sentence of the narrator’s', () => {
    expect(script(srt('It rained', '[thunder]', 'all day.', 'So [sighs] it goes.'))).toBe(
      'NARRATOR: It rained (thunder) all day. So (sighs) it goes.\n',
    );
  });

  it('change the speaker at arrows and dashes within a row', () => {
    expect(script(srt('>> THANK YOU, ADA. >> NOT AT ALL.', '>> ADA: YES. >>> NEXT. >>TOM: HERE.'))).toBe(
      'THANK YOU, ADA.\n\nNOT AT ALL.\n\nADA: YES.\n\nNEXT.\n\nTOM: HERE.\n',
    );
    expect(script(srt('Tom: One &gt;&gt; two.', 'Tom: Three.'))).toBe('TOM: One\n\ntwo.\n\nTOM: Three.\n');
    expect(script(srt('- Who goes there? - Only me.', 'It is half - or so - past.'))).toBe(
      'Who goes there?\n\nOnly me. It is half - or so - past.\n',
    );
  });

  it.each([
    'Subtitles by www.example.org',
    'Subtitles: Ann Lee',
    'Captioned by Acme Media',
    'Synced and corrected by ann',
    'Untertitel von Ann Lee',
    'Sous-titrage : Ann Lee',
    'Legendas por Ann',
    '-= www.example.org =-',
    'Get more at example.com',
  ])('do not speak who made them, and say so: %s', (credit) => {
    const cues = srt('It rains.', 'All day.', 'So.', 'Yes.', 'No', credit);
    expect(script(cues)).toBe(`It rains. All day. So. Yes. No\n\n(${credit})\n`);
    expect(readSubtitles(strToU8(cues), 'film.srt').notices).toEqual([{ kind: 'credits', count: 1, at: { row: 22 } }]);
  });

  it.each(['Visit www.example.org today.', 'Subtitles are hard.', 'Translated, it means rain.'])(
    'speak a sentence that sounds alike: %s',
    (row) => {
      expect(script(srt('It rains.', row))).toBe(`It rains. ${row}\n`);
    },
  );

  it('speak no sound', () => {
    expect(
      script(
        srt('[door slams]', 'MARA: Well [sighs], yes.', 'SOUND: Rain', '(thunder)', 'MARA: And', '[thunder]', 'so on.'),
      ),
    ).toBe('(door slams)\n\nMARA: Well (sighs), yes.\n\n(Rain)\n\n(thunder)\n\nMARA: And (thunder) so on.\n');
  });

  it('are read without blank rows between cues, and with captions that roll up', () => {
    const tight = '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\ntwo.\n';
    expect(script(tight)).toBe('One two.\n');
    const rolling =
      'WEBVTT\n\n00:01.000 --> 00:03.000\nit<00:02.000><c> rains</c>\n\n00:03.000 --> 00:03.010\nit rains\n\n00:03.010 --> 00:05.000\nit rains\nall<c> day</c>\n';
    expect(script(rolling)).toBe('it rains all day\n');
    expect(script(srt('No.', 'No.'))).toBe('No. No.\n');
  });

  it.each([
    ['no cues', strToU8('Just words.'), 'damaged'],
    ['no words', strToU8(srt('<i></i>')), 'empty'],
    ['bytes that are no text', new Uint8Array([0, 1, 2, 3, 0, 0, 9]), 'binary'],
  ])('with %s are refused', (_, bytes, kind) => {
    expect(() => readSubtitles(bytes, 'film.srt')).toThrow(expect.objectContaining({ kind }));
  });

  it('have a direction over several rows and cues as one, and one behind a name as that role’s', () => {
    expect(
      script(
        srt(
          '(Lane is arranging tea\non the table.',
          'Algernon enters.)',
          'ALGERNON: (Rises.)',
          'Did you hear?',
          'LANE: No.',
        ),
      ),
    ).toBe('(Lane is arranging tea on the table. Algernon enters.)\n\nALGERNON: (Rises.) Did you hear?\n\nLANE: No.\n');
  });
});

it('has the names in brackets before colons, though one speaks once', () => {
  expect(script(srt('[SPEAKER_00]: Welcome.', '[SPEAKER_01]: Thank you.', '[SPEAKER_00]: What was it like?'))).toBe(
    'SPEAKER 00: Welcome.\n\nSPEAKER 01: Thank you.\n\nSPEAKER 00: What was it like?\n',
  );
});
