import { openTextFile } from '@lectern/manuscript';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { parseScript } from '../../shared/rules/script-text.ts';
import { initialSettings } from '../core/import/new-project.ts';
import { type RoleOptions, roleOptions, withChosenRoles } from './role-options.ts';

const SHOW = 'ELIZA: Hello.\n\nELIZABETH: Hello.\n\nTom: Well.\n\nTom: Yes.\n\nJB: it rains.\n';

function optionsOf(...args: string[]): RoleOptions {
  const command = new Command('import').exitOverride().configureOutput({ writeErr: () => {} });
  for (const option of roleOptions()) command.addOption(option);
  return command.parse(args, { from: 'user' }).opts();
}

/** Who says what, with these options. */
function spoken(text: string, ...args: string[]): (readonly [string | null, string])[] {
  const options = optionsOf(...args);
  const source = openTextFile(Buffer.from(text), 'show.txt');
  const read = source.as(options.readAs ?? source.detected);
  const { imported, marks } = withChosenRoles({ imported: read, roles: [] }, options);
  const paragraphs = parseScript(imported.text, { ...initialSettings(imported), ...marks });
  return paragraphs.flatMap(({ lines }) =>
    lines.flatMap(({ turns }) => turns.map(({ role, text: words }) => [role, words] as const)),
  );
}

it('has the roles that are named, and reads other names as words', () => {
  expect(spoken(SHOW, '--roles', 'ELIZA, ELIZABETH')).toEqual([
    ['ELIZA', 'Hello.'],
    ['ELIZABETH', 'Hello.'],
    [null, 'TOM: Well.'],
    [null, 'TOM: Yes.'],
    [null, 'JB: it rains.'],
  ]);
});

it('takes names in any case', () => {
  expect(spoken(SHOW, '--roles', 'tom').filter(([role]) => role !== null)).toEqual([
    ['TOM', 'Well.'],
    ['TOM', 'Yes.'],
  ]);
});

it('has one role for several spellings, and the others as suggested', () => {
  expect(spoken(SHOW, '--merge', 'ELIZA=ELIZABETH').map(([role]) => role)).toEqual([
    ...['ELIZABETH', 'ELIZABETH', 'TOM', 'TOM', 'JB'],
  ]);
});

it('is read as prose where that is said', () => {
  expect(spoken('MARA: Hello.\n\nTOM: Hello.\n', '--read-as', 'prose')).toEqual([
    [null, 'MARA: Hello.'],
    [null, 'TOM: Hello.'],
  ]);
});

it('is refused for names that begin no row, and for what is no name', () => {
  expect(() => spoken(SHOW, '--roles', 'ELIZA,JANE')).toThrow(
    '“JANE”. Possible role names: TOM, ELIZA, ELIZABETH, JB.',
  );
  expect(() => optionsOf('--roles', 'ELIZA,,TOM')).toThrow('a name is missing');
  expect(() => optionsOf('--merge', 'ELIZA')).toThrow('such as ELIZA=ELIZABETH');
  expect(() => optionsOf('--read-as', 'poem')).toThrow('script, prose');
});
