import { expect, test } from 'vitest';
import { exposureWarning } from './exposure.ts';

test('who listens beyond this machine is told that there is no TLS', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'studio.local', '::ffff:10.0.0.1']) {
    expect(exposureWarning(host)).toContain('no TLS');
    expect(exposureWarning(host)).toContain(host);
  }
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost', 'LOCALHOST']) {
    expect(exposureWarning(host)).toBeUndefined();
  }
});
