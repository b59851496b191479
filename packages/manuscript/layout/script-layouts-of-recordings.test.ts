// Scripts as programs export what was said, and as those who record lay it out.
import { describe, expect, it } from 'vitest';
import { script, spokenOf } from './testing/spoken-of.ts';

const CASES: readonly (readonly [what: string, rows: readonly string[], spoken: readonly string[]])[] = [
  [
    'the transcript of a meeting with who was there',
    [
      ...['Attendees', 'Mara Lin, Lou Reed', '', 'Transcript', '00:00:00', 'Mara Lin: So welcome.', 'Lou Reed: Hi.'],
      ...['00:05:00', 'Mara Lin: So.', 'Meeting ended after 00:05:12'],
    ],
    ['MARA LIN: So welcome.', 'LOU REED: Hi.', 'MARA LIN: So.'],
  ],
  [
    'speakers that a model has told apart',
    [
      ...['[00:00.000 --> 00:03.000]  [SPEAKER_00]: So welcome.', '[00:03.000 --> 00:06.000]  [SPEAKER_01]: Hi.'],
      ...['[00:06.000 --> 00:09.000]  [SPEAKER_00]: So.'],
    ],
    ['SPEAKER 00: So welcome.', 'SPEAKER 01: Hi.', 'SPEAKER 00: So.'],
  ],
  [
    'the voices of subtitles, pasted',
    ['WEBVTT', '', '<v Anna>Hello.</v>', '<v Ben>Hi.</v>', '<v Anna>So.</v>'],
    ['ANNA: Hello.', 'BEN: Hi.', 'ANNA: So.'],
  ],
  [
    'a run sheet with segments at their times',
    [
      ...['00:00  COLD OPEN', 'MARA: An owl?', 'LOU: Yes.', '02:00  SEGMENT 1: Owls', 'LOU: So.'],
      ...['15:00  AD BREAK', 'MARA: Bye.'],
    ],
    ['MARA: An owl?', 'LOU: Yes.', 'LOU: So.', 'MARA: Bye.'],
  ],
  [
    'boxes to tick and small pictures before names',
    ['- [ ] **Mara:** An owl?', '[x] Lou: Yes.', '🎵 MUSIC: theme', '🎙️ Mara: So.', '▸ Lou: Bye.'],
    ['MARA: An owl?', 'LOU: Yes.', 'MARA: So.', 'LOU: Bye.'],
  ],
  [
    'signs of equality behind sounds',
    ['SFX = door', 'ANNA = An owl?', 'BEN = Yes.', 'MUSIC = theme', 'ANNA = So.'],
    ['ANNA: An owl?', 'BEN: Yes.', 'ANNA: So.'],
  ],
];

describe('what was recorded, or is to be', () => {
  for (const [what, rows, spoken] of CASES) {
    it(`has its roles, and no direction is spoken: ${what}`, () => {
      expect(spokenOf(script(...rows)).map((words) => words.trim())).toEqual(spoken);
    });
  }
});

it('takes who comes on stage for a role though it speaks once', () => {
  const rows = ['[Enter ALGERNON and LANE.]', 'Alg. Did you hear it, Lane?', 'Lane. I did not, sir.', 'Alg. I see.'];
  expect(spokenOf(script(...rows, '[Exit LANE.]', 'Alg. Well. Wait.', 'Sir. That is all.'))).toEqual([
    'ALG: Did you hear it, Lane?',
    'LANE: I did not, sir.',
    'ALG: I see.',
    'ALG: Well. Wait. Sir. That is all.',
  ]);
});

it('takes a panel of a comic directly under words for a panel, and never for more words', () => {
  const rows = [
    'PANEL 1',
    'A dark street.',
    'HOLMES: Quick, Watson!',
    'PANEL 2',
    'WATSON: Coming!',
    'SFX: BANG',
    'PAGE 2',
  ];
  expect(spokenOf(script('PAGE 1', ...rows, 'PANEL 1', 'HOLMES: Too late.'))).toEqual([
    'HOLMES: Quick, Watson!',
    'WATSON: Coming!',
    'HOLMES: Too late.',
  ]);
});

it('takes the day of a revision at the head for no words', () => {
  const rows = ['The Long Way Home', 'Written by J. Smith', 'Revised 12/03/2024', '', 'Anna: Hello.', '', 'Ben: Hi.'];
  expect(spokenOf(script(...rows, '', 'Anna: So.'))).toEqual(['ANNA: Hello.', 'BEN: Hi.', 'ANNA: So.']);
});

it('takes what somebody does, behind a name, for no other name', () => {
  const rows = [
    'JO MARTIN, HOST: Welcome.',
    '',
    'PAT LEE, BYLINE: Hi.',
    '',
    'Ann Roy, Guest: So.',
    '',
    'ANN, BEN: No.',
  ];
  expect(spokenOf(script(...rows, '', 'JO MARTIN: Well.', '', 'PAT LEE: Oh.'))).toEqual([
    'JO MARTIN: Welcome.',
    'PAT LEE: Hi.',
    'ANN ROY: So.',
    'ANN & BEN: No.',
    'JO MARTIN: Well.',
    'PAT LEE: Oh.',
  ]);
});

it('takes names above words for roles in a short screenplay whose rows are not set in', () => {
  const rows = [
    'FADE IN:',
    '',
    'EXT. DESERT - DAY',
    '',
    'A lone figure walks.',
    '',
    'FIGURE',
    'Water...',
    '',
    'He falls.',
    '',
  ];
  const more = ["FIGURE (CONT'D)", 'Please.', '', 'A SHADOW falls.', '', 'STRANGER', '(O.S.)', 'There is none.'];
  expect(spokenOf(script(...rows, ...more))).toEqual([
    'A lone figure walks.',
    'FIGURE: Water...',
    'He falls.',
    'FIGURE: Please.',
    'A SHADOW falls.',
    'STRANGER: There is none.',
  ]);
});

it.each([
  ['a paragraph for each', '\n\n'],
  ['a row for each', '\n'],
])('speaks no cue in angles, and no rule below a title: %s', (_, between) => {
  const rows = ["AMY: It's cold.", '<SFX: wind>', "RAJ: It's March.", '<MUS: sting>', 'BEN: Still.'];
  expect(spokenOf(`Ep. 7 "Night Shift"\n=========\n\n${rows.join(between)}\n`)).toEqual([
    "AMY: It's cold.",
    "RAJ: It's March.",
    'BEN: Still.',
  ]);
});

it.each([
  ['[LENA] Hi.', '[MUSIC] theme up', '[OMAR] Hi!', '[SFX] laugh', '[LENA] So.', '[OMAR] No.'],
  ['{LENA} Hi.', '{MUSIC} theme up', '{OMAR} Hi!', '{SFX} laugh', '{LENA} So.', '{OMAR} No.'],
  ['<LENA> Hi.', '<MUSIC> theme up', '<OMAR> Hi!', '<SFX> laugh', '<LENA> So.', '<OMAR> No.'],
  ['**LENA** Hi.', '**MUSIC** theme up', '**OMAR** Hi!', '**SFX** laugh', '**LENA** So.', '**OMAR** No.'],
  ['LENA: Hi.', '[SFX] rain', 'OMAR: Hi!', '(SFX) laugh', 'LENA: So.', 'OMAR: No.'],
])('speaks no sound that is marked as names are, or in brackets: %s', (...rows) => {
  expect(spokenOf(script(rows.join('\n\n')))).toEqual(['LENA: Hi.', 'OMAR: Hi!', 'LENA: So.', 'OMAR: No.']);
});

it('speaks neither who wrote a script nor who plays in it, also in the form that Lectern itself writes', () => {
  const head = [
    'The Gift',
    '',
    'by Ana Ruiz',
    '',
    'Characters:',
    '  SOFIA, a girl of ten',
    '  ABUELA, her grandmother',
    '',
  ];
  const rows = [
    '(A kitchen.)',
    '',
    'SOFIA: What is it?',
    '',
    'ABUELA: (softly) Patience.',
    '',
    'SOFIA: Oh.',
    '',
    'END',
  ];
  expect(spokenOf(script(...head, ...rows))).toEqual(['SOFIA: What is it?', 'ABUELA: Patience.', 'SOFIA: Oh.']);
});
