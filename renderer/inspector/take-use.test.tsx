// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { VoiceUse } from '../../shared/model/voice-use.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { TakeLicence } from './take-use.tsx';

const USE: VoiceUse = {
  voice: 'low',
  name: 'Low',
  synthesizer: 'Toy letters',
  rights: {
    licence: 'CC-BY-NC-4.0',
    licenceAddress: null,
    attribution: 'Toy letters by the makers of tests',
    commercialUse: false,
    forbiddenUses: ['Imitating a living person.'],
  },
  consentId: null,
};

let inspector: Rendered;
afterEach(() => inspector.remove());

const open = async (uses: readonly VoiceUse[] | null) => {
  inspector = await render(<TakeLicence uses={uses} />, {});
  return document.querySelector('main')?.textContent;
};

it('shows licence, commercial use, forbidden uses and attribution', async () => {
  const said = await open([USE]);
  expect(said).toContain('Licence: CC-BY-NC-4.0');
  expect(said).toContain('Commercial useforbidden');
  expect(said).toContain('Imitating a living person.');
  expect(said).toContain('Toy letters by the makers of tests');
});

it('shows the consent of a clone without a licence', async () => {
  expect(await open([{ ...USE, rights: null, consentId: 'consent-1' }])).toContain('Consent: consent-1');
});

it('shows nothing if neither is known', async () => {
  expect(await open([{ ...USE, rights: null }])).toBe('');
  await inspector.remove();
  expect(await open(null)).toBe('');
});
