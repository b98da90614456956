import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import * as entra from '../../../../tests/support/directories/entra';
import * as okta from '../../../../tests/support/directories/okta';
import { replay } from '../../../../tests/support/directories/step';
import { newDirectory, proves } from '../../../../tests/support/directory';
import { newOrganisation } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** A directory of an organization whose domain it may name people in. */
async function directory() {
  const organisationId = await newOrganisation(app);
  const domain = `${randomUUID()}.test`;
  await proves(app, { organisationId, domain });
  return { organisationId, domain, at: await newDirectory(app, organisationId) };
}

describe('requests as their makers publish them', () => {
  const sequences = [...Object.values(okta), ...Object.values(entra)];

  it.each(sequences)('$what', async (sequence) => {
    const { at, domain } = await directory();
    await replay(at, sequence, domain);
  });
});

/** An attribute as Entra ID names it, by what `/Schemas` says of it. */
interface Described {
  name: string;
  multiValued: boolean;
  canonicalValues?: string[];
  subAttributes?: Described[];
}
const namesOf = ({ name, multiValued, subAttributes = [] }: Described): string[] => {
  const types = subAttributes.find((sub) => sub.name === 'type')?.canonicalValues ?? [];
  if (subAttributes.length === 0 || name === 'manager') return [name];
  return subAttributes.flatMap((sub) =>
    multiValued ? types.map((type) => `${name}[type eq "${type}"].${sub.name}`) : [`${name}.${sub.name}`],
  );
};

// https://learn.microsoft.com/en-us/entra/identity/app-provisioning/customize-application-attributes : what it fills without being told to.
it('/Schemas names whatever Entra ID fills', async () => {
  const { at } = await directory();
  const { Resources } = (await at.send('get', '/Schemas')).body as { Resources: { attributes: Described[] }[] };
  expect(Resources.flatMap(({ attributes }) => attributes.flatMap(namesOf))).toEqual(
    expect.arrayContaining([
      'userName',
      'active',
      'displayName',
      'title',
      'emails[type eq "work"].value',
      'preferredLanguage',
      'name.givenName',
      'name.familyName',
      'name.formatted',
      ...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'].map(
        (part) => `addresses[type eq "work"].${part}`,
      ),
      ...['work', 'mobile', 'fax'].map((type) => `phoneNumbers[type eq "${type}"].value`),
      'externalId',
      'employeeNumber',
      'department',
      'manager',
    ]),
  );
});
