import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../server/platform/http/define-route';

/** A page of something that no test could find in the demo: what it shows stands in its path, or must stand in its query. */
export const needsExample = ({ path, query }: Route): boolean => path.includes('/:') || query?.safeParse({}).success === false;

/** In the data folder of the demo. */
export const examplesFile = 'examples.json';

export interface BrowserExamples {
  /** Somebody of the examples' organisation, with every permission. */
  login: string;
  /** The administrator of an organisation in which there is nothing yet. */
  newcomer: string;
  /** Addresses that were mailed to somebody and wait to be used. */
  links: Record<'activation' | 'reset', string>;
  /** Where a page shows its example, by the page's path. */
  addresses: Record<string, string>;
}

export const readExamples = (): BrowserExamples => JSON.parse(readFileSync(join(process.env.TARE_E2E_DEMO ?? '', examplesFile), 'utf8')) as BrowserExamples;
