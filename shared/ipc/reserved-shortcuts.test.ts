import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMAND_IDS, defaultShortcut, parseKeys } from './shortcuts.ts';

interface ReservedKey {
  readonly system: string;
  readonly pattern: string;
}

/** Reads the first table of docs/shortcuts.md. */
function reservedKeys(): ReservedKey[] {
  const page = readFileSync(new URL('../../docs/shortcuts.md', import.meta.url), 'utf8');
  const [, rest = ''] = page.split('| system | reserved | by |');
  const [table = ''] = rest.split('\n\n');
  return table.split('\n').flatMap((row) => {
    const [, system = '', keys = ''] = row.split('|').map((cell) => cell.trim());
    return [...keys.matchAll(/`` (\S+) ``|`([^`]+)`/g)].map((match) => ({
      system,
      pattern: match[1] ?? match[2] ?? '',
    }));
  });
}

const isTaken = (accelerator: string, pattern: string): boolean =>
  pattern.endsWith('+*')
    ? accelerator.slice(0, -1) === pattern.slice(0, -1) && /[A-Z0-9]$/.test(accelerator)
    : accelerator === pattern;

it('lists keys for every system, in the notation of the shortcuts', () => {
  const reserved = reservedKeys();
  const systems = new Set(reserved.map(({ system }) => system));
  expect([...systems]).toEqual(['macOS', 'Windows', 'Windows IME', 'GNOME', 'Linux IME', "Electron's menu"]);
  const misspelt = reserved.filter(({ pattern }) => parseKeys(pattern.replace(/\*$/, 'A')) === null);
  expect(misspelt).toEqual([]);
});

it('finds a key that a system has taken', () => {
  const systemsFor = (accelerator: string) =>
    reservedKeys().flatMap(({ system, pattern }) => (isTaken(accelerator, pattern) ? [system] : []));
  expect(systemsFor('CmdOrCtrl+Space')).toEqual(['macOS', 'Windows IME', 'Linux IME']);
  expect(systemsFor('CmdOrCtrl+Alt+P')).toEqual(['Windows']);
  expect(systemsFor('CmdOrCtrl+K')).toEqual([]);
});

it.each(COMMAND_IDS)('gives %s a default shortcut that no system reserves', (id) => {
  const own = defaultShortcut(id);
  const holders = reservedKeys().filter(({ pattern }) => own !== null && isTaken(own, pattern));
  expect(holders).toEqual([]);
});
