import { describe, expect, it } from 'vitest';
import { fuzzyFilter, fuzzyScore } from './command-palette.tsx';

const find = (query: string, texts: readonly string[]) => fuzzyFilter(query, texts, (text) => text, 10);

describe('finding by a few letters', () => {
  it('takes letters in their order, whatever their case', () => {
    expect(find('EXPO', ['Export lines…', 'Open project…'])).toEqual(['Export lines…']);
    expect(fuzzyScore('senil', 'Export lines')).toBeNull();
  });

  it('puts the beginnings of words first', () => {
    expect(find('np', ['Open project…', 'New project…', 'Snap'])[0]).toBe('New project…');
    expect(find('act 2', ['Fact 12', 'Act 2'])[0]).toBe('Act 2');
  });

  it('does not take letters strewn over words', () => {
    expect(find('rol', ['New project… File', 'Take up the role'])).toEqual(['Take up the role']);
  });

  it('shows all in their order while nothing is typed', () => {
    expect(fuzzyFilter(' ', ['b', 'a', 'c'], (text) => text, 2)).toEqual(['b', 'a']);
  });
});
