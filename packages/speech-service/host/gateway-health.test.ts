import { describe, expect, test as it, onTestFinished } from 'vitest';
import { GatewayHealth } from './gateway-health.ts';

async function listen(health: GatewayHealth) {
  const server = await health.listen('127.0.0.1', 0);
  onTestFinished(() => server.stop());
  return async (path: string): Promise<readonly [number, string]> => {
    const response = await fetch(new URL(path, server.address));
    return [response.status, await response.text()];
  };
}

describe('the health checks of a gateway', () => {
  it('are ready while it is connected, even if another gateway uses the account', async () => {
    const health = new GatewayHealth();
    const get = await listen(health);
    const disconnected = [503, '{"status":"the gateway is not connected to the database and the storage"}'];
    expect(await get('/health')).toEqual([200, '{"status":"ok"}']);
    expect(await get('/ready')).toEqual(disconnected);
    health.connected(async () => undefined);
    expect(await get('/ready')).toEqual([200, '{"status":"ok"}']);
    health.connected(async () => 'the storage cannot be used');
    expect(await get('/ready')).toEqual([503, '{"status":"the storage cannot be used"}']);
    health.disconnected();
    expect(await get('/ready')).toEqual(disconnected);
  });

  it('report its totals, and whether it is the one that forwards lines', async () => {
    const health = new GatewayHealth();
    const get = await listen(health);
    const metrics = async (): Promise<Record<string, number>> => {
      const rows = (await get('/metrics'))[1].matchAll(/^lectern_gateway_(\w+) (\d+)$/gm);
      return Object.fromEntries([...rows].map(([, name = '', value]) => [name, Number(value)]));
    };
    const totals = {
      ...{ batches_accepted_total: 0, lines_accepted_total: 0, characters_accepted_total: 0 },
      ...{ lines_in_doubt_total: 0, lines_lost_total: 0, batches_refused_for_limits_total: 0, lines_reused_total: 0 },
    };
    expect(await metrics()).toEqual({ active: 0, ...totals });
    health.isActive = true;
    health.figures.lines += 50;
    health.figures.inDoubt += 2;
    expect(await metrics()).toEqual({ active: 1, ...totals, lines_accepted_total: 50, lines_in_doubt_total: 2 });
    health.figures.lines += 50;
    health.disconnected();
    expect(await metrics()).toEqual({ active: 0, ...totals, lines_accepted_total: 100, lines_in_doubt_total: 2 });
  });
});
