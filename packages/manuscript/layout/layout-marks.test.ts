// Names as people type them before words.
import { describe, expect, it } from 'vitest';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());
const ALTERNATELY = ['WREN: A box.', 'PIKE: It’s never just a box.', 'WREN: Open it.', 'PIKE: You open it.'];

describe('a name', () => {
  it.each(['~', '->', '=>', '→', '>>', '::', '>'])('may stand before %s', (sign) => {
    const rows = ALTERNATELY.map((row) => row.replace(':', sign === '>' ? '>' : ` ${sign}`).replace('WREN', 'Wren'));
    expect(spoken(...rows)).toEqual(ALTERNATELY);
  });

  it('may stand in braces', () => {
    expect(spoken(...ALTERNATELY.map((row) => row.replace(/^(\w+):/, '{$1}')))).toEqual(ALTERNATELY);
  });

  it('may be a nickname in a chat, whose members come and go', () => {
    expect(
      spoken(
        '<Tess> hi',
        '<joe_b> yo',
        '*joe_b yawns*',
        '<Tess> tired?',
        '* Mia has joined #well',
        '<Mia> hello',
        '<joe_b> no',
      ),
    ).toEqual(['TESS: hi', 'JOE B: yo', 'TESS: tired?', 'MIA: hello', 'JOE B: no']);
  });

  it('may be forced by Fountain’s sign', () => {
    expect(spoken('@McAvoy', 'Late.', '', '@Dubois (O.S.)', '(panting)', 'I know!', '', '@McAvoy', 'Down!')).toEqual([
      'MCAVOY: Late.',
      'DUBOIS: I know!',
      'MCAVOY: Down!',
    ]);
  });

  it('may be set in bold type by tags', () => {
    expect(spoken('<b>Anna:</b> Hello.', '<b>Ben:</b> <i>(whispers)</i> Hi.', '<b>Anna:</b> Why <i>now</i>?')).toEqual([
      'ANNA: Hello.',
      'BEN: Hi.',
      'ANNA: Why now?',
    ]);
  });

  it('may stand behind a number in brackets', () => {
    expect(spoken('(1) Anna: Hello.', '(2) Ben: Hi.', '(3) [Door]', '(4) Anna: So.')).toEqual([
      'ANNA: Hello.',
      'BEN: Hi.',
      'ANNA: So.',
    ]);
  });

  it('may have a day beside it', () => {
    expect(
      spoken('Sam — Today at 10:14 AM', 'hi', 'Priya — Today at 10:15 AM', 'yo', 'Sam — Yesterday at 22:16', 'bye'),
    ).toEqual(['SAM: hi', 'PRIYA: yo', 'SAM: bye']);
  });

  it('may be that of several, or have a degree', () => {
    expect(
      spoken('ANNA, BEN, AND CLARA: Hi!', 'DR. O’NEIL, M.D.: Hi.', 'Anna, Ben und Clara: Yo!', 'ANNA: So.'),
    ).toEqual(['ANNA & BEN & CLARA: Hi!', 'DR. O’NEIL M.D.: Hi.', 'ANNA & BEN UND CLARA: Yo!', 'ANNA: So.']);
  });

  it('may be a heading of the third rank', () => {
    const rows = ['# The Well', '', '### Wren', 'A box.', '', '### Pike', '(sighs)', 'No.', '', '### Wren', 'Open it.'];
    expect(spoken(...rows, '', '### Pike', '', 'You.', '', '### The cave', '', '### Wren', 'So.')).toEqual([
      'WREN: A box.',
      'PIKE: No.',
      'WREN: Open it.',
      'PIKE: You.',
      'WREN: So.',
    ]);
  });

  it('is none before what is greater, or what follows', () => {
    const text = script(
      '5 > 3 and 7 > 2.',
      '',
      'Tea > coffee.',
      '',
      'Milk => butter.',
      '',
      'File > Open, File > Save.',
    );
    expect(laidOut(text, false)).toBeNull();
  });
});

describe('a name that comes once', () => {
  it.each([' –', ' >', '['])('is one where all rows have names behind or before %s', (sign) => {
    const rows = ['Wren: A box.', 'Pike: Open it.', 'Wren: So.', 'Waiter: Your bill.', 'Pike: Yes.', '[Rain]'];
    const typed = rows.map((row) => (sign === '[' ? row.replace(/^(\w+):/, '[$1]') : row.replace(':', sign)));
    expect(spoken(...typed)).toEqual([
      ...['WREN: A box.', 'PIKE: Open it.', 'WREN: So.', 'WAITER: Your bill.', 'PIKE: Yes.'],
    ]);
  });
});

describe('the sign of a name', () => {
  it.each([
    ['two colons', 'Wren:: '],
    ['a colon behind quotation marks', '"Wren": '],
    ['signs of equality around it', '=Wren= '],
    ['round brackets and a colon', '(Wren): '],
    ['what it thinks in brackets of full width before it', '（aside）Wren: '],
    ['other brackets', '《Wren》'],
    ['brackets of full width', '［Wren］'],
    ['bold type and a dash', '**Wren** – '],
    ['a dash before it', '– Wren: '],
    ['a sharp before it', '#Wren: '],
    ['a picture of several signs before it', '👨🏽‍🦱 Wren: '],
    ['a flag before it', '🇩🇪 Wren: '],
    ['its colour in brackets before it', '[RED] Wren: '],
    ['the name of a file in brackets before it', '[WR_001] Wren: '],
    ['how it is said in braces', 'Wren {softly}: '],
    ['how it is said in angle brackets', 'Wren <softly>: '],
    ['how it is said between dashes', 'Wren – (softly) – '],
    ['who plays it', 'Wren (Ann Lee, on phone): '],
  ])('may be %s', (_, mark) => {
    const rows = ALTERNATELY.map((row) =>
      row.replace(/^(\w)(\w+): /, (_whole, first: string, rest: string) =>
        mark.replace('Wren', first + rest.toLowerCase()),
      ),
    );
    expect(spoken(...rows)).toEqual(ALTERNATELY);
  });

  it('is no part of it where it says how a part is spoken', () => {
    const rows = [
      "DR. SIOBHAN (shi-VAWN) O'NEIL: Hello.",
      'Ann /æn/ Lee: Hi.',
      'William "Bill" Fox: Yo.',
      "DR. SIOBHAN O'NEIL: So.",
    ];
    expect(spoken(...rows)).toEqual([
      "DR. SIOBHAN O'NEIL: Hello.",
      'ANN LEE: Hi.',
      'WILLIAM BILL FOX: Yo.',
      "DR. SIOBHAN O'NEIL: So.",
    ]);
    expect(laidOut(script(...rows), false)).toMatch(/^DR\. SIOBHAN O'NEIL: \(shi-VAWN\) Hello\./);
  });

  it('is none in words', () => {
    expect(spoken('[ANN] Ben: come here.', '[BEN] No: stay.', '[ANN] Ben: please.', '[BEN] No.')).toEqual([
      'ANN: Ben: come here.',
      'BEN: No: stay.',
      'ANN: Ben: please.',
      'BEN: No.',
    ]);
    expect(laidOut('ANN: One.\n\n[pause 2s] BEN: Two.\n\nSTD::STRING is no name.\n', false)).toBeNull();
  });
});

describe('a time', () => {
  it.each(['[1m12s]', '[01:12 min]', '(12s)', '(1 min 15 s)', '[1 h 2 min]', '[1\'12"]', '<0:12-0:15>', '00:01:12 h'])(
    'may stand before names as %s',
    (time) => {
      expect(spoken(...ALTERNATELY.map((row) => `${time} ${row.replace('WREN', 'Wren')}`))).toEqual(ALTERNATELY);
    },
  );

  it.each(['[00:12 Wren] ', '[Wren 00:12] ', 'Wren, 00:12: ', '* **00:12 Wren:** '])(
    'may stand beside names as %s',
    (mark) => {
      const rows = [...ALTERNATELY, ...ALTERNATELY].map((row) =>
        row.replace(/^(\w)(\w+): /, (_, first: string, rest: string) =>
          mark.replace('Wren', first + rest.toLowerCase()),
        ),
      );
      expect(spoken(...rows)).toEqual([...ALTERNATELY, ...ALTERNATELY]);
    },
  );

  it('is a part of the words in units without brackets', () => {
    expect(spoken(...ALTERNATELY, '5 min PIKE: Here.')[3]).toBe('PIKE: You open it. 5 min PIKE: Here.');
  });

  it('is a part of the words behind which it stands', () => {
    expect(
      spoken(
        'Sam Okoro  0:03',
        'Welcome.',
        '',
        'Priya  0:07',
        'Thanks, Sam. At 9:30 I leave.',
        '',
        'Sam Okoro  0:15',
        'Go.',
      ),
    ).toEqual(['SAM OKORO: Welcome.', 'PRIYA: Thanks, Sam. At 9:30 I leave.', 'SAM OKORO: Go.']);
  });
});

describe('the speaker', () => {
  it.each(['Sprecher', 'Speaker', 'Person'])('is a role, though columns are called so: %s', (name) => {
    const heard = [`${name.toUpperCase()}: Hello.`, 'ZITATOR: Hi.', `${name.toUpperCase()}: So.`];
    expect(spoken(`${name}: Hello.`, 'Zitator: Hi.', `${name}: So.`)).toEqual(heard);
    expect(spoken(`${name}\tText`, 'Anna\tHello.', 'Ben\tHi.', 'Anna\tSo.')).toHaveLength(3);
  });

  it('may be called by an initial in a Spanish interview', () => {
    expect(spoken('P.- ¿Cuándo?', 'R.- En 1999.', 'P.- ¿Y por qué?', 'R.- Porque sí.')).toEqual([
      ...['P: ¿Cuándo?', 'R: En 1999.', 'P: ¿Y por qué?', 'R: Porque sí.'],
    ]);
  });
});

describe('the technician of a Spanish radio script', () => {
  it('says nothing', () => {
    expect(
      spoken(
        'LOCUTOR: Hola.',
        'CONTROL: ENTRA MÚSICA Y BAJA A FONDO',
        'INVITADA: Hola.',
        'OPERADOR: CORTINA MUSICAL',
        'RUMORE: passi',
      ),
    ).toEqual(['LOCUTOR: Hola.', 'INVITADA: Hola.']);
    expect(spoken('CONTROL: Copy that.', 'EAGLE: We have landed.', 'CONTROL: COPY.', 'EAGLE: Out.')).toHaveLength(4);
  });
});
