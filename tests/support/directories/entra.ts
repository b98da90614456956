import { some, type Sequence, type Step } from './step';

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const problem = 'urn:ietf:params:scim:api:messages:2.0:Error';

const docs = 'https://learn.microsoft.com/en-us/entra/identity/app-provisioning';
const validator =
  'https://github.com/AzureAD/SCIMReferenceCode/blob/master/Microsoft.SCIM.LogicAppValidationTemplate/StandardLogicApp/SCIMTests_Workflow.json';

const changes = (...Operations: object[]) => ({ schemas: [patch], Operations });

/** Called by something that is no address, as Entra ID sends it for accounts without one. */
const person = (name: string) => ({
  schemas: [user, enterprise],
  externalId: `${name}-0a21f0f2-{mark}`,
  userName: `${name}_{mark}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}-{mark}@{domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
});
const added = (name: string): Step => ({
  asks: 'POST /Users',
  body: person(name),
  status: 201,
  keeps: name,
  shows: {
    id: some.text,
    userName: `${name}_{mark}`,
    active: true,
    meta: { resourceType: 'User', created: some.text },
  },
});
const changed = (shows: object, ...Operations: object[]): Step => ({
  asks: 'PATCH /Users/{kim}',
  body: changes(...Operations),
  status: 200,
  shows,
});

export const people: Sequence = {
  what: 'Entra ID’s requests about people',
  source: `${docs}/use-scim-to-provision-users-and-groups#user-operations`,
  steps: [
    // "Test connection" asks for somebody who cannot be there.
    {
      asks: 'GET /Users?filter=userName eq "5b50642d-79fc-4410-9e90-4c077cdd1a59"',
      status: 200,
      shows: { schemas: [list], totalResults: 0, Resources: [], startIndex: 1 },
    },
    added('kim'),
    { asks: 'GET /Users/{kim}', status: 200, shows: { externalId: 'kim-0a21f0f2-{mark}', name: person('kim').name } },
    { asks: 'GET /Users/5171a35d82074e068ce2', status: 404, shows: { schemas: [problem], status: '404' } },
    {
      asks: 'GET /Users?filter=userName eq "kim_{mark}"',
      status: 200,
      shows: { totalResults: 1, Resources: [{ id: '{kim}' }] },
    },
    {
      asks: 'GET /Users?filter=emails[type eq "work"].value eq "kim-{mark}@{domain}"',
      status: 200,
      shows: { totalResults: 1, Resources: [{ id: '{kim}' }] },
    },
    { asks: 'GET /Users?filter=externalId eq "kim-0a21f0f2-{mark}"', status: 200, shows: { totalResults: 1 } },
    changed(
      {
        name: { formatted: 'givenName updatedFamilyName', familyName: 'updatedFamilyName', givenName: 'givenName' },
        emails: [{ value: 'updated-{mark}@{domain}', type: 'work', primary: true }],
      },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated-{mark}@{domain}' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ),
    changed(
      { userName: '5b50642d-{mark}@{domain}' },
      { op: 'Replace', path: 'userName', value: '5b50642d-{mark}@{domain}' },
    ),
    changed({ active: false }, { op: 'Replace', path: 'active', value: false }),
    changed({ active: true }, { op: 'Replace', path: 'active', value: true }),
    { asks: 'DELETE /Users/{kim}', status: 204 },
    { asks: 'GET /Users/{kim}', status: 404 },
    // Assigned anew after a while: there again, by an account that there was.
    added('kim'),
    { asks: 'GET /Users?filter=userName eq "kim_{mark}"', status: 200, shows: { totalResults: 1 } },
  ],
};

export const spellings: Sequence = {
  what: 'Entra ID’s requests with and without aadOptscim062020',
  source: `${docs}/application-provisioning-config-problem-scim-compatibility#flags-to-alter-the-scim-behavior`,
  steps: [
    added('kim'),
    changed({ active: false }, { op: 'Replace', path: 'active', value: 'False' }),
    changed({ active: true }, { op: 'Replace', path: 'active', value: 'True' }),
    changed({ active: false }, { op: 'replace', path: 'active', value: false }),
    changed({ active: true }, { op: 'Add', path: 'active', value: 'tRUE' }),
    changed({ nickName: 'Babs' }, { op: 'Add', path: 'nickName', value: 'Babs' }),
    changed({ nickName: 'Bab' }, { op: 'add', path: 'nickName', value: 'Bab' }),
    changed(
      {
        displayName: 'Pvlo',
        emails: [{ value: 'next-{mark}@{domain}', type: 'work' }],
        name: { givenName: 'Gtfd', familyName: 'Pkqf', formatted: 'Gtfd Pkqf' },
        externalId: 'Eqpj-{mark}',
        [enterprise]: { employeeNumber: 'Eqpj' },
      },
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'next-{mark}@{domain}' },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj-{mark}' },
      { op: 'Replace', path: `${enterprise}:employeeNumber`, value: 'Eqpj' },
    ),
    changed(
      {
        displayName: 'Bjfe',
        emails: [{ value: 'last-{mark}@{domain}', type: 'work' }],
        name: { givenName: 'Kkom', familyName: 'Unua' },
        [enterprise]: { employeeNumber: 'Aklq' },
      },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'last-{mark}@{domain}' },
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          [`${enterprise}:employeeNumber`]: 'Aklq',
        },
      },
    ),
    // What its usual table of attributes names beside those.
    changed(
      {
        title: 'Chef',
        preferredLanguage: 'de',
        addresses: [{ type: 'work', locality: 'Zürich', formatted: 'Room 7' }],
        phoneNumbers: [
          { type: 'work', value: '+41 1' },
          { type: 'mobile', value: '+41 2' },
          { type: 'fax', value: '+41 3' },
        ],
        [enterprise]: { department: 'Kitchen' },
      },
      { op: 'Add', path: 'title', value: 'Chef' },
      { op: 'Add', path: 'preferredLanguage', value: 'de' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Room 7' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Zürich' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+41 1' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+41 2' },
      { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '+41 3' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Kitchen' },
    ),
  ],
};

const manager = `${enterprise}:manager`;
const reportsTo = (value: string) => ({ [enterprise]: { manager: { value } } });

export const managers: Sequence = {
  what: 'Entra ID’s requests about managers',
  source: `${docs}/use-scim-to-provision-users-and-groups#handling-provisioning-and-deprovisioning-of-users and ${validator}`,
  steps: [
    added('kim'),
    added('ada'),
    added('ben'),
    changed(reportsTo('{ada}'), {
      op: 'Add',
      path: 'manager',
      value: [{ $ref: 'https://tare.test/scim/Users/{ada}', value: '{ada}' }],
    }),
    {
      asks: 'GET /Users?filter=id eq "{kim}" and manager eq "{ada}"&attributes=id',
      status: 200,
      shows: { totalResults: 1, Resources: [{ id: '{kim}' }] },
    },
    { asks: `GET /Users?filter=${manager} eq "{ben}"`, status: 200, shows: { totalResults: 0 } },
    changed(reportsTo('{ben}'), { op: 'Add', path: manager, value: '{ben}' }),
    changed(reportsTo('{ada}'), { op: 'replace', path: manager, value: '{ada}' }),
    changed(reportsTo('{ben}'), { op: 'Replace', path: `${manager}.value`, value: '{ben}' }),
    { ...changed({}, { op: 'replace', path: manager, value: '' }), lacks: [enterprise] },
    changed(reportsTo('{ada}'), { op: 'Add', value: { [enterprise]: { manager: { value: '{ada}' } } } }),
    { ...changed({}, { op: 'Remove', path: manager }), lacks: [enterprise] },
  ],
};

export const cleared: Sequence = {
  what: 'Entra ID’s requests that take something away',
  source: validator,
  steps: [
    added('kim'),
    ...['', null].flatMap((nothing) => [
      changed(
        { title: 'Chef', nickName: 'Kim', [enterprise]: { department: 'Kitchen' } },
        { op: 'replace', value: { title: 'Chef', nickName: 'Kim', [`${enterprise}:department`]: 'Kitchen' } },
      ),
      {
        ...changed(
          { name: { givenName: 'givenName' } },
          { op: 'replace', path: 'title', value: nothing },
          { op: 'replace', value: { nickName: nothing, [`${enterprise}:department`]: nothing } },
        ),
        lacks: ['title', 'nickName', enterprise],
      },
    ]),
  ],
};

export const groups: Sequence = {
  what: 'Entra ID’s requests about groups',
  source: `${docs}/use-scim-to-provision-users-and-groups#group-operations`,
  steps: [
    added('kim'),
    added('ada'),
    {
      asks: 'POST /Groups',
      body: {
        schemas: [group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-{mark}',
        displayName: 'displayName {mark}',
        meta: { resourceType: 'Group' },
      },
      status: 201,
      keeps: 'group',
      shows: { schemas: [group], externalId: '8aa1a0c0-{mark}', displayName: 'displayName {mark}', members: [] },
    },
    {
      asks: 'GET /Groups/{group}?excludedAttributes=members',
      status: 200,
      shows: { displayName: 'displayName {mark}' },
      lacks: ['members'],
    },
    {
      asks: 'GET /Groups?excludedAttributes=members&filter=displayName eq "displayName {mark}"',
      status: 200,
      shows: { schemas: [list], totalResults: 1, Resources: [{ id: '{group}' }] },
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: changes({ op: 'Replace', path: 'displayName', value: 'updated {mark}' }),
      status: 204,
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: changes({
        op: 'Add',
        path: 'members',
        value: [
          { $ref: null, value: '{kim}' },
          { $ref: null, value: '{ada}' },
        ],
      }),
      status: 204,
    },
    {
      asks: 'GET /Groups?excludedAttributes=members&filter=id eq "{group}" and members eq "{kim}"',
      status: 200,
      shows: { totalResults: 1 },
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: changes({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{kim}' }] }),
      status: 204,
    },
    {
      asks: 'GET /Groups/{group}',
      status: 200,
      shows: { displayName: 'updated {mark}', members: [{ value: '{ada}' }] },
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: changes({ op: 'remove', path: 'members[value eq "{ada}"]' }),
      status: 204,
    },
    // Who is not in it can be taken out of it.
    {
      asks: 'PATCH /Groups/{group}',
      body: changes({ op: 'remove', path: 'members[value eq "{ada}"]' }),
      status: 204,
    },
    { asks: 'GET /Groups/{group}', status: 200, shows: { members: [] } },
    { asks: 'DELETE /Groups/{group}', status: 204 },
    { asks: 'DELETE /Groups/{group}', status: 404 },
  ],
};
