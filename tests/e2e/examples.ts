import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../server/platform/http/define-route';

/** A page of something that no test could find in the demo: what it shows stands in its path, or must stand in its query. */
export const needsExample = ({ path, query }: Route): boolean =>
  path.includes('/:') || query?.safeParse({}).success === false;

/** In the data folder of the demo. */
export const examplesFile = 'examples.json';

export interface BrowserExamples {
  /** Somebody of the examples' organisation, with every permission. */
  login: string;
  /** The administrator of an organisation in which there is nothing yet. */
  newcomer: string;
  /** The same in another one, for the journey that opens its first kitchen. */
  founder: string;
  /** Somebody who must set a password before anything else. */
  forced: string;
  /** Somebody whose password is known from a data breach. */
  breached: { login: string; password: string };
  /** Who is asked for a second proof: with a security key alone, with one of each kind, and with none where the organisation wants one. */
  factors: Record<'key' | 'all' | 'none', string>;
  /** Somebody with as much of everything as an account holds; the token spares a browser their second proof, and the app has a name without an end. */
  crowded: { login: string; browserToken: string; app: { id: string; redirectUri: string } };
  /** Addresses that were mailed to somebody and wait to be used. */
  links: Record<'activation' | 'reset' | 'signUp' | 'join' | 'invitation', string>;
  /** What can be done once: links, and people who have still to set up a second factor. */
  once: Record<'invitation' | 'enrolment', string[]>;
  /** Where a page shows its example, by the page's path. */
  addresses: Record<string, string>;
}

export const readExamples = (): BrowserExamples =>
  JSON.parse(readFileSync(join(process.env.TARE_E2E_DEMO ?? '', examplesFile), 'utf8')) as BrowserExamples;
