import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { spokenText } from '../../../shared/rules/spoken-text.ts';
import { laidOut } from './testing/laid-out.ts';

const GAME = `# The story of one afternoon.
define e = Character("Eileen", color="#c8ffc8")
define m = Character(_('Me'), image="me")
define at = Character(name="Dr. Atwood")
define unseen = Character(None, kind=nvl)
define pov = Character("[player]")
default book = False

init python:
    def greet(name):
        renpy.notify("Hello, " + name)
        greeting = "Nobody says this."

screen hint():
    text "Nobody says this either."

label start(first=True):

    scene bg lecturehall
    with fade
    play music "illurock.ogg" fadein 1.0

    "It's only when I hear feet that I realise: the lecture is over."

    m "Hi there! How was \\"class\\"?"
    show eileen happy at left
    e happy @ -smile "Good... {w=0.5}I {i}can't{/i} believe it, [player]." with vpunch
    extend " Really."

    menu evening:

        "As soon as she catches my eye, I decide..."

        "To ask her right away.":
            jump right_away

        "To ask her later." if book:
            $ book = "no"
            jump later

label right_away:

    "Lucy" "Will you be \\
        quiet, please?"
    at "(She will not.) That is 100%% certain."
    if book == "no":
        e """
        This is a longer speech.

        It has two paragraphs.
        """
    unseen 'It was dark.'
    pov "What now?"
    stranger "Who is there?"
    return
`;

const settings = { ...DEFAULT_PROJECT_SETTINGS, speakHeadings: false };

/** Who says what, as it is heard. */
const heard = (script: string): string[] =>
  parseScript(script, settings).flatMap(({ lines }) =>
    lines.flatMap(({ turns }) => turns.map((turn) => `${turn.role ?? '-'}: ${spokenText(turn, settings)}`)),
  );

describe('a script of Ren’Py', () => {
  it('is spoken by those whom its variables stand for, and nothing of what the game does is', () => {
    expect(heard(laidOut(GAME, false) ?? '')).toEqual([
      "NARRATOR: It's only when I hear feet that I realise: the lecture is over.",
      'ME: Hi there! How was "class"?',
      "EILEEN: Good... I can't believe it, [player]. Really.",
      'NARRATOR: As soon as she catches my eye, I decide...',
      'LUCY: Will you be quiet, please?',
      'DR. ATWOOD: (She will not.) That is 100% certain.',
      'EILEEN: This is a longer speech.',
      'EILEEN: It has two paragraphs.',
      'NARRATOR: It was dark.',
      'POV: What now?',
      'STRANGER: Who is there?',
    ]);
  });

  it('has a chapter for each label, and keeps what is staged, chosen and noted as directions', () => {
    const script = laidOut(GAME, false) ?? '';
    expect(script.match(/^## .*/gm)).toEqual(['## start', '## right away']);
    expect(script.startsWith('## start\n')).toBe(true);
    for (const direction of ['The story of one afternoon.', 'with fade', 'To ask her later.'])
      expect(script).toContain(`\n(${direction})\n`.trimStart());
    expect(script).not.toContain('Nobody says this');
  });

  it('needs no label where it says who its characters are', () => {
    const part =
      'define e = Character("Eileen")\ndefine l = Character(\'Lucy\')\n\ne "Hello."\nl happy "Hi!"\n"It rained."\n';
    expect(heard(laidOut(part, false) ?? '')).toEqual(['EILEEN: Hello.', 'LUCY: Hi!', 'NARRATOR: It rained.']);
  });

  it.each([
    ['a novel', 'He read the label: "Drink me", it said.\n\n"Drink me?" she said.\n'],
    ['a script', 'MARA: Hello.\n\nlabel start:\n\nMARA: Yes.\n'],
  ])('is not what %s is', (_, text) => {
    expect(laidOut(text, false) ?? text).not.toContain('NARRATOR:');
  });

  it('goes on behind quotation marks that are never closed', () => {
    const script = laidOut('label start:\n    e """Half\n    e "Whole."\n    "Another.\n    m "Third."\n', false) ?? '';
    expect(heard(script).join(' ')).toContain('Whole.');
  });

  it('takes time as its length does, whatever it holds', () => {
    for (const row of [
      '    e "',
      "    e '''",
      `label ${' '.repeat(2_000)}x`,
      `e${' '.repeat(2_000)}"a"`,
      '    e "\\\\',
    ]) {
      const script = `label start:\n    e "Words."\n${`${row}\n`.repeat(4_000)}`;
      expect(laidOut(script, false)).toContain('E: Words.');
    }
  });
});
