import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../steps.ts';
import { macSigning, requireNativeCode } from './native-code.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-native-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('refuses a package without native code for its processor', () => {
  mkdirSync(join(folder, 'node_modules', 'sherpa-onnx-darwin-arm64'), { recursive: true });
  requireNativeCode(folder, 'mac', 'arm64');
  expect(() => requireNativeCode(folder, 'mac', 'x64')).toThrow('sherpa-onnx-darwin-x64 is not installed');
  expect(() => requireNativeCode(folder, 'windows', 'x64')).toThrow('sherpa-onnx-win-x64 is not installed');
});

it('signs a Mac application ad hoc, without the hardened runtime, if there is no certificate', () => {
  const adHoc = { mac: { identity: '-', hardenedRuntime: false, notarize: false } };
  expect(macSigning({})).toEqual(adHoc);
  // A workflow passes an empty text for a secret that doesn't exist.
  expect(macSigning({ CSC_LINK: '', CSC_NAME: '' })).toEqual(adHoc);
  expect(macSigning({ CSC_LINK: 'MIIK' })).toEqual({});
  expect(macSigning({ CSC_NAME: 'Lectern' })).toEqual({});
});

it('relies on electron-builder’s scripts for the AppArmor profile of the deb', () => {
  const configuration = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  expect(configuration).not.toMatch(/^\s*(afterInstall|afterRemove|appArmorProfile):/m);
  const electronBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const templates = join(dirname(electronBuilder.resolve('app-builder-lib/package.json')), 'templates', 'linux');
  const template = (name: string) => readFileSync(join(templates, name), 'utf8');
  expect(template('after-install.tpl')).toMatch(/apparmor_parser --replace/);
  expect(template('after-remove.tpl')).toMatch(/apparmor_parser --remove/);
  expect(template('apparmor-profile.tpl')).toMatch(/profile "\$\{executable\}" .*\n\s+userns,/);
});
