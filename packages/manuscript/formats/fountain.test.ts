import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readFountain } from './fountain.ts';

const read = (text: string) => readFountain(strToU8(text), 'play.fountain');
const script = (text: string): string => manuscriptText(read(text), 'script');

describe('a Fountain screenplay', () => {
  it('has its roles by their cues, without what stands behind them, and its directions in brackets', () => {
    const text = [
      'MARA (V.O.)\n(softly)\nIt rained.\n(beat)\nAll day.',
      "MARA (CONT'D)\nIt did.",
      '@McCoy\nHello.',
      'DR. ÉLODIE (whispering) (O.S.)\nBonjour.',
      'GUARD #1\nHalt!',
      'LANE:\nYes, sir.',
      'SON\nDad?',
    ].join('\n\n');
    expect(script(text)).toBe(
      [
        'MARA: (softly) It rained. (beat) All day.',
        'MARA: It did.',
        'MCCOY: Hello.',
        'DR. ÉLODIE: (whispering) Bonjour.',
        'GUARD 1: Halt!',
        'LANE: Yes, sir.',
        'SON: Dad?\n',
      ].join('\n\n'),
    );
  });

  it('goes on with a speech behind a note or a comment on a row of its own', () => {
    const text = 'JON\n[[check:\nthis]]\nIt is late.\n\nMARA\n/* cut */\n(softly)\nIs it?\n\n[[A note.]]\n\nRain.';
    expect(script(text)).toBe('JON: It is late.\n\nMARA: (softly) Is it?\n\nRain.\n');
  });

  it('has a chapter for each scene, and action that the narrator reads', () => {
    const text =
      'INT. KITCHEN - DAY #12A#\n\nMara cooks.\nIt *smells* of __mint__ and _rain_.\n\n.BINOCULAR POV\n\nA tree.\n\nEXT. YARD\n\nMARA\nOh.';
    expect(script(text)).toBe(
      '## INT. KITCHEN - DAY\n\nMara cooks. It smells of __mint__ and rain.\n\n## BINOCULAR POV\n\nA tree.\n\n## EXT. YARD\n\nMARA: Oh.\n',
    );
  });

  it('has its acts for chapters where there are any, and what sets a scene is a direction', () => {
    const text = '# Act I\n\nINT. FLAT\n\nLANE\nSir.\n\n> **ACT TWO** <\n\nEXT. GARDEN\n\nJACK\nAh.\n\n> THE END <';
    expect(script(text)).toBe(
      '## Act I\n\n(INT. FLAT)\n\nLANE: Sir.\n\n## ACT TWO\n\n(EXT. GARDEN)\n\nJACK: Ah.\n\nTHE END\n',
    );
  });

  it('speaks no transition, no sound, no note, no summary and nothing that was put aside', () => {
    const text =
      'INT. A\n\n= She leaves.\n\nOne[[why?]] word.\n\n/* MARA\nNo. */\n\nCUT TO:\n\n> FADE OUT\n\nSFX: Rain.\n\n(Lights (all) off.)\n(Rain.)\n\nSOUND\nA door.\n\n===\n\nMARA\nYes. [laughs][[or no]]';
    expect(script(text)).toBe(
      '## INT. A\n\nOne word.\n\n(CUT TO:)\n\n(FADE OUT)\n\n(SFX: Rain.)\n\n(Lights (all) off. Rain.)\n\n(SOUND: A door.)\n\nMARA: Yes. (laughs)\n',
    );
    expect(read(text).notices).toEqual([{ kind: 'comments', count: 4, words: 7, sample: 'MARA No.', at: { row: 7 } }]);
    expect(read('MARA\nNo.\n\n[[No.]]\n').notices).toMatchObject([{ kind: 'comments', at: { row: 4 } }]);
  });

  it('lets those who speak at once speak one after the other', () => {
    expect(script('BRICK\nScrew it.\n\nSTEEL ^\nScrew it!')).toBe('BRICK: Screw it.\n\nSTEEL: Screw it!\n');
  });

  it('has title and author from its title page, which is not read', () => {
    const { title, author, sections } = read(
      'Title:\n    _**BIG FISH**_\nCredit: by\nAuthor: J. August\nMy Key: 1\n\nINT. A\n\nWords.',
    );
    expect([title, author, sections.map(({ kind }) => kind)]).toEqual([
      'BIG FISH',
      'J. August',
      ['title-page', 'chapter'],
    ]);
    expect(script('MARA: Hello.\n\nWords.')).toContain('MARA: Hello.');
  });

  it('keeps capitals that are no cue, and words that look like marks', () => {
    expect(
      script('THE END\n\n!SCANNING THE AISLES...\nWhere is he?\n\nA\n\\*star\n\nMARA\n5 * 3 * 2.\n  \nMore.'),
    ).toBe('THE END\n\nSCANNING THE AISLES... Where is he?\n\nA: *star\n\nMARA: 5 * 3 * 2. More.\n');
  });

  it('is read from the package that Highland saves', () => {
    const bytes = zipSync({ 'Play.textbundle/text.md': strToU8('MARA\nHello.'), 'info.json': strToU8('{}') });
    expect(manuscriptText(readFountain(bytes, 'play.highland'), 'script')).toBe('MARA: Hello.\n');
  });

  it.each([
    ['no words', strToU8('/* nothing */'), 'empty'],
    ['a package without text', zipSync({ 'info.json': strToU8('{}') }), 'damaged'],
    ['bytes that are no text', new Uint8Array([0, 1, 2, 3, 0, 0, 9]), 'binary'],
  ])('with %s is refused', (_, bytes, kind) => {
    expect(() => readFountain(bytes, 'play.fountain')).toThrow(expect.objectContaining({ kind }));
  });
});

it.each([
  ['Spanish', 'Título: La lámpara\nAutora: A. Ruiz', 'La lámpara', 'CORTE A:'],
  ['French', 'Titre: La lampe\nAuteur: A. Ruiz', 'La lampe', 'FONDU AU NOIR.'],
  ['German', 'Titel: Die Lampe\nAutorin: A. Ruiz', 'Die Lampe', 'SCHNITT AUF:'],
])('reads title page and transitions in %s', (_, page, title, transition) => {
  const bytes = Buffer.from(`${page}\n\nINT. HALL\n\nADA\nHola.\n\n${transition}\n\nEXT. SEA\n\nADA\nAdiós.\n`);
  const manuscript = readFountain(bytes, 'film.fountain');
  expect([manuscript.title, manuscript.author]).toEqual([title, 'A. Ruiz']);
  expect(manuscriptText(manuscript, 'script')).toBe(
    `## INT. HALL\n\nADA: Hola.\n\n(${transition})\n\n## EXT. SEA\n\nADA: Adiós.\n`,
  );
});
