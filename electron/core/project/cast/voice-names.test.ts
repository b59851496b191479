import { expect, it } from 'vitest';
import { displayVoice } from './voice-names.ts';

it('shows a voice without what would turn or break the words around it', () => {
  const voice = {
    id: 'voices/a\u202e',
    name: 'Anna\u202egpj\x1b[2J\nBob',
    accent: 'british\u2066',
    sample: 'https://x.example/a\u202e',
    is_cloned: false,
  };
  expect(displayVoice(voice)).toEqual({ ...voice, name: 'Annagpj [2J Bob', accent: 'british' });
});
