import { describe, expect, it } from 'vitest';
import type { InputParameters } from '../service/input-parameters.ts';
import { canonicalRequest } from './canonical-request.ts';

const request: InputParameters = { voice_engine: 'SvcDialog', text: 'Yes, sir.', voice: 'v1', speed: 1.5, seed: 7 };

describe('canonicalRequest', () => {
  it('is one text, whose form never changes within a version', () => {
    expect(canonicalRequest(request, true)).toBe(
      '[1,{"seed":7,"speed":1.5,"text":"Yes, sir.","voice":"v1","voice_engine":"SvcDialog"}]',
    );
  });

  it('does not know the order of fields, absent ones, or what tracks a job', () => {
    const { text, ...others } = request;
    const tracked = {
      ...others,
      quality: undefined,
      language: null,
      custom_id: 'a',
      webhook_url: 'https://x.example',
      text,
    };
    // As a service may echo it: null for absent, and with fields of the job.
    expect(canonicalRequest(tracked as unknown as InputParameters, true)).toBe(canonicalRequest(request, true));
  });

  it('knows a seed only where it was pinned', () => {
    expect(canonicalRequest(request, false)).toBe(canonicalRequest({ ...request, seed: 8 }, false));
    expect(canonicalRequest(request, true)).not.toBe(canonicalRequest({ ...request, seed: 8 }, true));
    expect(canonicalRequest({ ...request, seed: 0 }, true)).not.toBe(canonicalRequest(request, false));
  });

  it('tells apart what sounds different', () => {
    const others = [{ text: 'Yes, sir' }, { voice: 'v2' }, { speed: 1 }, { voice_2: 'v1' }, { temperature: 0 }];
    const forms = [request, ...others.map((other) => ({ ...request, ...other }))].map((one) =>
      canonicalRequest(one, true),
    );
    expect(new Set(forms).size).toBe(forms.length);
  });
});
