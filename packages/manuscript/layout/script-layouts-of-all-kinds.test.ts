// Scripts in layouts of all kinds: who speaks, and what is kept without being spoken.
import { describe, expect, it } from 'vitest';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

describe('what a script says of itself at its head', () => {
  it('is not spoken', () => {
    const text = script('SHOW: Night Lines – Episode 12', 'HOSTS: Kim & Lou', '', 'Kim: Hi.', 'Lou: Hi.', 'Kim: So.');
    expect(spokenOf(text)).toEqual(['KIM: Hi.', 'LOU: Hi.', 'KIM: So.']);
    expect(laidOut(text, false)).toMatch(/^\(SHOW: Night Lines – Episode 12\)\n\n\(HOSTS: Kim & Lou\)\n\nKIM: /);
  });

  it.each([
    ['German', ['SENDUNG: Nachtlinien', 'FOLGE: 12', 'MODERATION: Kim und Lou', 'GAST: Dr. Patel', 'LÄNGE: 30 min']],
    ['French', ['Émission : Lignes de nuit', 'Épisode : 12', 'Animatrice : Kim Roy', 'Durée : 30 min']],
    ['Spanish', ['PROGRAMA: Líneas', 'EPISODIO: 12', 'INVITADA: Ana Ruiz', 'FECHA: 3 de marzo']],
    ['English', ['**Episode Title:** Owls', '**Host:** Kim', '**Recording date:** 3 March', '', '**Sponsor:** OwlCo']],
  ])('is not spoken in %s', (_, head) => {
    expect(spokenOf(script(...head, '', 'KIM: Hi.', '', 'LOU: Hi.', '', 'KIM: So.'))).toEqual([
      'KIM: Hi.',
      'LOU: Hi.',
      'KIM: So.',
    ]);
  });

  it.each([
    ['Host: Sam | Guest: Dr. Lee'],
    ['Recorded: 3 May • Length: 20 min'],
    ['Cast: Anna, Ben'],
    ['Personnages : Anna, Ben'],
    ['Personen: Anna, Ben'],
    ['Personajes: Anna, Ben'],
    ['登場人物：Anna, Ben'],
  ])('are not spoken where a row says several things, or who plays: %s', (head) => {
    const rows = ['Anna: Hello.', 'Ben: Hi.', 'Anna: So.'];
    expect(spokenOf(script(head, '', ...rows))).toEqual(['ANNA: Hello.', 'BEN: Hi.', 'ANNA: So.']);
  });

  it('is not spoken where no role is named', () => {
    expect(spokenOf(script('SHOW: Night Lines', 'EPISODE: 3', '', 'It was late.'))).toEqual(['It was late.']);
  });

  it('ends where a host speaks', () => {
    expect(spokenOf(script('HOST: Welcome', 'GUEST: Thanks', 'HOST: So.'))).toEqual([
      'HOST: Welcome',
      'GUEST: Thanks',
      'HOST: So.',
    ]);
    expect(
      spokenOf(script('Title: Owls', 'Host: Kim', '', 'Host: Welcome.', '', 'Guest: Hi.', '', 'Host: So.')),
    ).toEqual(['HOST: Welcome.', 'GUEST: Hi.', 'HOST: So.']);
  });

  it('tells whose initials names are', () => {
    const text = script('JS: Jane Smith', 'Q: Interviewer', '', 'Q: When?', 'JS: In 1999.', 'A: Yes.', 'Q: Why?');
    expect(spokenOf(text)).toEqual(['Q: When?', 'JS: In 1999.', 'A: Yes.', 'Q: Why?']);
  });
});

describe('a row between rules', () => {
  it.each(['*** AD BREAK ***', '--- BREAK ---', '=== MIDROLL ===', '~~~ later ~~~'])(
    'is no part of the speech above it: %s',
    (row) => {
      expect(spokenOf(script('Kim: One.', 'Lou: Two.', row, 'Kim: Three.'))).toEqual([
        'KIM: One.',
        'LOU: Two.',
        'KIM: Three.',
      ]);
    },
  );
});

const CASES: readonly (readonly [
  what: string,
  rows: readonly string[],
  spoken: readonly string[],
  isBook?: boolean,
])[] = [
  [
    'an indented screenplay, its page numbers and a cue that comes once',
    [
      ...['                      ACT ONE', '', 'INT. KITCHEN - DAY                                   1', ''],
      ...['                      ANNA', '            (not looking up)', "      You're late.", ''],
      ...['                      BEN (V.O.)', '      I nearly did.', '', '      Ben comes in.', ''],
      ...["                      ANNA (CONT'D)", '      Sit.'],
      ...['                                        (MORE)', ''],
      ...['                                                 2.', '', "                      ANNA (CONT'D)"],
      ...['      And eat.', '', '                                        CUT TO:'],
    ],
    ["ANNA: You're late.", 'BEN: I nearly did.', 'Ben comes in.', 'ANNA: Sit.', 'ANNA: And eat.'],
  ],
  [
    'a screenplay with numbered scenes that looks like a book',
    [
      ...['                 THE WAIT', '', '                Written by', '', '                 A. Writer', ''],
      ...['1   INT. STATION - NIGHT                      1', '', '                 JON', '        Is it late?'],
      ...['', '                 MARA (O.S.)', '        Is it early?'],
      ...['                                   (CONTINUED)', ''],
      ...['CONTINUED:                                    2.', '', "                 JON (CONT'D)"],
      ...['        So nothing.', '', '2   EXT. STREET - DAY                         2', '', 'They walk.', ''],
      ...['                 THE END'],
    ],
    ['JON: Is it late?', 'MARA: Is it early?', 'JON: So nothing.', 'They walk.'],
    true,
  ],
  [
    'a Spanish radio script, row by row',
    [
      ...['ESCENA PRIMERA', '', 'MARÍA: ¿Quién anda ahí?', 'JOSÉ (bajando la voz): Soy yo, mujer.', 'SONIDO: pasos'],
      ...['MARÍA.— Pasa, pasa.', 'JOSÉ.— Gracias.'],
    ],
    ['MARÍA: ¿Quién anda ahí?', 'JOSÉ: Soy yo, mujer.', 'MARÍA: Pasa, pasa.', 'JOSÉ: Gracias.'],
    true,
  ],
  [
    'a French play with who is on stage',
    [
      ...['ACTE PREMIER', '', 'SCÈNE PREMIÈRE. — ORGON, ELMIRE.', '', 'ORGON, à part.', 'Que dit-elle ?', ''],
      ...['ELMIRE.', 'Je dis que vous rêvez.', '', 'SON : tonnerre', '', 'ORGON.', 'Moi ? Jamais !', ''],
      ...['SCÈNE II', '', 'ORGON, ELMIRE.', '', 'ELMIRE, ORGON, ensemble.', 'Jamais !'],
    ],
    ['ORGON: Que dit-elle ?', 'ELMIRE: Je dis que vous rêvez.', 'ORGON: Moi ? Jamais !', 'ELMIRE & ORGON: Jamais !'],
    true,
  ],
  [
    'a German play',
    [
      ...['FAUST', '', 'ERSTER AKT', '', 'ERSTE SZENE', '', 'FAUST allein.', 'Habe nun, ach!', ''],
      ...['MEPHISTOPHELES (leise).', 'Des Pudels Kern!', '', 'FAUST.', 'Wozu der Lärm?', '', 'Wagner tritt auf.', ''],
      ...['WAGNER im Schlafrock.', 'Verzeiht!', '', 'ZWEITE SZENE', '', 'FAUST zornig.', 'Hinaus!'],
    ],
    [
      'FAUST: Habe nun, ach!',
      'MEPHISTOPHELES: Des Pudels Kern!',
      'FAUST: Wozu der Lärm?',
      'WAGNER: Verzeiht!',
      'FAUST: Hinaus!',
    ],
    true,
  ],
  [
    'an Italian play',
    [
      ...['ATTO PRIMO', '', 'SCENA I', '', 'MIRANDOLINA. Chi è là?', '', 'CAVALIERE (a parte). È lei!', ''],
      ...['MIRANDOLINA. Venga.', '', 'SCENA II', '', 'Mirandolina e il Marchese.', '', 'MARCHESE. Buongiorno.'],
    ],
    ['MIRANDOLINA: Chi è là?', 'CAVALIERE: È lei!', 'MIRANDOLINA: Venga.', 'MARCHESE: Buongiorno.'],
    true,
  ],
  [
    'Shakespeare',
    [
      ...['ACT I', '', 'SCENE I. Elsinore. A platform before the Castle.', '', 'Enter Barnardo and Francisco.', ''],
      ...['BARNARDO.', 'Who’s there?', '', 'FRANCISCO.', 'Stand and unfold yourself,', 'Good friend.', ''],
      ...[' [_Exit Francisco._]', '', 'Enter Ghost.', '', 'BARNARDO.', '[_Aside._] In the same figure.'],
    ],
    ['BARNARDO: Who’s there?', 'FRANCISCO: Stand and unfold yourself, Good friend.', 'BARNARDO: In the same figure.'],
    true,
  ],
  [
    'a Russian play',
    [
      ...['ДЕЙСТВИЕ ПЕРВОЕ', '', 'Явление первое', '', 'АННА. Кто там?', 'ИВАН (тихо). Это я.', 'АННА. Входи.'],
      ...['ЗВУК: гром', 'ИВАН. Не открывай.'],
    ],
    ['АННА: Кто там?', 'ИВАН: Это я.', 'АННА: Входи.', 'ИВАН: Не открывай.'],
    true,
  ],
  [
    'a chapter’s title above names in small letters',
    ['Глава первая', '', 'Анна: Кто там?', 'Иван: Это я.', 'Анна: Входи.', 'МУЗЫКА: тихая', 'Иван: Спасибо.'],
    ['АННА: Кто там?', 'ИВАН: Это я.', 'АННА: Входи.', 'ИВАН: Спасибо.'],
    true,
  ],
  [
    'numbered cues of a radio play',
    [
      ...['THE LONG PLATFORM', 'by A. Writer', '', 'SCENE 1.\tEXT. STATION. NIGHT', '', '1.\tF/X:\tTRAIN PASSES', ''],
      ...[
        '2.\tANNA:\t(CLOSE) Was that ours?',
        '',
        '3.\tGUARD:\t(OFF) Express.',
        '',
        '4.\tANNA:\tThanks.',
        '\tI’ll wait.',
      ],
    ],
    ['ANNA: Was that ours?', 'GUARD: Express.', 'ANNA: Thanks. I’ll wait.'],
  ],
  [
    'a stage play with full stops behind names in small letters',
    [
      ...['Characters:', 'Anna, a keeper', 'Tom, her brother', '', 'Anna. Did you hear that?', ''],
      ...[
        'Tom. (Without looking up) The wind.',
        '',
        'Anna. It wasn’t.',
        '',
        'Tom (rising). Who’s there?',
        '',
        'Curtain.',
      ],
    ],
    ['ANNA: Did you hear that?', 'TOM: The wind.', 'ANNA: It wasn’t.', 'TOM: Who’s there?'],
  ],
  [
    'a comic',
    [
      ...['PAGE ONE (2 panels)', '', 'PANEL 1', 'Wide shot of the city.', '', 'CAPTION: It never sleeps.', ''],
      ...['PANEL 2', 'Close on RHEA.', '', 'RHEA (whisper): What?', 'SFX: KRAKOOM', 'RHEA: Run!'],
    ],
    ['CAPTION: It never sleeps.', 'RHEA: What?', 'RHEA: Run!'],
  ],
  [
    'words that are set in below names',
    [
      'Narrator',
      '\tThe sun rose.',
      'Ann (softly)',
      '\tIs it you?',
      'Bob',
      '\tYes.',
      'Ann',
      '\tCome.',
      'Narrator',
      '\tSo.',
    ],
    ['NARRATOR: The sun rose.', 'ANN: Is it you?', 'BOB: Yes.', 'ANN: Come.', 'NARRATOR: So.'],
  ],
  [
    'a comedy with its cast apart and names in italics',
    [
      ...['DRAMATIS PERSONAE', '', 'SIR ANTHONY', 'LYDIA', '', 'ACT I.', '', 'SCENE I.--_A Street._', ''],
      ...['_Fag._ What! Thomas!', '', '_Thos._ Hey!', '', '_Fag._ Indeed! [_Aside._] So.', '', '[_Exeunt._]', ''],
      ...['SCENE II', '', '_Mrs. Mal._ There!', '', '_Lyd._ Madam!', '', '_Mrs. Mal._ You!'],
    ],
    ['FAG: What! Thomas!', 'THOS: Hey!', 'FAG: Indeed! So.', 'MRS. MAL: There!', 'LYD: Madam!', 'MRS. MAL: You!'],
    true,
  ],
  [
    'bars',
    ['Ann | Is it you?', 'Bob | Yes.', 'Ann | Come.', 'Bob | No.'],
    ['ANN: Is it you?', 'BOB: Yes.', 'ANN: Come.', 'BOB: No.'],
  ],
  [
    'questions and answers',
    ['Q. When did you start?', '', 'A. In 1999.', '', 'Q. And why?', '', 'A. Because nobody else would.'],
    ['Q: When did you start?', 'A: In 1999.', 'Q: And why?', 'A: Because nobody else would.'],
  ],
  [
    'names with titles, apostrophes and numbers',
    [
      'Mrs. O’Leary: In.',
      'M. d’Artagnan: Merci.',
      '2nd Officer: Who?',
      'Lady Bracknell’s maid: Tea?',
      'Mrs. O’Leary: Yes.',
    ],
    [
      'MRS. O’LEARY: In.',
      'M. D’ARTAGNAN: Merci.',
      '2ND OFFICER: Who?',
      'LADY BRACKNELL’S MAID: Tea?',
      'MRS. O’LEARY: Yes.',
    ],
  ],
  [
    'Japanese with corner brackets',
    [
      '第一場　駅',
      '',
      '田中「おはよう」',
      '佐藤「ああ」',
      '　　電車の音。',
      '田中「寒いね」',
      '佐藤（笑って）「冬だ」',
      'Ｎ「夜」',
    ],
    ['田中: おはよう', '佐藤: ああ', '田中: 寒いね', '佐藤: 冬だ', 'Ｎ: 夜'],
  ],
  [
    'Chinese, row by row',
    [
      '第一场',
      '',
      '（雨声）',
      '王强：你来了？',
      '李梅（惊讶）：是你！',
      '王强：是我。',
      '旁白：雨停了。',
      '音效：雷声',
      '李梅：快进来。',
    ],
    ['王强: 你来了？', '李梅: 是你！', '王强: 是我。', '旁白: 雨停了。', '李梅: 快进来。'],
  ],
  [
    'names in small letters',
    ['anna: did you hear that?', 'tom: the wind.', 'anna: it wasn’t.', 'tom: (rising) who’s there?'],
    ['ANNA: did you hear that?', 'TOM: the wind.', 'ANNA: it wasn’t.', 'TOM: who’s there?'],
  ],
  [
    'messages of a chat, with those of the system',
    [
      '12/03/24, 14:20 - Messages are end-to-end encrypted.',
      '12/03/24, 14:22 - Mara: Are you there?',
      '12/03/24, 14:23 - Jo Doe: Yes.',
      'Just woke up.',
      '12/03/24, 14:24 - Mara: <Media omitted>',
      '12/03/24, 14:26 - Jo Doe: No idea.',
    ],
    ['MARA: Are you there?', 'JO DOE: Yes. Just woke up.', 'JO DOE: No idea.'],
  ],
  [
    'messages of a meeting',
    [
      '10:02:11 From Kim O’Neill to Everyone: Hello',
      '10:02:15 From Lou to Everyone: Hi',
      '10:02:19 From Kim O’Neill to Lou: So',
    ],
    ['KIM O’NEILL: Hello', 'LOU: Hi', 'KIM O’NEILL: So'],
  ],
  [
    'a transcript with times above names',
    [
      '0:0:0.0 --> 0:0:4.120',
      'Kim Roy',
      'So welcome.',
      '',
      '0:0:4.500 --> 0:0:7.0',
      'Lou Reed',
      'Hi.',
      '',
      '0:0:8.0 --> 0:0:9.0',
      'Kim Roy',
      'Yes.',
    ],
    ['KIM ROY: So welcome.', 'LOU REED: Hi.', 'KIM ROY: Yes.'],
  ],
  [
    'captions of live television',
    ['>> KIM: Welcome.', '>> LOU: Thanks.', '[MUSIC]', '>> KIM: Owls.'],
    ['KIM: Welcome.', 'LOU: Thanks.', 'KIM: Owls.'],
  ],
  [
    'a game',
    [
      '=== start ===',
      'ANNA: Did you hear that?',
      '-> door',
      '',
      '=== door ===',
      'TOM: The wind.',
      'ANNA: No.',
      '-> END',
    ],
    ['ANNA: Did you hear that?', 'TOM: The wind.', 'ANNA: No.'],
  ],
  [
    'names in round brackets',
    ['(Ann) Did you hear that?', '(Ben) [whispering] The wind.', '(Ann) No.', '(laughs)', '(Ben) Stay here.'],
    ['ANN: Did you hear that?', 'BEN: The wind.', 'ANN: No.', 'BEN: Stay here.'],
  ],
  [
    'signs of equality behind names',
    ['Ann = Did you hear that?', 'Ben = The wind.', 'Ann = No.', 'Ben = Stay here.'],
    ['ANN: Did you hear that?', 'BEN: The wind.', 'ANN: No.', 'BEN: Stay here.'],
  ],
];

describe('a script', () => {
  for (const [what, rows, spoken, isBook = false] of CASES) {
    it(`has its roles, and no direction is spoken: ${what}`, () => {
      expect(spokenOf(script(...rows), isBook).map((words) => words.trim())).toEqual(spoken);
    });
  }

  it('takes no sentence of one word, no son and nothing in action for a name', () => {
    const prose = script('Yes. I know.', '', 'No. I don’t.', '', 'Yes. You do.', '', 'No. Never.');
    expect(laidOut(prose, false)).toBeNull();
    const manner = script('(Softly) I know.', '', '(Laughs) Yes.', '', '(Softly) You do.', '', '(Laughs) No.');
    expect(laidOut(manner, false)).toBeNull();
    const son = script('FATHER: Son?', '', 'SON: Father!', '', 'FATHER: Come.', '', 'SON: No.');
    expect(spokenOf(son)).toEqual(['FATHER: Son?', 'SON: Father!', 'FATHER: Come.', 'SON: No.']);
    const action = script('RHEA', 'Run.', '', 'RHEA turns.', '', 'It rains.', '', 'MAX', 'No.', '', 'RHEA', 'Yes.');
    expect(spokenOf(action)).toEqual(['RHEA: Run.', 'RHEA turns.', 'It rains.', 'MAX: No.', 'RHEA: Yes.']);
  });
});

describe('a comic', () => {
  it('has its panels silent, though its speeches are as in our own scripts', () => {
    const comic =
      'PAGE ONE\n\nPanel 1\nA wide shot of the harbour.\n\nMARA: Hello.\n\nPanel 2\nClose on Tom.\n\nTOM: It rains.\n\nMARA: Yes.\n';
    expect(laidOut(comic, false)).toBe(
      '(PAGE ONE)\n\n(Panel 1 A wide shot of the harbour.)\n\nMARA: Hello.\n\n(Panel 2 Close on Tom.)\n\nTOM: It rains.\n\nMARA: Yes.\n',
    );
  });
});

describe('an indented screenplay', () => {
  const cue = (name: string, words: string) => `                         ${name}\n               ${words}`;

  it('has its roles, though each speaks once', () => {
    const scene = `INT. HALL - NIGHT\n\nRain on the glass.\n\n${cue('ADA', 'Who is there?')}\n\n${cue('TOM', 'Only me.')}\n\nEXT. SHORE - DAY\n\n${cue('BEN', 'Look.')}`;
    expect(laidOut(scene, false)).toBe(
      '## INT. HALL - NIGHT\n\nRain on the glass.\n\nADA: Who is there?\n\nTOM: Only me.\n\n## EXT. SHORE - DAY\n\nBEN: Look.\n',
    );
  });

  it('is none without places', () => {
    expect(laidOut(`It rained.\n\n${cue('THE LAMP', 'A story')}\n\n${cue('ADA', 'Who is there?')}`, false)).toBeNull();
  });
});

describe('names with a full stop before their words', () => {
  const BEN = 'Ben. I am here.\n\nAda. Where were you?\n\nBen. At the shore.\n\nAda. All night?';
  const BEN_WRITTEN = 'BEN: I am here.\n\nADA: Where were you?\n\nBEN: At the shore.\n\nADA: All night?';

  it('may occur once where others recur', () => {
    expect(laidOut(`${BEN}\n\nClara. Let him eat.`, false)).toBe(`${BEN_WRITTEN}\n\nCLARA: Let him eat.\n`);
    const rows = 'Петя. Я здесь.\nАня. Где ты был?\nПетя. На берегу.\nАня. Всю ночь?\nВера. Пусть поест.';
    expect(laidOut(rows, false)).toContain('ВЕРА: Пусть поест.');
  });

  it('are none if they are words of the text, or if few rows have them', () => {
    expect(laidOut(`${BEN}\n\nSilence. They wait.\n\nBen. Only silence.`, false)).toContain(
      '\n\nSilence. They wait.\n\n',
    );
    const prose = 'He sat down and looked at the fire.\n\nShe brought him bread and soup from the kitchen.';
    expect(laidOut(`${BEN}\n\n${prose}\n\nClara. That was her name.`, false)).toContain(
      '\n\nClara. That was her name.',
    );
  });

  it('may have a title with a full stop of its own', () => {
    expect(laidOut(`${BEN}\n\nMrs. Roper. Let him eat.\n\nDr. Wu. Yes.\n\nMrs. Roper. Soup.`, false)).toBe(
      `${BEN_WRITTEN}\n\nMRS. ROPER: Let him eat.\n\nDR. WU: Yes.\n\nMRS. ROPER: Soup.\n`,
    );
  });
});

describe('names with a full stop alone in their rows', () => {
  const play = (rows: readonly (readonly [string, string])[], between: string) =>
    rows.map(([name, words]) => `${name}.${between}${words}`).join('\n\n');
  const SPEECHES = [
    ['Roper', 'Have you seen the boat?'],
    ['Mrs. Bell', 'Not since noon, and I looked twice.'],
    ['Roper', 'Ada.'],
    ['Ada', 'Yes.'],
    ['Mrs. Bell', 'No.'],
    ['Ada', 'Or hidden. Come and see.'],
  ] as const;
  it('are names where next to all rows have one, though they come once', () => {
    const rows = [...SPEECHES, ['Old Tom', 'Ahoy.'], ['Roper', 'Come.']] as const;
    expect(laidOut(play(rows, '\n'), false)).toContain('OLD TOM: Ahoy.');
  });

  const WRITTEN = SPEECHES.map(([name, words]) => `${name.toUpperCase()}: ${words}`).join('\n\n');

  it.each([
    ['a blank row', '\n\n'],
    ['nothing', '\n'],
  ])('stand above their words with %s between', (_, between) => {
    expect(laidOut(`ACT ONE\n\n${play(SPEECHES, between)}\n`, false)).toContain(WRITTEN);
    expect(laidOut(`ACT ONE\n\n${play([...SPEECHES, ...SPEECHES], between)}\n`, true)).toContain(WRITTEN);
  });

  it.each([
    ['replies', 'Mara: Ready?\n\nYes.\n\nMara: Sure?\n\nYes.\n\nMara: Go.\n\nNo.\n\nNo.\n'],
    [
      'short paragraphs of a story',
      `${'The rain went on all day, and nobody came.\n\nNothing.\n\nThe wind rose. So did the sea, by the hour.\n\nSilence.\n\nIt was late by now.\n\n'.repeat(4)}`,
    ],
    ['names above words without one', 'Mara\nYes.\n\nTom\nNo.\n\nMara\nYes.\n\nTom\nNo.\n'],
  ])('are no roles where they are %s', (_, text) => {
    for (const isBook of [true, false])
      expect(laidOut(text, isBook) ?? '').not.toMatch(/^(?:YES|NO|NOTHING|SILENCE):/m);
  });
});
