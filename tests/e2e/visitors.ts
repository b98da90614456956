import type { Page } from '@playwright/test';
import { readExamples } from './examples';
import type { WalkedPage } from './pages';
import { people } from './support';

const walkers = [people.caterer, people.staff, people.fairfax, people.viewer, people.site];

interface Doors {
  signedIn(login: string): Promise<Page>;
  mayOpen(login: string, access: string): Promise<boolean>;
}

/** Who of the demo may open a page, and last somebody of the examples' organisation, where there are rows that the demo does not have. */
export async function visitorsOf(
  { address, access, conditional }: WalkedPage,
  { signedIn, mayOpen }: Doors,
): Promise<string[]> {
  const opens = async (login: string) =>
    (await mayOpen(login, access)) &&
    (!conditional || (await (await signedIn(login)).request.get(address, { maxRedirects: 0 })).status() === 200);
  const visitors = await Promise.all(
    [...walkers, readExamples().login].map(async (login) => ((await opens(login)) ? [login] : [])),
  );
  return visitors.flat();
}

/** One visitor of a page, and the address that shows them something; nobody where it is public. */
export async function pageToLookAt(
  walked: WalkedPage,
  doors: Doors,
): Promise<{ login: string | null; address: string }> {
  const { login, addresses } = readExamples();
  const address = walked.exemplary ? (addresses[walked.address] ?? '') : walked.address;
  if (walked.access === 'public') return { login: null, address };
  if (walked.exemplary) return { login, address };
  const [first] = await visitorsOf(walked, doors);
  if (first === undefined) throw new Error(`Nobody of the demo may open ${walked.address}.`);
  return { login: first, address };
}
