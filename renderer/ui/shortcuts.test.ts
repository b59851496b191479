import { afterEach, describe, expect, it } from 'vitest';
import { assignShortcuts, formatKeys } from '../../shared/ipc/shortcuts.ts';
import { acceleratorLabel, isPressed, type KeyPress, pressedCommand, readPress, useShortcuts } from './shortcuts.tsx';

afterEach(() => useShortcuts.setState(assignShortcuts({})));

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('a shortcut', () => {
  it('is Ctrl and its key, on a Mac the command key and its key', () => {
    expect(isPressed('CmdOrCtrl+K', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(isPressed('CmdOrCtrl+K', press('k', { metaKey: true }), true)).toBe(true);
    expect(isPressed('CmdOrCtrl+K', press('k', { metaKey: true }), false)).toBe(false);
    expect(isPressed('CmdOrCtrl+K', press('k', { ctrlKey: true }), true)).toBe(false);
    expect(isPressed('CmdOrCtrl+K', press('k'), false)).toBe(false);
  });

  it('is not another one with Shift or Alt', () => {
    expect(isPressed('CmdOrCtrl+F', press('F', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(isPressed('CmdOrCtrl+Shift+F', press('F', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(isPressed('CmdOrCtrl+I', press('i', { ctrlKey: true, altKey: true }), false)).toBe(false);
  });

  it('takes a sign wherever the keyboard has it', () => {
    expect(isPressed('CmdOrCtrl+/', press('/', { ctrlKey: true, shiftKey: true, code: 'Digit7' }), false)).toBe(true);
  });

  it('takes the place of a letter where the key makes another character', () => {
    expect(isPressed('CmdOrCtrl+Alt+I', press('ˆ', { metaKey: true, altKey: true, code: 'KeyI' }), true)).toBe(true);
    expect(isPressed('CmdOrCtrl+K', press('л', { ctrlKey: true, code: 'KeyK' }), false)).toBe(true);
  });

  it('follows the letter, not the place, on Latin keyboards', () => {
    expect(isPressed('CmdOrCtrl+Q', press('a', { ctrlKey: true, code: 'KeyQ' }), false)).toBe(false);
  });

  it('gives its command', () => {
    expect(pressedCommand(press('k', { ctrlKey: true }), false)).toBe('palette.open');
    expect(pressedCommand(press('Enter', { ctrlKey: true }), false)).toBe('script.audition');
    expect(pressedCommand(press('ArrowDown', { ctrlKey: true, altKey: true }), false)).toBe('go.nextChapter');
    expect(pressedCommand(press(' ', { ctrlKey: true }), false)).toBe('script.playLine');
    expect(pressedCommand(press('k'), false)).toBeNull();
  });

  it('gives the command that the producer gave it to, and not the one before', () => {
    useShortcuts.setState(assignShortcuts({ 'go.library': 'CmdOrCtrl+K', 'go.script': 'F5' }));
    expect(pressedCommand(press('k', { ctrlKey: true }), false)).toBe('go.library');
    expect(pressedCommand(press('0', { ctrlKey: true }), false)).toBeNull();
    expect(pressedCommand(press('F5'), false)).toBe('go.script');
    expect(pressedCommand(press('1', { ctrlKey: true }), false)).toBeNull();
  });

  it('is written as people write it', () => {
    expect(acceleratorLabel('CmdOrCtrl+K', false)).toBe('Ctrl K');
    expect(acceleratorLabel('CmdOrCtrl+K', true)).toBe('⌘K');
    expect(acceleratorLabel('CmdOrCtrl+Alt+Down', false)).toBe('Ctrl Alt ↓');
    expect(acceleratorLabel('CmdOrCtrl+Shift+F', true)).toBe('⇧⌘F');
  });
});

describe('a press that is to become a shortcut', () => {
  const read = (key: string, held: Partial<KeyPress> = {}, mac = false, altGraph = false) => {
    const result = readPress(press(key, held), mac, altGraph);
    return result.kind === 'keys' ? formatKeys(result.keys) : result.kind;
  };

  it('is read with the keys that are held', () => {
    expect(read('k', { ctrlKey: true })).toBe('CmdOrCtrl+K');
    expect(read('K', { ctrlKey: true, shiftKey: true })).toBe('CmdOrCtrl+Shift+K');
    expect(read('k', { metaKey: true }, true)).toBe('CmdOrCtrl+K');
    expect(read('ArrowDown', { ctrlKey: true, altKey: true })).toBe('CmdOrCtrl+Alt+Down');
    expect(read('F5', { shiftKey: true })).toBe('Shift+F5');
    expect(read(' ', { ctrlKey: true })).toBe('CmdOrCtrl+Space');
    expect(read('/', { ctrlKey: true, shiftKey: true, code: 'Digit7' })).toBe('CmdOrCtrl+/');
    expect(read('+', { ctrlKey: true })).toBe('CmdOrCtrl+Plus');
  });

  it('is the letter of its place where the keyboard writes others', () => {
    expect(read('л', { ctrlKey: true, code: 'KeyK' })).toBe('CmdOrCtrl+K');
    expect(read('ˆ', { metaKey: true, altKey: true, code: 'KeyI' }, true)).toBe('CmdOrCtrl+Alt+I');
  });

  it('is not done while keys are only held, and can’t be with keys that no shortcut has', () => {
    expect(read('Control', { ctrlKey: true })).toBe('held');
    expect(read('k', { metaKey: true })).toBe('unknown');
    expect(read('k', { ctrlKey: true }, true)).toBe('unknown');
    expect(read('@', { ctrlKey: true, altKey: true }, false, true)).toBe('unknown');
    expect(read('Dead')).toBe('unknown');
  });

  it('is what gives the command afterwards', () => {
    for (const [key, held] of [
      ['j', { ctrlKey: true }],
      ['J', { ctrlKey: true, shiftKey: true }],
      ['?', { ctrlKey: true, shiftKey: true }],
      ['F7', {}],
      ['PageDown', { ctrlKey: true }],
    ] as const) {
      useShortcuts.setState(assignShortcuts({ 'go.review': read(key, held) }));
      expect([key, pressedCommand(press(key, held), false)]).toEqual([key, 'go.review']);
    }
  });
});
