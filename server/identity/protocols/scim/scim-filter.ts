import { parse, type Filter } from 'scim2-parse-filter';
import { problem } from './scim-problem';

export type { Filter };

/** In characters. */
const longestFilter = 4096;
const deepest = 10;
const mostTerms = 50;

const unreadable = () => problem('invalidFilter', 'scim.invalidFilter');

/**
 * What a filter says (RFC 7644, section 3.4.2.2), bounded before it is parsed: its length, its brackets, its parts.
 * @throws Failure 400 invalidFilter
 */
export function readFilter(text: string): Filter {
  if (text.length > longestFilter) throw problem('invalidFilter', 'scim.filterTooLong', { max: longestFilter });
  // An open quotation with line breaks would keep the parser's tokenizer busy for ever; JSON texts have none.
  if (/[\x00-\x1f]/.test(text)) throw unreadable();
  if (depthOf(text) > deepest) throw tooDeep();
  const filter = parsed(text);
  if (countTerms(filter, 0) > mostTerms) throw tooDeep();
  return filter;
}

const tooDeep = () => problem('invalidFilter', 'scim.filterTooDeep');

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw unreadable();
  }
}

/** Of brackets outside quotations. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const [sign] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]()]/g)) {
    depth += sign === '(' || sign === '[' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

function countTerms(filter: Filter, depth: number): number {
  if (depth > 2 * deepest) throw tooDeep();
  if (filter.op === 'and' || filter.op === 'or')
    return filter.filters.reduce((sum, one) => sum + countTerms(one, depth + 1), 0);
  if (filter.op === 'not') return countTerms(filter.filter, depth + 1);
  return filter.op === '[]' ? countTerms(filter.valFilter, depth + 1) : 1;
}
