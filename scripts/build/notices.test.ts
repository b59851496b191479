import { expect, it } from 'vitest';
import { root } from '../steps.ts';
import { noticesOf } from './notices.ts';

it('names what is handed on, each with its licence, and no tool of development', () => {
  const notices = noticesOf(root);
  const react = notices.find(({ name }) => name === 'react');
  expect(react).toMatchObject({ licence: 'MIT', text: expect.stringContaining('Permission is hereby granted') });
  const opus = notices.find(({ name }) => name === 'libopus-wasm');
  expect(opus?.text).toContain('Permission is hereby granted');
  expect(opus?.text).toContain('Xiph.Org, Skype Limited');
  expect(notices.find(({ name }) => name === '@embedpdf/pdfium')?.text).toContain('The FreeType Project LICENSE');
  expect(notices.map(({ name }) => name)).not.toContain('vitest');
  expect(notices.filter(({ licence }) => licence === 'not named')).toEqual([]);
});
