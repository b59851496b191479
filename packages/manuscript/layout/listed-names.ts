// Tells commas between names (`Ada, Tom`) from commas within a name (`Smith, Ada`).
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { ACADEMIC_DEGREE } from './layout-names.ts';

const CONJUNCTIONS = wordSet('name-conjunctions');
const LIST_SEPARATORS = /[;+]/g;

interface ListedNames {
  readonly groups: readonly string[];
  readonly separators: readonly string[];
}

/**
 * Replaces separators with ` & `. Reads a single comma as “last name, first name”, unless `allNames` contains both
 * halves as names.
 */
export function createNameSeparator(allNames: Iterable<string>): (name: string) => string {
  const [single, whole, first, second] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const name of new Set(allNames)) {
    const { groups } = listedNames(name.toUpperCase());
    for (const group of groups) {
      const parts = splitNames(group);
      if (parts.length !== 2) for (const part of parts) single.add(part);
      else if (groups.length === 1) {
        whole.add(parts.join());
        first.add(parts[0] ?? '');
        second.add(parts[1] ?? '');
      }
    }
  }
  const isName = (part: string): boolean => single.has(part) || (first.has(part) && second.has(part));
  return (name) => {
    const { groups, separators } = listedNames(name);
    const areAlike = groups.every((group) => splitNames(group).length === 2);
    const written = groups.map((group) => {
      const parts = splitNames(group);
      const capitals = parts.map((part) => part.toUpperCase());
      const isOne = parts.length === 2 && !capitals.every(isName) && (areAlike || whole.has(capitals.join()));
      return isOne ? joinLastNameFirst(parts) : parts.join(' & ');
    });
    return written.reduce((before, group, at) => [before, separators[at - 1] ?? '&', group].join(' ')).trim();
  };
}

/** `King`, `Martin Jr.` becomes `Martin King Jr.` */
function joinLastNameFirst([last = '', first = '']: readonly string[]): string {
  const [, given = first, degree = ''] = TRAILING_DEGREE.exec(first) ?? [];
  return `${given} ${last}${degree}`;
}

const TRAILING_DEGREE = /^(.{1,60}?)( (?:[JS]r|M\.? ?D|Ph\.? ?D|Esq|I{2,3}|IV)\.?)$/i;

const splitNames = (group: string): string[] =>
  group
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function listedNames(name: string): ListedNames {
  const groups: string[][] = [[]];
  const separators: string[] = [];
  for (const word of name.replace(ACADEMIC_DEGREE, '$1').replace(LIST_SEPARATORS, ' & ').split(/\s+/)) {
    if (word === '&' || CONJUNCTIONS.has(word.toLowerCase())) {
      separators.push(word);
      groups.push([]);
    } else groups.at(-1)?.push(word);
  }
  return { groups: groups.map((words) => words.join(' ')), separators };
}
