import { examples } from 'tare:examples';
import type { FeatureExample, Place, Values } from './example';
import type { TestApp } from './test-app';

/** As `DeclaredRoute.owner`. */
const ownerOf = (file: string) =>
  /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? (file.startsWith('server/identity/') ? 'identity' : 'app');

const owned = examples.map(({ file, example }) => ({ owner: ownerOf(file), example }));

export const examplesOf = (owner: string): FeatureExample[] =>
  owned.filter((one) => one.owner === owner).map(({ example }) => example);

/** Where an owner's example stands, or would. */
export const fileOf = (owner: string): string =>
  examples.find(({ file }) => ownerOf(file) === owner)?.file ??
  (owner === 'identity' ? 'server/identity/identity.example.ts' : `server/features/${owner}/${owner}.example.ts`);

/** Has every feature, or these owners alone, make its records at a place. @returns their values, by owner */
export async function recordsAt(
  app: TestApp,
  place: Place,
  of?: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  const values = new Map<string, Values>();
  for (const { owner, example } of owned.filter((one) => of === undefined || of.includes(one.owner)))
    values.set(owner, { ...values.get(owner), ...(await example.records?.(app, place)) });
  return values;
}

/** The tables that no page shows, each with the reason. */
export const unshownTables: Record<string, string> = Object.assign({}, ...owned.map(({ example }) => example.unshown));
