/** A title as a file writes it, with those of what it stands in from the outside in. */
export interface WrittenTest {
  title: string;
  within: string[];
  /** `it.skip`, `test.fixme`, `it.todo`: it cannot run. */
  skipped: boolean;
}

/** A test as a reporter names it. */
export interface RunTest {
  /** From the root. */
  file: string;
  title: string;
  within: string[];
  ran: boolean;
}

const PLACEHOLDERS = /\$\{[^}]*\}|%[sdifjoOc#$]|\$[A-Za-z_0-9][\w.]*/g;

/** How a row names a test: its title, or where several have that title, with what it stands in: `describe > title`. */
const namesOf = (one: { title: string; within: string[] }) => one.within.map((_, at) => [...one.within.slice(at), one.title].join(' > ')).concat(one.title);

export const isNamed = (one: WrittenTest, name: string) => namesOf(one).includes(name);

/** A title of placeholders alone names whatever stands in its file. */
export const saysSomething = (name: string) => /\p{Letter}{3}/u.test(name.replace(PLACEHOLDERS, ''));

const sourceOf = (written: string) => written.split(PLACEHOLDERS).map((part) => part.replaceAll('%%', '%').replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('[\\s\\S]*');
const patternOf = (written: string) => new RegExp(`^${sourceOf(written)}$`);

/** By which vitest finds the cases of a written test: it joins titles with blanks. */
export const filterOf = ({ within, title }: WrittenTest) => new RegExp(`(?:^|\\s)${[...within, title].map(sourceOf).join(' ')}$`);

/** Whether a test that ran is a case of the written one: placeholders stand for anything, in its title and in what it stands in. */
export function isCaseOf(run: RunTest, written: WrittenTest): boolean {
  return run.within.length === written.within.length
    && [...run.within, run.title].every((title, at) => patternOf([...written.within, written.title][at] ?? '').test(title));
}
