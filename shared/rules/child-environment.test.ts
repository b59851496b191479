import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

it('gives a child everything but account keys', () => {
  const environment = {
    PATH: '/bin',
    LECTERN_API_KEY: 'sk-1',
    Lectern_Api_Key: 'sk-2',
    LECTERN_HOME: '/x',
    NONE: undefined,
  };
  expect(childEnvironment(environment)).toEqual({ PATH: '/bin', LECTERN_HOME: '/x' });
});

it('withholds further variables, whatever their case', () => {
  const environment = { PATH: '/bin', OPENAI_API_KEY: 'sk-1', Other: '1' };
  expect(childEnvironment(environment, ['openai_api_key'])).toEqual({ PATH: '/bin', Other: '1' });
});
