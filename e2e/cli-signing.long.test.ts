// Exports signed files in every format, and checks them with independent programs.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInstallationIdentity } from '@lectern/provenance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateWithC2paTs } from '../packages/provenance/testing/c2pa-ts.ts';
import { DELIVERY_FORMATS } from '../shared/model/export/delivery.ts';
import { exportSigningSchema } from '../shared/model/export/signature.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const book = at('book.lectern');

let service: ServiceProcess;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'silent');
  environment = { ...service.environment, LECTERN_HOME: at('home') };
  writeFileSync(at('book.txt'), '# One\n\nThe lamp burned.\n\n# Two\n\nIt went out.\n');
  await call('import', at('book.txt'), '--project', book, '--kind', 'audiobook');
  await call('render', book, '--fail-on', 'never');
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

async function call(...args: readonly string[]) {
  const result = await lectern(args, environment);
  expect(result.status, result.stderr).toBe(0);
  return result;
}

async function exported(out: string, ...options: readonly string[]) {
  const args = ['export', book, '--out', at(out), '--fail-on', 'never', '--json', ...options];
  const { stdout, stderr } = await call(...args);
  const { signing, verdict, report } = JSON.parse(stdout);
  return { signing: signing && exportSigningSchema.parse(signing), verdict, report, stderr };
}

const audioIn = (out: string): string[] =>
  readdirSync(at(out))
    .filter((name) => !/\.(json|c2pa)$/.test(name) && statSync(at(out, name)).isFile())
    .sort();

const decodedHash = (path: string): string =>
  createHash('sha256')
    .update(execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 's16le', '-'], { maxBuffer: 1e9 }))
    .digest('hex');

const CHECKS: Readonly<Record<string, readonly (readonly [program: string, ...args: string[]])[]>> = {
  mp3: [['mp3val']],
  flac: [['flac', '-ts']],
  m4a: [['AtomicParsley', '-T']],
};

describe.each(DELIVERY_FORMATS)('an export as %s', (format) => {
  it('is signed, valid, undamaged, and has the same audio as without a signature', async () => {
    const out = `as-${format}`;
    const { signing, report } = await exported(out, '--as', 'chapters', '--format', format);
    expect(signing).toMatchObject({ signed: 2, unsigned: [], timeStamps: null, ownCertificate: null });
    for (const { problem, figures } of report.files) {
      expect(problem).toBeNull();
      expect(figures.sampleRate).toBeGreaterThan(0);
    }
    await call('signing', '--off');
    expect((await exported(`${out}-unsigned`, '--as', 'chapters', '--format', format)).signing).toBeNull();
    await call('signing', '--on');
    const names = audioIn(out);
    expect(names).toEqual(audioIn(`${out}-unsigned`));
    const { stdout } = await call('verify', ...names.map((name) => at(out, name)), '--json');
    const { files } = JSON.parse(stdout);
    for (const [index, name] of names.entries()) {
      const path = at(out, name);
      expect(files[index].signature).toMatchObject({
        state: 'valid',
        manifest: { software: { name: 'Lectern' }, title: `book: ${index === 0 ? 'One' : 'Two'}` },
      });
      expect(files[index].signature.manifest.voices).toHaveLength(1);
      expect(decodedHash(path)).toBe(decodedHash(at(`${out}-unsigned`, name)));
      const sidecar = path.replace(/\.\w+$/, '.c2pa');
      if (existsSync(sidecar)) {
        expect(readFileSync(path).equals(readFileSync(at(`${out}-unsigned`, name)))).toBe(true);
        expect(statSync(sidecar).size).toBeLessThan(16_000);
        continue;
      }
      expect(await validateWithC2paTs(readFileSync(path))).toEqual({ isValid: true, failures: [] });
      expect(statSync(path).size - statSync(at(`${out}-unsigned`, name)).size).toBeLessThan(16_000);
      for (const [program, ...args] of [
        ['ffmpeg', '-v', 'warning', '-f', 'null', '-'] as const,
        ['ffprobe', '-v', 'warning'] as const,
        ...(CHECKS[name.split('.').at(-1) ?? ''] ?? []),
      ]) {
        const input = program === 'ffmpeg' ? ['-i', path] : [];
        const {
          status,
          stdout: said,
          stderr,
        } = spawnSync(
          program,
          program === 'AtomicParsley' ? [path, ...args] : [...input, ...args, ...(program === 'ffmpeg' ? [] : [path])],
          { encoding: 'utf8' },
        );
        expect(status, `${program}: ${stderr}`).toBe(0);
        expect(`${said}${stderr}`).not.toMatch(/warning|error|corrupt|invalid/i);
      }
    }
  });
});

describe('signing', () => {
  it('rewrites only the files that have changed', async () => {
    expect((await exported('again', '--as', 'm4b')).stderr).toContain('(1 written, 0 unchanged)');
    expect((await exported('again', '--as', 'm4b')).stderr).toContain('(0 written, 1 unchanged)');
    await exported('chapters', '--as', 'chapters');
    rmSync(at('chapters', audioIn('chapters')[1] ?? ''));
    expect((await exported('chapters', '--as', 'chapters')).stderr).toContain('(1 written, 1 unchanged)');
  });

  it('covers the audio inside an EPUB', async () => {
    const { signing } = await exported('epub', '--as', 'epub');
    expect(signing).toMatchObject({ signed: 1, unsigned: [] });
    execFileSync('unzip', ['-q', at('epub', 'book.epub'), '-d', at('unpacked')]);
    const found = execFileSync('find', [at('unpacked'), '-name', '*.mp3'], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(found).toHaveLength(2);
    const { stdout } = await call('verify', ...found, '--json');
    const states = JSON.parse(stdout).files.map(({ signature }: { signature: { state: string } }) => signature.state);
    expect(states).toEqual(['valid', 'valid']);
  });

  it('asks a time-stamp authority that doesn’t answer only once, and reports it', async () => {
    let requests = 0;
    const authority = createServer((_, reply) => {
      requests += 1;
      reply.destroy();
    });
    await once(authority.listen(0, '127.0.0.1'), 'listening');
    const { port } = authority.address() as AddressInfo;
    try {
      await call('signing', '--time-stamps', `http://127.0.0.1:${port}/`);
      const { signing, verdict, stderr } = await exported('stamps', '--as', 'chapters');
      expect(signing.timeStamps).toEqual({ stamped: 0, missing: 2, problem: 'unreachable' });
      expect(verdict.rows).toContainEqual({ kind: 'time-stamps', result: 'look', files: 2 });
      expect(stderr).toContain('the authority couldn’t be reached');
      expect(requests).toBeLessThanOrEqual(2);
    } finally {
      authority.close();
      await call('signing', '--time-stamps', 'none');
    }
  });

  it('with the producer’s certificate is trusted if its root is trusted', async () => {
    const { privateKey, certificates, root } = await createInstallationIdentity('Example Press', new Date());
    writeFileSync(at('chain.pem'), certificates.join('\n'));
    writeFileSync(at('key.pem'), privateKey);
    writeFileSync(at('root.pem'), root);
    await call('signing', '--certificate', at('chain.pem'), '--key', at('key.pem'));
    const { signing } = await exported('own', '--as', 'm4b');
    expect(signing.signer).toMatchObject({ certificate: 'own', name: expect.stringContaining('Example Press') });
    const path = at('own', audioIn('own')[0] ?? '');
    const { stdout } = await call('verify', path, '--trust', at('root.pem'), '--json');
    expect(JSON.parse(stdout).files[0].signature.manifest.signer).toMatchObject({ trusted: true });
    const rejected = await lectern(['signing', '--certificate', at('root.pem'), '--key', at('key.pem')], environment);
    expect(rejected).toMatchObject({ status: 2, stderr: expect.stringContaining('self-signed') });
    expect(JSON.parse((await call('signing', '--json')).stdout)).toMatchObject({ certificate: 'own' });
    await call('signing', '--installation', '--root', at('installation.pem'));
    expect(createPublicKey(readFileSync(at('installation.pem'))).asymmetricKeyType).toBe('ed25519');
    expect((await exported('own', '--as', 'm4b')).signing.signer.certificate).toBe('installation');
  });
});
