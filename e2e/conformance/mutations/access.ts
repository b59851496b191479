import { PATHS } from '@lectern/tts-protocol';
import type { Defect, ProxyRequest } from '../mutant.ts';
import { changeErrors, changeResponses, type Mutation } from './mutation.ts';

/** Makes the service accept invalid credentials, by replacing them with those of an earlier valid call. */
function acceptInvalid(when: (request: ProxyRequest) => boolean): Defect {
  let authorization: string | undefined;
  let user: string | string[] | undefined;
  return {
    onRequest(request) {
      const given = request.headers.authorization;
      if (given?.startsWith('Bearer ') && given.length > 40 && request.headers['x-user-id']) {
        authorization = given;
        user = request.headers['x-user-id'];
      } else if (when(request)) {
        request.headers = { ...request.headers, authorization, 'x-user-id': user };
      }
      return undefined;
    },
  };
}

const sendAsText = (status: number): Defect =>
  changeResponses((response) => {
    if (response.status !== status) return;
    response.headers = { 'content-type': 'text/plain' };
    response.body = Buffer.from('Bearer token needed');
  });

const changeStatus = (from: number, to: number): Defect =>
  changeResponses((response) => {
    if (response.status === from) response.status = to;
  });

export const ACCESS_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a 401 without error_id',
    noticedBy: ['auth.missing', 'error.objects'],
    ...changeErrors(401, (body) => delete body.error_id && undefined),
  },
  { name: 'a 401 as plain text', noticedBy: ['auth.missing', 'auth.message', 'error.objects'], ...sendAsText(401) },
  {
    name: 'a 401 with another error_id',
    noticedBy: ['auth.missing', 'auth.malformed'],
    ...changeErrors(401, (body) => ({ ...body, error_id: 'NOT_LOGGED_IN' })),
  },
  {
    name: 'a 401 that does not name the form of the header',
    noticedBy: ['auth.message'],
    ...changeErrors(401, (body) => ({ ...body, error_message: 'You are not logged in.' })),
  },
  { name: '403 instead of 401', noticedBy: ['auth.missing', 'auth.without-bearer'], ...changeStatus(401, 403) },
  {
    name: 'a key without "Bearer" is taken',
    noticedBy: ['auth.without-bearer'],
    ...acceptInvalid(({ headers }) => headers.authorization?.startsWith('sk-') === true),
  },
  {
    name: 'any scheme is taken',
    noticedBy: ['auth.malformed'],
    ...acceptInvalid(({ headers }) => /^(Basic|Token) /.test(headers.authorization ?? '')),
  },
  {
    name: 'any key is taken',
    noticedBy: ['auth.wrong-key'],
    ...acceptInvalid(({ headers }) => headers.authorization?.startsWith('Bearer not') === true),
  },
  {
    name: 'X-USER-ID is not needed',
    noticedBy: ['auth.user-missing'],
    ...acceptInvalid(({ headers }) => headers.authorization !== undefined && headers['x-user-id'] === undefined),
  },
  {
    name: 'voices are listed for everybody',
    noticedBy: ['auth.needed.voices'],
    ...acceptInvalid(({ path }) => path === PATHS.voices),
  },
  {
    name: 'batches are read by everybody',
    noticedBy: ['auth.needed.location'],
    ...acceptInvalid(({ method, path }) => method === 'GET' && path.startsWith(`${PATHS.batches}/`)),
  },
  {
    name: 'streams are for everybody',
    noticedBy: ['auth.needed.stream'],
    ...acceptInvalid(({ path }) => path === PATHS.stream),
  },
  { name: '401 instead of 403', noticedBy: ['error.403.batches', 'error.403.location'], ...changeStatus(403, 401) },
  {
    name: 'a 403 with another error_id',
    noticedBy: ['error.403.batches'],
    ...changeErrors(403, (body) => ({ ...body, error_id: 'FORBIDDEN' })),
  },
  { name: 'a 403 as plain text', noticedBy: ['error.403.batches'], ...sendAsText(403) },
  {
    name: '422 instead of 400',
    noticedBy: ['error.400.batches', 'child.speed.refused.above'],
    ...changeStatus(400, 422),
  },
  {
    name: 'a 400 with another error_id',
    noticedBy: ['error.400.batches'],
    ...changeErrors(400, (body) => ({ ...body, error_id: 'BAD_REQUEST' })),
  },
  {
    name: 'a 400 with message and error',
    noticedBy: ['error.400.batches', 'error.objects'],
    ...changeErrors(400, (body) => ({ message: body.error_message, error: 'Bad Request' })),
  },
  { name: 'a 400 as plain text', noticedBy: ['error.400.batches', 'error.objects'], ...sendAsText(400) },
  {
    name: 'a broken body is an unexpected error, told in HTML',
    noticedBy: ['error.400.no-json', 'error.500.object'],
    ...changeResponses((response, request) => {
      if (response.status !== 400 || request.body.toString().endsWith('}')) return;
      Object.assign(response, {
        status: 500,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<h1>Oops</h1>'),
      });
    }),
  },
  {
    name: 'a broken body is an unexpected error with a number as its message',
    noticedBy: ['error.400.no-json', 'error.500.object'],
    ...changeResponses((response, request) => {
      if (response.status !== 400 || request.body.toString().endsWith('}')) return;
      Object.assign(response, { status: 500, body: Buffer.from('{"message": 500}') });
    }),
  },
];
