import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../core/testing/fake-clock.ts';
import { PAGE_ADDRESS } from './page-address.ts';
import {
  createPermissionPolicy,
  MAX_ALLOWED_MS,
  type PermissionPolicy,
  type PermissionRequest,
} from './permission-policy.ts';

const MICROPHONE: PermissionRequest = {
  permission: 'media',
  media: ['audio'],
  address: PAGE_ADDRESS,
  isMainFrame: true,
};

let clock: FakeClock;
let policy: PermissionPolicy;
beforeEach(() => {
  clock = new FakeClock();
  policy = createPermissionPolicy(() => clock.now());
});

describe('what the window may be granted', () => {
  it('is nothing, unless a recording was asked for', () => {
    expect(policy.isAllowed(MICROPHONE)).toBe(false);
    policy.allowMicrophone(true);
    expect(policy.isAllowed(MICROPHONE)).toBe(true);
    policy.allowMicrophone(false);
    expect(policy.isAllowed(MICROPHONE)).toBe(false);
  });

  it.each<[string, Partial<PermissionRequest>]>([
    ['the camera', { media: ['video'] }],
    ['camera and microphone', { media: ['audio', 'video'] }],
    ['a medium of an unknown kind', { media: ['unknown'] }],
    ['media that are not named', { media: [] }],
    ['another permission', { permission: 'notifications', media: [] }],
    ['another permission that names audio', { permission: 'display-capture' }],
    ['another page', { address: 'https://example.org/index.html' }],
    ['another file of ours', { address: 'lectern://app/assets/x.js' }],
    ['a page that takes our name', { address: 'lectern://app.example.org/index.html' }],
    ['no address at all', { address: '' }],
    ['a frame within the page', { isMainFrame: false }],
  ])('is not %s even then', (_what, different) => {
    policy.allowMicrophone(true);
    expect(policy.isAllowed({ ...MICROPHONE, ...different })).toBe(false);
  });

  it('is to choose where sound goes, on our own page alone', () => {
    const speaker: PermissionRequest = { ...MICROPHONE, permission: 'speaker-selection', media: [] };
    expect(policy.isAllowed(speaker)).toBe(true);
    expect(policy.isAllowed({ ...speaker, address: 'https://example.org/index.html' })).toBe(false);
    expect(policy.isAllowed({ ...speaker, isMainFrame: false })).toBe(false);
    expect(policy.isAllowed(MICROPHONE)).toBe(false);
  });

  it('is to list audio devices at any time, and no others', () => {
    expect(policy.passesCheck(MICROPHONE)).toBe(true);
    expect(policy.passesCheck({ ...MICROPHONE, media: [] })).toBe(true);
    expect(policy.passesCheck({ ...MICROPHONE, permission: 'speaker-selection', media: [] })).toBe(true);
    for (const different of [
      { media: ['video'] },
      { media: ['unknown'] },
      { permission: 'notifications', media: [] },
      { address: 'https://example.org/index.html' },
      { isMainFrame: false },
    ]) {
      expect(policy.passesCheck({ ...MICROPHONE, ...different })).toBe(false);
    }
    expect(policy.isAllowed(MICROPHONE)).toBe(false);
  });

  it('expires on its own if it is not revoked', async () => {
    policy.allowMicrophone(true);
    await clock.advance(MAX_ALLOWED_MS - 1);
    expect(policy.isAllowed(MICROPHONE)).toBe(true);
    await clock.advance(1);
    expect(policy.isAllowed(MICROPHONE)).toBe(false);
  });
});
