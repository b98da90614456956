import type { Rule } from '../rule';

/** What came of the cases of a rule's test. */
export interface Ran {
  /** Full names of those that failed, and of those that did not. */
  red: string[];
  green: string[];
  /** Why the file as a whole could not run; empty where it did. */
  errors: string[];
}

const shown = 3;

/** Why the run of all tests with every rule in force does not count; null where it does: a test that is red anyway sees nothing. */
export function whyUnfit({ seenBy: [file, title] }: Rule, { red, green, errors }: Ran): string | null {
  if (errors.length > 0) return `${file} cannot run: ${errors[0]}`;
  if (red.length > 0) return `“${red[0]}” in ${file} is red with every rule in force.`;
  return green.length > 0 ? null : `“${title}” in ${file} did not run.`;
}

/** Whether a test saw that the rule was off: a failure of the test itself, not one to run it. */
export const isSeen = ({ red, errors }: Ran): boolean => errors.length === 0 && red.length > 0;

/** What is printed of a rule that was off. */
export function verdict({ name, of, seenBy: [file] }: Rule, ran: Ran): string {
  const lines = isSeen(ran)
    ? [...ran.red.slice(0, shown).map((title) => `  red: ${file} > ${title}`), ...(ran.red.length > shown ? [`  and ${ran.red.length - shown} more cases of it`] : [])]
    : [`  NO TEST SAW IT${ran.errors.length > 0 ? `: ${file} could not run: ${ran.errors[0]}` : ` (${ran.green.length} green in ${file})`}`];
  return [`[${of === 'policy' ? of : `section ${of}`}] ${name}`, ...lines].join('\n');
}
