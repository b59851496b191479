// Rules about links. All links are requested with credentials.
import type { Context } from '../context.ts';
import { at, type Fields, itemsAt, textAt } from '../json.ts';
import { basics } from '../requests/basics.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';

const batchRule = section('Resources and their fields, Batch job resource');
const childRule = section('Resources and their fields, Child job resource');

async function follow(context: Context, resource: unknown, name: string, base: URL): Promise<Fields> {
  const href = textAt(resource, '_links', name, 'href');
  must(href !== undefined, `_links.${name}.href ${formatValue(at(resource, '_links', name, 'href'))}`);
  const address = context.client.resolveAddress(href, base);
  must(context.client.trusts(address), `_links.${name} leads to another host, ${address.host}`);
  return context.batches.read(address);
}

/** Checks that a child job's link leads to a resource with the expected ID. */
function childLink(name: 'self' | 'batch' | 'alternate', expected: string): Rule {
  return childRule(`child._links.${name}.resolves`, expected, async (context) => {
    const { created, last, address } = await basics(context);
    let followed = 0;
    for (const batch of [created.json(), last]) {
      for (const job of itemsAt(batch, 'jobs')) {
        if (name === 'alternate' && !at(job, '_links', name)) continue;
        const wanted = name === 'batch' ? last['id'] : at(job, 'id');
        const read = await follow(context, job, name, address);
        must(read['id'] === wanted, `${formatValue(read['id'])} instead of ${formatValue(wanted)}`);
        followed += 1;
      }
    }
    if (followed === 0) throw new NotTested(`no child job has the optional link "${name}"`);
  });
}

export const LINK_RULES: readonly Rule[] = [
  batchRule('batch._links.self.resolves', '_links.self of a batch leads to it', async (context) => {
    const { created, last, address } = await basics(context);
    for (const batch of [created.json(), last]) {
      const read = await follow(context, batch, 'self', address);
      must(read['id'] === last['id'], `${formatValue(read['id'])} instead of ${formatValue(last['id'])}`);
    }
  }),
  childLink('self', '_links.self of a child job leads to it'),
  childLink('batch', '_links.batch of a child job leads to its batch'),
  childLink('alternate', '_links.alternate of a child job, if present, leads to it'),
];
