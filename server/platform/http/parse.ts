import type { ZodType } from 'zod';
import { locales } from '../../../views/locales';
import { fail, type FieldProblem } from '../errors';
import type { MessageKey } from '../i18n/messages';

/** More problems help nobody, and finding them all would cost whoever else is waiting. */
const mostProblems = 100;
/** Of an object or a list at any depth; no schema of ours has more, and a list has a limit of its own. */
const mostMembers = { object: 1_000, list: 20_000 };
const deepest = 40;

type Issue = { code: string; path: PropertyKey[]; message: string; [detail: string]: unknown };

/**
 * Gives the schema's value of untrusted input.
 * @throws Failure 400 with one problem a field.
 */
export function parseInput(schema: ZodType | undefined, input: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return {};
  const tooMuch = tooMuchIn(input, 0);
  if (tooMuch)
    throw fail.badRequest('errors.badRequest', {
      fields: [
        {
          field: tooMuch.path.reverse().join('.').slice(0, 200),
          code: 'errors.tooMuchAtOnce',
          params: { max: tooMuch.max },
        },
      ],
    });
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  // An address with a malformed id is an address that does not exist.
  if (part === 'params') throw fail.notFound('errors.notFound');
  throw fail.badRequest('errors.badRequest', { fields: firstProblems(parsed.error.issues as unknown as Issue[]) });
}

interface TooMuch {
  /** From the innermost member outwards. */
  path: (string | number)[];
  max: number;
}

/** Looks at no more of the input than a schema would, before a schema does; it runs for every row of a batch. */
function tooMuchIn(value: unknown, depth: number): TooMuch | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > deepest) return { path: [], max: deepest };
  if (Array.isArray(value)) {
    if (value.length > mostMembers.list) return { path: [], max: mostMembers.list };
    for (let at = 0; at < value.length; at += 1) {
      const found = tooMuchIn(value[at], depth + 1);
      if (found) return { ...found, path: [...found.path, at] };
    }
    return null;
  }
  const names = Object.keys(value);
  if (names.length > mostMembers.object) return { path: [], max: mostMembers.object };
  for (const name of names) {
    const found = tooMuchIn((value as Record<string, unknown>)[name], depth + 1);
    if (found) return { ...found, path: [...found.path, name] };
  }
  return null;
}

function firstProblems(issues: readonly Issue[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const issue of issues) {
    problems.push(...problemsOf(issue));
    if (problems.length >= mostProblems) break;
  }
  return problems.slice(0, mostProblems);
}

function problemsOf(issue: Issue): FieldProblem[] {
  const field = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys as string[]).slice(0, mostProblems).map((name) => ({
        field: [...issue.path, name].map(String).join('.'),
        code: 'errors.unknownField',
        params: { name },
      }));
    case 'invalid_type':
      return [
        {
          field,
          code:
            issue.input === undefined && !('received' in issue) && /undefined/.test(issue.message)
              ? 'errors.required'
              : 'errors.wrongType',
        },
      ];
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return [{ field, code: 'errors.required' }];
      return [
        {
          field,
          code: issue.origin === 'string' ? 'errors.tooShort' : 'errors.tooSmall',
          params: { min: Number(issue.minimum) },
        },
      ];
    case 'too_big':
      return [
        {
          field,
          code: issue.origin === 'string' ? 'errors.tooLong' : 'errors.tooBig',
          params: { max: Number(issue.maximum) },
        },
      ];
    case 'invalid_value':
      return [{ field, code: 'errors.notOneOf' }];
    default:
      return [{ field, code: isMessageKey(issue.message) ? issue.message : 'errors.wrongType' }];
  }
}

/** A schema of ours may give a message key as its message: `z.string().refine(isLocalDate, 'errors.notADate')`. */
function isMessageKey(text: string): text is MessageKey {
  let node: unknown = locales.en_US;
  for (const part of text.split('.'))
    node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined;
  return typeof node === 'string';
}
