import type { SpokenBook } from '@lectern/manuscript';
import { applyChoices, roleCandidates, suggestedRoles } from '@lectern/manuscript';
import { Option as CommandOption, InvalidArgumentError, type Option } from 'commander';
import type { ImportChoices } from '../../shared/model/import-choices.ts';
import type { ScriptKind } from '../../shared/model/manuscript.ts';
import type { RoleMarkOptions } from '../../shared/model/settings.ts';
import { normaliseRoleName } from '../../shared/rules/role-names.ts';
import { CliError } from './exit.ts';
import { listed, t } from './words.ts';

/** Undefined properties are detected automatically. */
export interface RoleOptions {
  readonly readAs?: ScriptKind;
  readonly roles?: readonly string[];
  readonly merge?: ImportChoices['merges'];
}

/** `marks` is set if options determined the roles. */
export type BookWithRoles = Pick<SpokenBook, 'imported' | 'roles'> & { readonly marks?: RoleMarkOptions };

const roleNames = (text: string): readonly string[] => {
  const names = text.split(',').map((name) => normaliseRoleName(name));
  if (names.includes('')) throw new InvalidArgumentError(t('value.roles'));
  return names;
};

/** Parses `ELIZA=ELIZABETH,LIZZY=ELIZABETH`. */
function roleMerges(text: string): ImportChoices['merges'] {
  return text.split(',').map((pair) => {
    const [from = '', into = '', ...others] = pair.split('=').map((name) => normaliseRoleName(name));
    if (from === '' || into === '' || others.length > 0) throw new InvalidArgumentError(t('value.merges'));
    return { from, into };
  });
}

export const roleOptions = (): Option[] => [
  new CommandOption('--read-as <kind>', t('option.readAs')).choices(['script', 'prose']),
  new CommandOption('--roles <names>', t('option.roles')).argParser(roleNames),
  new CommandOption('--merge <pairs>', t('option.merge')).argParser(roleMerges),
];

export const hasRoleOptions = ({ readAs, roles, merge }: RoleOptions): boolean =>
  readAs !== undefined || roles !== undefined || merge !== undefined;

export function withChosenRoles(book: BookWithRoles, options: RoleOptions): BookWithRoles {
  if (options.roles === undefined && options.merge === undefined) return book;
  const { imported, roles: found } = book;
  const { document, kind, path } = imported;
  const candidates = roleCandidates(document, kind);
  const known = [...new Set([...found, ...candidates.map(({ name }) => name)])];
  // Scripts in other layouts have already been converted to this layout, with names in capitals.
  const meant = (name: string): string | undefined =>
    known.find((one) => one === name) ?? known.find((one) => one.toUpperCase() === name.toUpperCase());
  const knownName = (name: string): string => {
    const one = meant(name);
    if (one === undefined) throw new CliError(t('script.noSuchRole', { path, name, names: listed(known) }));
    return one;
  };
  const merges = (options.merge ?? []).map(({ from, into }) => ({ from: knownName(from), into: meant(into) ?? into }));
  const chosen = options.roles?.map(knownName) ?? suggestedRoles(candidates, kind);
  const choices = { kind, roles: [...new Set([...chosen, ...found])], merges };
  const { document: read, text, ...marks } = applyChoices(document, choices);
  return { imported: { ...imported, document: read, text }, roles: found, marks };
}
