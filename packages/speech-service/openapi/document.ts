import { AUTHORIZATION_HEADER, USER_ID_HEADER } from '@lectern/tts-protocol';
import type { FastifyInstance } from 'fastify';
import { requestOrigin } from '../routes/context.ts';
import { componentSchemas, type JsonSchema, jsonContent, type Operation, operationObject } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly securitySchemes: object };
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
}

function buildPaths(operations: readonly Operation[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) };
  }
  return paths;
}

export function openApiDocument(version: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern text-to-speech service',
      version,
      description: `Requests need two headers, ${AUTHORIZATION_HEADER} and ${USER_ID_HEADER}, unless the operation has no security requirements. Every GET operation also supports HEAD.`,
    },
    security: [{ key: [], user: [] }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: buildPaths(OPERATIONS),
    webhooks: {
      ended: {
        post: {
          summary: 'Sent when a job or batch ends',
          security: [],
          requestBody: { content: jsonContent('WebhookBody'), required: true },
          responses: {
            '2XX': {
              description:
                'The call was received. After any other response, or none, the call is retried with increasing delays.',
            },
          },
        },
      },
    },
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The API key, in the form `Bearer <API_KEY>`.' },
        user: { type: 'apiKey', in: 'header', name: USER_ID_HEADER, description: 'The user ID.' },
      },
    },
  };
}

export function registerOpenApi(app: FastifyInstance, version: string): void {
  const document = openApiDocument(version);
  app.get('/openapi.json', { config: { isOpen: true } }, (request, reply) =>
    reply.send({ ...document, servers: [{ url: requestOrigin(request) }] }),
  );
}
