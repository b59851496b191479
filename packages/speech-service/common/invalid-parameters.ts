import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Formats a path, for example `jobs[3].speed`. */
export function fieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) name += typeof part === 'number' ? `[${part}]` : `${name === '' ? '' : '.'}${String(part)}`;
  return name === '' ? 'The body' : name;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  array: 'an array',
  object: 'an object',
  boolean: 'a boolean',
};

const quoteValues = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

function describeBound(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const [word, limit] = issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum];
  if (issue.origin === 'string') {
    return Number(limit) === 1 && word === 'at least'
      ? 'must not be empty'
      : `must be ${word} ${limit} characters long`;
  }
  if (issue.origin === 'array') return `must have ${word} ${limit} ${Number(limit) === 1 ? 'item' : 'items'}`;
  return `must be ${word} ${limit}`;
}

function describeIssue(issue: Issue): string[] {
  const field = fieldName(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return [`${field} is missing`];
      return [`${field} must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`];
    case 'too_big':
    case 'too_small':
      return [`${field} ${describeBound(issue)}`];
    case 'invalid_value': {
      if (issue.input === undefined) return [`${field} is missing`];
      const [only] = issue.values;
      return [
        `${field} must be ${issue.values.length === 1 ? quoteValues([only]) : `one of ${quoteValues(issue.values)}`}`,
      ];
    }
    case 'invalid_format':
      if (issue.format === 'url') return [`${field} must be a URL that starts with http:// or https://`];
      return [`${field} ${issue.message}`];
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${fieldName([...issue.path, key])} is not a known field`);
    default:
      return [`${field} is not valid`];
  }
}

const MAX_ISSUES = 10;

/** Maximum length of a message, because clients choose the names of unknown fields. */
const MAX_MESSAGE_CHARACTERS = 300;

const truncate = (message: string): string =>
  message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` : message;

export function joinMessages(messages: readonly string[]): string {
  const more = messages.length - MAX_ISSUES;
  return `${messages.slice(0, MAX_ISSUES).map(truncate).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

export function issueMessages(error: z.ZodError): string[] {
  return error.issues.flatMap(describeIssue);
}
