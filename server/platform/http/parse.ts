import type { ZodType } from 'zod';
import { locales } from '../../../views/locales';
import { fail, type FieldProblem } from '../errors';
import type { MessageKey } from '../i18n/messages';

type Issue = { code: string; path: PropertyKey[]; message: string; [detail: string]: unknown };

/**
 * Gives the schema's value of untrusted input.
 * @throws Failure 400 with one problem a field.
 */
export function parseInput(schema: ZodType | undefined, input: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  // An address with a malformed id is an address that does not exist.
  if (part === 'params') throw fail.notFound('errors.notFound');
  throw fail.badRequest('errors.badRequest', { fields: (parsed.error.issues as unknown as Issue[]).flatMap(problemsOf).slice(0, 100) });
}

function problemsOf(issue: Issue): FieldProblem[] {
  const field = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys as string[]).map((name) => ({ field: [...issue.path, name].map(String).join('.'), code: 'errors.unknownField', params: { name } }));
    case 'invalid_type':
      return [{ field, code: issue.input === undefined && !('received' in issue) && /undefined/.test(issue.message) ? 'errors.required' : 'errors.wrongType' }];
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return [{ field, code: 'errors.required' }];
      return [{ field, code: issue.origin === 'string' ? 'errors.tooShort' : 'errors.tooSmall', params: { min: Number(issue.minimum) } }];
    case 'too_big':
      return [{ field, code: issue.origin === 'string' ? 'errors.tooLong' : 'errors.tooBig', params: { max: Number(issue.maximum) } }];
    case 'invalid_value':
      return [{ field, code: 'errors.notOneOf' }];
    default:
      return [{ field, code: isMessageKey(issue.message) ? issue.message : 'errors.wrongType' }];
  }
}

/** A schema of ours may give a message key as its message: `z.string().refine(isLocalDate, 'errors.notADate')`. */
function isMessageKey(text: string): text is MessageKey {
  let node: unknown = locales.en_US;
  for (const part of text.split('.')) node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined;
  return typeof node === 'string';
}
