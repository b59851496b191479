import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pseudoCatalogue } from '../shared/words/pseudo.ts';
import type { Catalogue } from '../shared/words/words.ts';
import { differencesOf, localeProblems } from './locale-files.ts';
import {
  literalsIn,
  messageProblem,
  messagesOf,
  placeholdersOf,
  readSource,
  sentencesIn,
  usedKeys,
} from './messages.ts';
import { root } from './steps.ts';

/** Something that a template is filled with. */
const FILLED = ['$', '{value}'].join('');
const source = (text: string) => readSource('a.tsx', text);
const literals = (text: string) => literalsIn(source(text)).map(({ text: words }) => words);

describe('the keys that code asks for', () => {
  it('are found with their area and row, of text and of parts', () => {
    const code = `
      const t = words('review');
      const tCommon = words('common');
      const a = t('busy.run', { name });
      const b = <p>{tCommon.parts('help', { link })}</p>;`;
    expect(usedKeys(source(code))).toEqual([
      { row: 4, area: 'review', key: 'busy.run' },
      { row: 5, area: 'common', key: 'help' },
    ]);
  });

  it('may be chosen between, or have parts that are known later, but not come from elsewhere', () => {
    const code = `t(a ? 'one' : 'two'); t(\`state.${FILLED}.label\`); t(key); other('x');`;
    expect(usedKeys(source(code), { t: 'cli' }).map(({ key }) => key)).toEqual(['one', 'two', 'state.*.label', '?']);
  });
});

describe('words in the code', () => {
  it.each([
    ['text between tags', '<b>Approve</b>', 'Approve'],
    ['a label', '<Button label="Approve" />', 'Approve'],
    ['a name for those who listen', '<b aria-label={open ? "Close" : t("open")} />', 'Close'],
    ['a text in braces', '<b>{"Approve"}</b>', 'Approve'],
    ['a sentence anywhere', 'notify("The run is done.")', 'The run is done.'],
    ['a sentence in pieces', `const a = \`${FILLED} lines left\``, '… lines left'],
    ['a figure beside a noun with a hyphen', `const a = \`${FILLED} of re-rendered lines\``, '… of re-rendered lines'],
    ['a noun beside a figure', `const a = \`${FILLED} lines\``, '… lines'],
    ['a sentence for a person in an error', 'throw new CliError("There is no key.")', 'There is no key.'],
  ])('are %s', (_what, code, words) => {
    expect(literals(code)).toEqual([words]);
  });

  it.each([
    ['a message', "<b title={t('open')}>{t('approve', { count })}</b>"],
    ['data for a part of the window', "<Notice error={{ kind: 'service', failure }} />"],
    ['signs', '<b>· {count} / {total}</b>'],
    ['names of code and styles', '<b className="dim small" style={{ font: "12px serif" }} data-kind="one" />'],
    [
      'classes and colours of style sheets',
      `row.className = \`cm-row ${FILLED}\`; const a = 'color-mix(in srgb, red, blue)';`,
    ],
    ['types, imports and keys', "import a from 'two words'; type A = 'two words'; const b = { 'in-flight': 1 };"],
    [
      'rows of the log',
      "log('The page ended.'); options.log('info', 'It ends.'); log.defect('in the background', error)",
    ],
    ['headers of HTTP', "const a = { allow: 'GET, HEAD', type: 'text/css; charset=utf-8' }"],
    ['errors of the code itself', "throw new Error('a chapter is missing')"],
    ['options and commands', `command.option('--out <dir>', t('option.out')); const a = \`lectern resume ${FILLED}\`;`],
  ])('are not %s', (_what, code) => {
    expect(literals(code)).toEqual([]);
  });
});

describe('a message', () => {
  it('has parameters and tags, in its choices too', () => {
    const slots = placeholdersOf('{n, plural, one {# line of <b>{name}</b>} other {# lines}} {at, date}');
    expect([...slots.keys()].toSorted()).toEqual(['<b>', 'at', 'n', 'name']);
  });

  it('is at fault where it can’t be read, or an apostrophe would hide a parameter', () => {
    expect(messageProblem('All of {name}')).toBeNull();
    expect(messageProblem("Option ''{name}''")).toBeNull();
    expect(messageProblem("It's {name}")).toContain('apostrophe');
    expect(messageProblem("Option '{name}'")).toContain('apostrophe');
    expect(messageProblem('{n, plural, one {# line}}')).toContain("can't be read");
    expect(messageProblem('All of {name')).toContain("can't be read");
  });
});

it('says what differs in another language', () => {
  const english = messagesOf({ a: 'Open {name}', b: { c: 'Read <guide>it</guide>', d: 'Close' } });
  const german = messagesOf({ a: '{nam} öffnen', b: { c: 'Lies <guide>es</guide>', e: 'Zu' } });
  expect(differencesOf(english, german, 'de')).toEqual([
    'b.d is missing; add a translation of “Close”',
    'a: add {name}, as in English',
    "a: remove {nam}, which English doesn't have",
    "b.e isn't in English; remove or rename it",
  ]);
  expect(differencesOf(english, english, 'en')).toEqual([]);
});

it('a translation has the plurals of its language', () => {
  const faults = (message: string, language: string) =>
    differencesOf(
      new Map([['a', '{lines, plural, =0 {None} one {# line} other {# lines}}']]),
      new Map([['a', message]]),
      language,
    );
  expect(faults('{lines, plural, one {# Zeile} other {# Zeilen}}', 'de')).toEqual([]);
  expect(faults('{lines, plural, =1 {eine Zeile} other {# Zeilen}}', 'de')).toEqual([]);
  expect(faults('{lines, plural, other {# Zeilen}}', 'de')).toEqual(['a: add “one” to the plural of lines']);
  expect(faults('{lines, plural, other {#行}}', 'ja')).toEqual([]);
  expect(faults('{lines, number}行', 'ja')).toEqual([]);
  expect(faults('{lines, plural, one {#行} other {#行}}', 'ja')).toEqual([
    'a: remove “one” from the plural of lines: the language has no such form',
  ]);
  expect(faults('{lines, plural, one {a} other {b}}', 'pl')).toHaveLength(2);
});

it('a translation uses parameters as English does', () => {
  const faults = (english: string, message: string) =>
    differencesOf(new Map([['a', english]]), new Map([['a', message]]), 'de');
  expect(faults('{lines, number} of {name}', '{lines, number} von {name, number}')).toEqual([
    "a: name can't be used as a number: it isn't one in English",
  ]);
  expect(faults('{lines, plural, one {a} other {b}}', '{lines, number} oder {lines}')).toEqual([]);
  expect(
    faults('{place, select, start {at its start} other {at its end}}', '{place, select, end {x} other {y}}'),
  ).toEqual([
    "a: remove “end” from the choices of place: English doesn't have it",
    'a: add “start” to the choices of place',
  ]);
  expect(faults('Read <guide>it</guide>', 'Lies <guid>es</guid>')).toEqual([
    'a: add <guide>, as in English',
    "a: remove <guid>, which English doesn't have",
  ]);
  expect(faults('{n, selectordinal, one {#st} other {#th}}', '{n, selectordinal, other {#.}}')).toEqual([]);
});

describe('a file of locales/', () => {
  const english = messagesOf({ window: { review: { title: 'Review', hint: 'Approve all takes of it.' } } });
  const faults = (content: unknown, file = 'locales/pl.json') =>
    localeProblems(file, typeof content === 'string' ? content : JSON.stringify(content), english);
  const review = { title: 'Przegląd', hint: 'Zatwierdź wszystkie nagrania.' };

  it('has a translation of every message', () => {
    expect(faults({ window: { review } })).toEqual([]);
    expect(faults({ window: { review: { title: 'Review', hint: '' } } })).toEqual([
      'locales/pl.json: window.review.hint: is empty; translate the English message',
    ]);
    expect(faults({ window: { review: { ...review, hint: 'Approve all takes of it.' } } })).toEqual([
      'locales/pl.json: window.review.hint: is still in English; translate it',
    ]);
    expect(faults({})).toEqual([
      'locales/pl.json: window.review.title is missing; add a translation of “Review”',
      'locales/pl.json: window.review.hint is missing; add a translation of “Approve all takes of it.”',
    ]);
  });

  it('has nothing but text', () => {
    expect(faults({ window: { review, count: 3 }, list: ['a'] })).toEqual([
      'locales/pl.json: window.count has to be text or an object',
      'locales/pl.json: list has to be text or an object',
    ]);
    expect(faults('{ "window": ')).toEqual([expect.stringMatching(/^locales\/pl\.json: can't be read as JSON \(/)]);
    expect(faults('[]')).toContain('locales/pl.json: the file has to be text or an object');
  });

  it.each(['en', 'en-XA', 'pl_PL', 'polski', 'PL'])('is not called %s.json', (name) => {
    expect(faults({ window: { review } }, `locales/${name}.json`)).toEqual([
      expect.stringContaining('name it after another language than English'),
    ]);
  });
});

describe('the pseudo-language', () => {
  const files = globSync(['renderer/locales/en/*.ts', 'electron/cli/locales/en.ts'], { cwd: root });

  it.each(files)('has every message of %s, with its parameters and tags', async (file) => {
    const module: Readonly<Record<string, Catalogue>> = await import(join(root, file));
    const catalogue = module[basename(file) === 'en.ts' ? 'messages' : basename(file, '.ts')] ?? {};
    const [english, pseudo] = [messagesOf(catalogue), messagesOf(pseudoCatalogue(catalogue))];
    expect(english.size).toBeGreaterThan(10);
    expect(differencesOf(english, pseudo, 'en')).toEqual([]);
    for (const [key, message] of english) expect(pseudo.get(key)?.length).toBeGreaterThan(message.length);
  });
});

describe('sentences of code without a catalogue', () => {
  const sentences = (text: string) => sentencesIn(source(text)).map(({ text: words }) => words);

  it.each([
    ['a message of an error for people', `throw new ExportError('busy', 'Wait until it is done.');`],
    ['what is filled in', `const message = \`The limit lets ${FILLED} through.\`;`],
    ['what follows a figure', `const message = \`${FILLED} lines were sent.\`;`],
    ['a row of a table', `const WORDS = { busy: 'is at work elsewhere' } as const;`],
    ['a choice', `tell(isOne ? 'One line is left.' : 'Some lines are left.');`],
  ])('are found in %s', (_, code) => {
    expect(sentences(code)).not.toEqual([]);
  });

  it.each([
    ['an error of the code itself', `throw new RangeError('the pieces overlap each other');`],
    ['SQL', 'db.prepare(`SELECT id FROM lines WHERE part = ?`); db.exec("a IN (SELECT b)");'],
    ['columns', `const COLUMNS = 'id, ord, chapter_id, kind';`],
    ['the log', `log('warning', 'the drive is slow today');`],
    ['two words', `const PLACE = 'Application Support';`],
    ['a type', `type Place = 'at the start' | 'at the end';`],
    ['an import', `import { a } from './a b c d.ts';`],
  ])('are not seen in %s', (_, code) => {
    expect(sentences(code)).toEqual([]);
  });
});
