import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandId } from './commands.ts';
import {
  assignShortcuts,
  type ChangedShortcuts,
  COMMAND_IDS,
  defaultShortcut,
  formatKeys,
  isChanged,
  parseKeys,
  reassignShortcut,
  shortcutProblem,
  withShortcut,
} from './shortcuts.ts';

const KEYS = ['K', 'J', '1', '0', 'F5', 'F10', 'Up', 'Space', '/', '?', 'Plus', 'A', 'Tab', 'Delete'];
const accelerator = fc
  .record({ command: fc.boolean(), alt: fc.boolean(), shift: fc.boolean(), key: fc.constantFrom(...KEYS) })
  .map(formatKeys);
const command = fc.constantFrom<CommandId>(...COMMAND_IDS);
const anyChange: fc.Arbitrary<ChangedShortcuts> = fc.dictionary(
  fc.oneof(command, fc.constantFrom('of.another.version', 'toString', '__proto__')),
  fc.oneof(accelerator, fc.constant(null), fc.constantFrom('Ctrl+', 'nonsense', 'Shift+CmdOrCtrl+K')),
);

describe('keys in notation', () => {
  it('are taken apart and put together again', () => {
    fc.assert(fc.property(accelerator, (keys) => formatKeys(parseKeys(keys) ?? fail()) === keys));
  });

  it('of every command of the table are of it, and may be had', () => {
    for (const id of COMMAND_IDS) {
      const own = defaultShortcut(id);
      if (own !== null) expect([id, parseKeys(own) && formatKeys(parseKeys(own) ?? fail())]).toEqual([id, own]);
    }
  });

  it.each(['', 'K+', 'Strg+K', 'CmdOrCtrl', 'CmdOrCtrl+k', 'CmdOrCtrl++', 'Shift+Alt+K', 'CmdOrCtrl+KK'])(
    '%j is none',
    (text) => expect(parseKeys(text)).toBeNull(),
  );

  it.each([
    ['K', 'types'],
    ['Shift+K', 'types'],
    ['Alt+K', 'types'],
    ['Space', 'types'],
    ['?', 'types'],
    ['CmdOrCtrl+C', 'edits'],
    ['CmdOrCtrl+Shift+Z', 'edits'],
    ['CmdOrCtrl+Shift+Left', 'edits'],
    ['Delete', 'edits'],
    ['CmdOrCtrl+Backspace', 'edits'],
    ['CmdOrCtrl+U', 'edits'],
    ['Enter', 'moves'],
    ['Down', 'moves'],
    ['CmdOrCtrl+Tab', 'moves'],
    ['Escape', 'moves'],
    ['CmdOrCtrl+Q', 'system'],
    ['CmdOrCtrl+Plus', 'system'],
    ['F11', 'system'],
    ['Alt+F4', 'system'],
    ['CmdOrCtrl+K', null],
    ['CmdOrCtrl+Alt+Down', null],
    ['CmdOrCtrl+Shift+W', null],
    ['CmdOrCtrl+Shift+Y', null],
    ['CmdOrCtrl+Enter', null],
    ['F5', null],
    ['Shift+F5', null],
  ] as const)('%s: %s', (text, refusal) => {
    expect(shortcutProblem(parseKeys(text) ?? fail())).toBe(refusal);
  });
});

describe('commands and their keys', () => {
  it('are the table’s where nothing was changed', () => {
    const { keys, clashes } = assignShortcuts({});
    expect(clashes).toEqual([]);
    for (const id of COMMAND_IDS) expect([id, keys[id]]).toEqual([id, defaultShortcut(id)]);
  });

  it('never share keys; what was chosen goes before what a command has of its own, and who goes without is named', () => {
    fc.assert(
      fc.property(anyChange, (changed) => {
        const { keys, clashes } = assignShortcuts(changed);
        const given = Object.values(keys).filter((each) => each !== null);
        expect(new Set(given).size).toBe(given.length);
        for (const id of COMMAND_IDS) {
          const wanted = isChanged(changed, id) ? changed[id] : defaultShortcut(id);
          const clash = clashes.find((each) => each.id === id);
          if (wanted != null && keys[id] !== wanted) expect(clash).toMatchObject({ accelerator: wanted });
          else expect(clash).toBeUndefined();
          if (clash) expect(keys[clash.holder]).toBe(clash.accelerator);
        }
      }),
    );
  });

  it('clash where two want the same, several at once', () => {
    const { keys, clashes } = assignShortcuts({ 'go.library': 'CmdOrCtrl+K', 'go.script': 'CmdOrCtrl+N' });
    expect([keys['go.library'], keys['palette.open'], keys['project.new']]).toEqual(['CmdOrCtrl+K', null, null]);
    expect(clashes).toEqual([
      { id: 'project.new', accelerator: 'CmdOrCtrl+N', holder: 'go.script' },
      { id: 'palette.open', accelerator: 'CmdOrCtrl+K', holder: 'go.library' },
    ]);
  });

  it('pass from one command to another, and those of unknown commands stay as they are', () => {
    fc.assert(
      fc.property(anyChange, command, accelerator, (changed, id, wanted) => {
        fc.pre(shortcutProblem(parseKeys(wanted) ?? fail()) === null);
        const after = reassignShortcut(changed, id, wanted);
        const { keys, clashes } = assignShortcuts(after);
        expect(keys[id]).toBe(wanted);
        expect(clashes.filter((clash) => clash.accelerator === wanted)).toEqual([]);
        for (const [name, value] of Object.entries(changed)) {
          if (!COMMAND_IDS.some((known) => known === name)) expect(after[name]).toBe(value);
        }
      }),
    );
  });

  it('are no change where they are the command’s own, and none where they are not to be had', () => {
    expect(withShortcut({ 'palette.open': 'F5' }, 'palette.open', 'CmdOrCtrl+K')).toEqual({});
    expect(assignShortcuts({ 'palette.open': 'CmdOrCtrl+C', 'go.script': 'rubbish' }).keys).toEqual(
      assignShortcuts({}).keys,
    );
  });
});

function fail(): never {
  throw new Error('not in the notation');
}
