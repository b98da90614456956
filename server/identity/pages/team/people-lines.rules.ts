/** One of those who are typed one a line. */
export interface TypedPerson {
  email: string;
  name?: string;
}

const angled = /^(.*?)\s*<([^<>]*)>$/;
const parted = /^(\S+?)\s*[,;\t]\s*(.*)$/;
const plain = (name: string) =>
  name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

function personOf(line: string): TypedPerson {
  const [, before = '', inside] = angled.exec(line) ?? [];
  if (inside !== undefined) return named(inside, before);
  const [, first, rest = ''] = parted.exec(line) ?? [];
  return first === undefined ? { email: line } : named(first, rest);
}

function named(email: string, given: string): TypedPerson {
  const name = plain(given);
  return { email: email.trim(), ...(name === '' ? {} : { name }) };
}

/** People from a text with one a line: an address; or with a name after a comma, or before it as mail programs write it. Each address once. */
export function peopleOf(text: string): TypedPerson[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const people = lines.filter((line) => line !== '').map(personOf);
  const spelled = people.map(({ email }) => email.toLowerCase());
  return people.filter((_, at) => spelled.indexOf(spelled[at] ?? '') === at);
}
