// Why roles are roles: what the file states, or what features of the text suggest.
import { expect, it } from 'vitest';
import { joinScripts, openScriptFile, openTextFile, roleEvidence, withSpeakers } from './index.ts';

const evidenceIn = async (file: string, content: string) => {
  const source = await openScriptFile(Buffer.from(content), file);
  return Object.fromEntries(roleEvidence(source.as(source.detected)));
};

const paragraph = (type: string, text: string) => `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;

it.each([
  [
    'play.fdx',
    `<FinalDraft><Content>${paragraph('Character', 'Mara')}${paragraph('Dialogue', 'Hi.')}</Content></FinalDraft>`,
    'fdx-character',
  ],
  ['play.fountain', 'MARA\nHi.\n\nTOM\nOh.\n', 'fountain-character'],
  ['play.csv', 'Role,Text\nMara,Hi.\nTom,Oh.\n', 'role-column'],
  [
    'play.vtt',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mara>Hi.\n\n00:03.000 --> 00:04.000\n<v Tom>Oh.\n',
    'webvtt-voice',
  ],
  ['play.html', '<p class="speaker">Mara</p><p>Hi.</p><p class="speaker">Tom</p><p>Oh.</p>', 'speaker-element'],
  ['play.txt', '@MARA: Hi.\n\n@Tom: Oh.\n', 'role-mark'],
  ['play.rpy', 'define e = Character("Mara")\n\nlabel start:\n    e "Hi."\n    e "Bye."\n', 'renpy-character'],
])('%s states its roles', async (file, content, stated) => {
  expect(await evidenceIn(file, content)).toMatchObject({ MARA: { stated } });
});

const dialog = (row: (name: string, words: string) => string): string =>
  Array.from({ length: 14 }, (_, at) => row(at % 2 === 0 ? 'Mara' : 'Tom', `These are words, number ${at}.`)).join(
    '\n\n',
  );

it.each([
  ['capitals.txt', dialog((name, words) => `${name.toUpperCase()}: ${words}`), 'colon', true],
  ['small.txt', dialog((name, words) => `${name}: ${words}`), 'colon', false],
  ['dash.txt', dialog((name, words) => `${name} – ${words}`), 'dash', false],
  ['above.txt', dialog((name, words) => `${name.toUpperCase()}\n${words}`), 'above', true],
  ['bold.md', dialog((name, words) => `**${name}** ${words}`), 'bold', false],
  ['square.html', dialog((name, words) => `<p>[${name}] ${words}</p>`), 'square', false],
  ['colon.srt', dialog((name, words) => `1\n00:00:01,000 --> 00:00:02,000\n${name}: ${words}`), 'colon', false],
  ['untitled.csv', dialog((name, words) => `${name},"${words}"`).replaceAll('\n\n', '\n'), 'gap', false],
])('the roles of %s are weighed by features', async (file, content, form, capitals) => {
  const evidence = await evidenceIn(file, content);
  expect(evidence).toMatchObject({ MARA: { score: expect.any(Number), features: { form, capitals, times: 7 } } });
});

it('weighs more what is typed more clearly, and comes more often', async () => {
  const score = async (content: string) => {
    const { MARA } = await evidenceIn('play.txt', content);
    return MARA && 'score' in MARA ? MARA.score : 0;
  };
  const often = await score(dialog((name, words) => `${name.toUpperCase()}: ${words}`));
  const once = await score(`MARA: Hi.\n\nTOM: Oh.\n`);
  const small = await score(dialog((name, words) => `${name}: ${words}`));
  const dash = await score(dialog((name, words) => `${name} – ${words}`));
  expect(often).toBeGreaterThan(once);
  expect(often).toBeGreaterThan(small);
  expect(small).toBeGreaterThan(dash);
  for (const one of [often, once, small, dash]) {
    expect(one).toBeGreaterThan(0);
    expect(one).toBeLessThanOrEqual(1);
  }
});

it('has the mean confidence of quotations, and certainty where a person decides', () => {
  const novel = `Chapter 1\n\n${'“Come in,” said Mara.\n\n“Thank you,” said Tom.\n\n'.repeat(4)}`;
  const book = openTextFile(Buffer.from(novel), 'novel.txt').as('prose');
  const { imported, roles } = withSpeakers(book);
  expect(roles).toContain('Mara');
  const evidence = roleEvidence(imported);
  expect(evidence.get('Mara')).toMatchObject({ features: { quotations: 4 } });
  expect(roleEvidence(book).size).toBe(0);
});

it('counts the speeches of a name in all files of a book', () => {
  const part = (file: string) => openTextFile(Buffer.from(dialog((name, words) => `${name} – ${words}`)), file);
  const book = joinScripts([part('1.txt'), part('2.txt')]).as('script');
  expect(roleEvidence(book).get('MARA')).toMatchObject({ features: { form: 'dash', times: 14 } });
});
