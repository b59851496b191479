import { describe, expect, it } from 'vitest';
import { acceleratorLabel, isPressed, type KeyPress, pressedCommand } from './shortcuts.ts';

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

  it('is written as people write it', () => {
    expect(acceleratorLabel('CmdOrCtrl+K', false)).toBe('Ctrl K');
    expect(acceleratorLabel('CmdOrCtrl+K', true)).toBe('⌘K');
    expect(acceleratorLabel('CmdOrCtrl+Alt+Down', false)).toBe('Ctrl Alt ↓');
    expect(acceleratorLabel('CmdOrCtrl+Shift+F', true)).toBe('⇧⌘F');
  });
});
