// Rows of scripts that stand where speeches stand, and are not spoken.
import { describe, expect, it } from 'vitest';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());

describe('a sound', () => {
  it('is not spoken behind the number of its row', () => {
    expect(spoken('1 ANNA: Hi.', '2 FX: A DOOR.', '3 BEN: Yo.', '4) SFX: RAIN.', '5 ANNA: Bye.')).toEqual([
      'ANNA: Hi.',
      'BEN: Yo.',
      'ANNA: Bye.',
    ]);
  });

  it('is not spoken in a list', () => {
    expect(spoken('- **Anna:** Hi.', '- *(static)*', '- **Ben:** Yo.', '- [rain]', '- **Anna:** Bye.')).toEqual([
      'ANNA: Hi.',
      'BEN: Yo.',
      'ANNA: Bye.',
    ]);
  });

  it('is not spoken in small letters', () => {
    expect(spoken('anna: hi', 'sfx: a door', 'ben: yo', 'music: slow', 'anna: bye', 'ben: bye')).toEqual([
      'ANNA: hi',
      'BEN: yo',
      'ANNA: bye',
      'BEN: bye',
    ]);
    expect(spoken('Anna: Hi.', 'sfx: a door', 'Ben: Yo. I like some', 'music: jazz.', 'Anna: Bye.')).toEqual([
      'ANNA: Hi.',
      'BEN: Yo. I like some music: jazz.',
      'ANNA: Bye.',
    ]);
  });
});

describe('words of the narrator', () => {
  it('are kept above two roles in rows of their own, and so are the words of these', () => {
    expect(spoken('Rain fell.', 'ANNA: Hello.', 'BEN: Hi.', 'ANNA: So.')).toEqual([
      'Rain fell.',
      'ANNA: Hello.',
      'BEN: Hi.',
      'ANNA: So.',
    ]);
  });

  it('have no role of capitals before a colon that are none', () => {
    const text = script('Ann: Hi.', '', 'Bob: Yo.', '', 'It rained.', 'WHO: nobody knew.', '', 'Ann: Bye.');
    expect(laidOut(text, false)).toContain('It rained.\n\\WHO: nobody knew.');
  });

  it('end above a row that says where and when', () => {
    expect(spoken('Ann: Hi.', '', 'Bob: Yo.', '', 'It rained.', 'SETTING: A garden.', '', 'Ann: Bye.')).toEqual([
      'ANN: Hi.',
      'BOB: Yo.',
      'It rained.',
      'ANN: Bye.',
    ]);
  });
});

describe('a note', () => {
  it('to those who make the script is not spoken', () => {
    const rows = [
      'Ann: Hi.',
      '',
      '> **Note to editor:** trim here',
      '',
      'Bob: Yo.',
      'Note for the producer: louder',
      'Ann: Bye.',
    ];
    expect(spoken(...rows, 'Bob: Bye.')).toEqual(['ANN: Hi.', 'BOB: Yo.', 'ANN: Bye.', 'BOB: Bye.']);
    expect(spoken('太郎：はい。', '花子：うん。', '注：ここでカット', '太郎：雨だ。', '花子：そう。')).toEqual([
      '太郎: はい。',
      '花子: うん。',
      '太郎: 雨だ。',
      '花子: そう。',
    ]);
  });

  it('on a scene is not spoken among speeches row by row', () => {
    const rows = ['ANNA: Hi.', 'SETTING: A garden.', 'TODO: fix', 'BEN: Yo.', 'TIME: Night.', 'SEGMENT: Owls'];
    expect(spoken(...rows, 'ANNA: So.')).toEqual(['ANNA: Hi.', 'BEN: Yo.', 'ANNA: So.']);
    expect(
      spoken('TIME: I, that please some, try all.', '', 'TK: Yo.', '', 'TIME: So it is with me, with you.'),
    ).toEqual(['TIME: I, that please some, try all.', 'TK: Yo.', 'TIME: So it is with me, with you.']);
  });

  it.each(['Achtung', 'Caution', 'REMINDER', 'P.S.', 'Hinweis'])('is no role: %s', (word) => {
    const text = script('Ann: Hi.', '', 'Bob: Yo.', '', `${word}: it is hot.`, '', 'Ann: Bye.', '', 'Bob: Bye.');
    expect(spokenOf(text)).not.toContain(`${word.toUpperCase()}: it is hot.`);
  });
});

describe('the head of a script', () => {
  it('is not spoken below a title with a colon', () => {
    expect(spoken('# Ep. 12: The Well', '', '**Hosts:** Dana, Luis', '', '**DANA:** Hi.', '', '**LUIS:** Yo.')).toEqual(
      ['DANA: Hi.', 'LUIS: Yo.'],
    );
  });

  it.each(['Episode 12: Tides', 'Folge 3: Ebbe', 'Ep 7: The Well'])('is not spoken below %s', (title) => {
    const rows = [
      'Host: Ada Smith',
      'Guest: Tom Ray',
      'Release date: 4 May',
      '',
      'Ada: Hi.',
      '',
      'Tom: Yo.',
      '',
      'Ada: So.',
    ];
    expect(spokenOf(script(title, ...rows))).not.toContainEqual(expect.stringMatching(/^(HOST|GUEST)/));
    const speakers = ['Speaker 1: Hi.', 'Host: Yo.', 'Guest: Tom.', 'Speaker 1: So.', 'Host: Well.', 'Guest: Yes.'];
    expect(spoken(...speakers)).toHaveLength(6);
  });

  it('says what kind of play it is', () => {
    const rows = ['THE KETTLE', 'A radio play in one act', '', 'ANN. Hi.', 'BOB. Yo.', 'ANN. So.'];
    expect(spoken(...rows)).toEqual(['ANN: Hi.', 'BOB: Yo.', 'ANN: So.']);
    expect(laidOut(script(...rows), false)).toMatch(/^# THE KETTLE\n/);
  });

  it('is a title directly above who wrote it, and no role', () => {
    const rows = ['NIGHT BUS', 'by R. Dale', '', 'DRIVER', 'Last stop.', '', 'WOMAN', 'Is it?', '', 'DRIVER', 'Yes.'];
    expect(spoken(...rows)).toEqual(['DRIVER: Last stop.', 'WOMAN: Is it?', 'DRIVER: Yes.']);
    expect(laidOut(script(...rows), false)).toMatch(/^# NIGHT BUS\n\n\(by R\. Dale\)\n/);
    const speech = ['DRIVER', 'By now it is late.', '', 'WOMAN', 'Is it?', '', 'DRIVER', 'Yes.'];
    expect(spoken(...speech)).toEqual(['DRIVER: By now it is late.', 'WOMAN: Is it?', 'DRIVER: Yes.']);
  });

  it('names a radio play', () => {
    expect(spoken('Hörspiel: Das Licht', '', 'ANNA: Ja?', '', 'JÖRG: Nein.')).toEqual(['ANNA: Ja?', 'JÖRG: Nein.']);
  });
});

describe('a word of the stage alone in its row', () => {
  it.each([
    'Blackout.',
    'CURTAIN',
    'RIDEAU',
    'The end',
    'LONG PAUSE.',
    'Pause.',
    'END OF COLD OPEN',
    'End of Act One.',
  ])('is no part of the speech above it: %s', (word) => {
    expect(spoken('ANNA. Run!', 'BEN. Where?', word, 'ANNA. Out!', 'BEN. No.', word)).toEqual([
      'ANNA: Run!',
      'BEN: Where?',
      'ANNA: Out!',
      'BEN: No.',
    ]);
  });

  it.each([
    'COLD OPEN',
    'Intro',
    'MID-ROLL AD',
    'Ad break',
    'SEGMENT 2',
    'WERBUNG',
    'Cortinilla de entrada',
    'CREDITS',
  ])('may name a part of a programme: %s', (word) => {
    const rows = [word, 'ANNA: Hi.', word, 'BEN: Yo.', 'ANNA: So.', '', word, '', 'BEN: Bye.', word];
    const heard = ['ANNA: Hi.', 'BEN: Yo.', 'ANNA: So.', 'BEN: Bye.'];
    expect(spoken(...rows)).toEqual(heard);
    expect(
      spoken(...rows.map((row) => row.replace(/^ANNA|^BEN/, (name) => name[0] + name.slice(1).toLowerCase()))),
    ).toEqual(heard);
  });

  it('is none in a script with colons either', () => {
    expect(spoken('ANNA: Tak?', 'JÓZEF: Nie.', 'ANNA: Tak.', 'KURTYNA')).toEqual([
      'ANNA: Tak?',
      'JÓZEF: Nie.',
      'ANNA: Tak.',
    ]);
  });

  it('is a direction in a script in Lectern’s own form, too', () => {
    expect(laidOut('ANNA: Yes?\n\nPause.\n\nBEN: No.\n\nTHE END\n', false)).toBe(
      'ANNA: Yes?\n\n(Pause.)\n\nBEN: No.\n\n(THE END)\n',
    );
  });

  it('is no list of a cast where it begins a sentence', () => {
    expect(spoken('ANNA', 'Cast a spell.', '', 'BEN', 'Speakers are loud.', '', 'ANNA', 'Characters matter.')).toEqual([
      'ANNA: Cast a spell.',
      'BEN: Speakers are loud.',
      'ANNA: Characters matter.',
    ]);
  });

  it('is spoken with others', () => {
    expect(spoken('ANNA: Draw the', 'curtain.', 'BEN: Pause. Think.', 'ANNA: Is that', 'The End of Days?')).toEqual([
      'ANNA: Draw the curtain.',
      'BEN: Pause. Think.',
      'ANNA: Is that The End of Days?',
    ]);
  });
});

describe('the name of a part of a programme', () => {
  it('is spoken directly under the name of who says it', () => {
    expect(spoken('ANNA', 'Jingle', '', 'BEN', 'Intro', '', 'ANNA', 'So.', '', 'OUTRO')).toEqual([
      ...['ANNA: Jingle', 'BEN: Intro', 'ANNA: So.'],
    ]);
  });
});

describe('a list of roles', () => {
  it.each([
    ['Roles:', 'Anna – red', 'Ben – blue'],
    ['Rollen:', 'Anna (rot)', 'Ben (blau)'],
    ['REPARTO', 'ANNA - roja', 'BEN - azul'],
    ['Key:', 'A = Anna', 'B = Ben'],
    ['Legend: [A] = Anna, [B] = Ben'],
    ['Voices: Anna (Ann Lee), Ben (Tom Fox)'],
  ])('is not spoken: %s', (...rows) => {
    expect(spoken(...rows, '', 'Anna: Hi.', 'Ben: Yo.', 'Anna: So.')).toEqual(['ANNA: Hi.', 'BEN: Yo.', 'ANNA: So.']);
  });
});

describe('a cue with a number, or a choice of the player', () => {
  it.each(['Cue 1: SFX door', 'CUE 12: lights up', 'LIGHT CUE: blue', '> Option 1: Left', 'Choice 2: Right'])(
    'is not spoken: %s',
    (row) => {
      expect(spoken(row, 'ANNA: Hi.', row, 'BEN: Yo.', 'ANNA: So.', row)).toEqual([
        'ANNA: Hi.',
        'BEN: Yo.',
        'ANNA: So.',
      ]);
    },
  );
});

describe('a sign of Markdown', () => {
  it('is not spoken between speeches', () => {
    const rows = ['```', '> **Anna:** Hi.', '>', '> **Ben:** Yo.', '```', '', 'Anna: So.', '###'];
    expect(spoken(...rows)).toEqual(['ANNA: Hi.', 'BEN: Yo.', 'ANNA: So.']);
  });
});

describe('a place', () => {
  it.each(['SÉQUENCE 1 - INT. CUISINE - NUIT', 'SZENE 2 – INNEN. KÜCHE', '#1　台所（夜）', 'SCENE 3: EXT. GARDEN'])(
    'is not spoken with the number of its scene: %s',
    (row) => {
      expect(spoken(row, '', 'ANNA: Hi.', '', 'BEN: Yo.', '', row, '', 'ANNA: So.')).toEqual([
        ...['ANNA: Hi.', 'BEN: Yo.', 'ANNA: So.'],
      ]);
    },
  );
});

describe('a row in capitals', () => {
  it('is no part of the speech above it, nor the narrator’s', () => {
    expect(
      spoken('Ann: Hi.', 'DOOR SLAMS.', 'Bob: Yo.', 'RAIN ON GLASS', 'Ann: So.', '', 'THEY WAIT.', '', 'Bob: Bye.'),
    ).toEqual(['ANN: Hi.', 'BOB: Yo.', 'ANN: So.', 'BOB: Bye.']);
  });

  it('is none in a script whose names stand in capitals', () => {
    expect(spoken('ANN: Hi.', 'DOOR SLAMS.', 'BOB: Yo.', '', 'THEY WAIT.', '', 'ANN: Bye.')).toEqual([
      'ANN: Hi.',
      'BOB: Yo.',
      'ANN: Bye.',
    ]);
  });

  it('is spoken where it goes on with a sentence, in a title, alone as a cry, and among others in capitals', () => {
    const rows = ['THE WELL', '', 'Ann: It says', 'KEEP OUT. GO AWAY.', 'and no more.', 'Bob: I like', 'NBC AND CBS.'];
    expect(spoken(...rows, '', 'HELP ME!', '', 'Ann: Go.', 'Bob: No.')).toEqual([
      'THE WELL',
      'ANN: It says KEEP OUT. GO AWAY. and no more.',
      'BOB: I like NBC AND CBS.',
      'HELP ME!',
      'ANN: Go.',
      'BOB: No.',
    ]);
    expect(spoken('ANN: HI THERE.', 'HOW ARE YOU.', 'BOB: FINE.', 'ANN: GOOD.')).toEqual([
      'ANN: HI THERE. HOW ARE YOU.',
      'BOB: FINE.',
      'ANN: GOOD.',
    ]);
  });
});

describe('a transition', () => {
  it.each(['SCHNITT AUF:', 'ABBLENDE.', 'CORTE A:', 'FONDU AU NOIR', 'SMASH CUT TO:'])('is a direction: %s', (row) => {
    const rows = ['ANNA', 'Ja?', '', row, '', 'BEN', 'Nein.', '', 'ANNA', 'Doch.', '', 'BEN', 'So.', '', row];
    expect(spoken(...rows)).toEqual(['ANNA: Ja?', 'BEN: Nein.', 'ANNA: Doch.', 'BEN: So.']);
    expect(
      laidOut(script(...rows), false)
        ?.split('\n')
        .filter((each) => each === `(${row})`),
    ).toHaveLength(2);
  });
});

describe('a direction amid words', () => {
  it('may stand in angle brackets', () => {
    expect(spoken('Wren: <sighs> <sfx: rain> Fine.', 'Pike: No. <a long pause> Yes, 1 < 2.', 'Wren: So.')).toEqual([
      'WREN: Fine.',
      'PIKE: No. Yes, 1 < 2.',
      'WREN: So.',
    ]);
  });
});

describe('a sound amid a speech', () => {
  it.each([
    ['at its end', 'Anna: Come in. SFX: door slams.', 'ANNA: Come in. (SFX: door slams.)', 'ANNA: Come in.'],
    ['without a full stop', 'Anna: Come in! MUSIC: swells', 'ANNA: Come in! (MUSIC: swells)', 'ANNA: Come in!'],
    ['at its start', 'Anna: FX: a bell. Come in.', 'ANNA: (FX: a bell.) Come in.', 'ANNA: Come in.'],
    [
      'between sentences',
      'Anna: In. SOUND: 3.5 seconds of rain. Sit.',
      'ANNA: In. (SOUND: 3.5 seconds of rain.) Sit.',
      'ANNA: In. Sit.',
    ],
    ['in a bracket', 'Anna: (Rises. SFX: bell) Come in.', 'ANNA: (Rises. (SFX: bell)) Come in.', 'ANNA: Come in.'],
    ['in a row of its own form', 'ANNA: Come in. SFX: bell.', 'ANNA: Come in. (SFX: bell.)', 'ANNA: Come in.'],
  ])('is kept and not spoken %s', (_, row, written, heard) => {
    const text = script(row, '', 'BEN: Yes.', '', 'ANNA: Sit.', '', 'BEN: No.');
    expect(laidOut(text, false)).toContain(`${written}\n\nBEN: Yes.`);
    expect(spokenOf(text).map((words) => words.replace(/\s+/g, ' ').trim())).toEqual([
      heard,
      'BEN: Yes.',
      'ANNA: Sit.',
      'BEN: No.',
    ]);
  });

  it('ends with its row', () => {
    const text = script('Anna: Come in. SFX: door slams', 'Sit down.', 'Ben: Yes.', 'Anna: Good.', 'Ben: No.');
    expect(spokenOf(text)[0]?.replace(/\s+/g, ' ')).toBe('ANNA: Come in. Sit down.');
  });

  it.each(['Anna: The best of MUSIC: a song.', 'Anna: Come. Music: that is it.', 'ANNA: COME IN. MUSIC: MY LIFE.'])(
    'is none where words are spoken: %s',
    (row) => {
      const text = script(row, '', 'Ben: Yes.', '', 'Anna: Sit.', '', 'Ben: No.');
      expect(spokenOf(text)[0]).toBe(row.replace('Anna', 'ANNA'));
    },
  );
});

describe('a direction in brackets alone in its row', () => {
  it('is not spoken directly above a speech, nor among words of the narrator', () => {
    const rows = [
      '(A door opens.)',
      'ANNA: Hello.',
      '',
      'It was late.',
      '(Rain.)',
      'She sat.',
      '',
      'BEN: Hi.',
      '(Wind.)',
    ];
    expect(spoken(...rows, '', '[pause 2s]', 'ANNA: So.', '', 'BEN: Yes.')).toEqual([
      'ANNA: Hello.',
      'It was late.',
      'She sat.',
      'BEN: Hi.',
      'ANNA: So.',
      'BEN: Yes.',
    ]);
  });
});

describe('a third column of notes to the reader', () => {
  const rows = ['Anna\tI never said that.\tangrily', 'Ben\tYou did.\ttake 2', 'Anna\tNo!', 'Ben\tYes, you did.\t'];
  const heard = ['ANNA: I never said that.', 'BEN: You did.', 'ANNA: No!', 'BEN: Yes, you did.'];

  it('is kept and not spoken', () => {
    expect(spoken(...rows)).toEqual(heard);
    expect(laidOut(script(...rows), false)).toMatch(/^ANNA: \(angrily\) I never .*\n\nBEN: \(take 2\) You did\./);
    expect(spoken(...rows.map((row) => row.replace(/^(\w+)/, (name) => `${name.toUpperCase()}:`)))).toEqual(heard);
  });

  it('is not spoken in a row that goes on', () => {
    expect(spoken(...rows, '\tI know it.\tfaster', 'Anna\tNo.')).toEqual([
      ...heard.slice(0, 3),
      'BEN: Yes, you did. I know it.',
      'ANNA: No.',
    ]);
  });

  it('is told by its title, whatever it holds', () => {
    expect(spoken('Name\tLine\tNotes', ...rows, 'Anna\tSo\tShe waits. Then she laughs.')).toEqual([
      ...heard,
      'ANNA: So',
    ]);
  });

  it('is none where it goes on with what is said', () => {
    expect(spoken('Anna\tI never\tsaid that', 'Ben\tYou\tdid', 'Anna\tNo,\tI', 'Ben\tYes,\tyou did')).toEqual([
      ...['ANNA: I never said that', 'BEN: You did', 'ANNA: No, I', 'BEN: Yes, you did'],
    ]);
    expect(spoken(...rows, 'Anna\tIt is so.\tI know it is.')[0]).toBe('ANNA: I never said that. angrily');
  });
});
