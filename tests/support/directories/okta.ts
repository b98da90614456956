import { some, type Sequence } from './step';

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const problem = 'urn:ietf:params:scim:api:messages:2.0:Error';

const reading = { Accept: 'application/scim+json', 'User-Agent': 'OKTA SCIM Integration' };
const plainJson = { 'Content-Type': 'application/json', Accept: 'application/scim+json; charset=utf-8' };
const work = (value: string) => [{ primary: true, value, type: 'work' }];

const guide = 'https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20';

const newcomer = {
  schemas: [user],
  userName: 'robin-{mark}@{domain}',
  name: { givenName: 'Robin', familyName: 'Berg' },
  emails: work('robin-{mark}@{domain}'),
  displayName: 'Robin Berg',
  active: true,
};

export const specTest: Sequence = {
  what: 'Okta’s test of a server',
  source: 'https://developer.okta.com/standards/SCIM/SCIMFiles/Okta-SCIM-20-SPEC-Test.json',
  steps: [
    {
      asks: 'POST /Users',
      body: { ...newcomer, userName: 'first-{mark}@{domain}', emails: work('first-{mark}@{domain}') },
      status: 201,
      keeps: 'first',
    },
    {
      asks: 'GET /Users?count=1&startIndex=1',
      headers: reading,
      status: 200,
      shows: {
        schemas: [list],
        itemsPerPage: some.number,
        startIndex: some.number,
        totalResults: some.number,
        Resources: [
          {
            id: some.text,
            userName: some.text,
            name: { familyName: some.text, givenName: some.text },
            active: true,
            emails: [{ value: some.text }],
          },
        ],
      },
    },
    { asks: 'GET /Users/{first}', headers: reading, status: 200, shows: { id: '{first}', active: true } },
    {
      asks: 'GET /Users?filter=userName eq "nobody-{mark}@{domain}"',
      headers: reading,
      status: 200,
      shows: { schemas: [list], totalResults: 0, Resources: [] },
    },
    {
      asks: 'GET /Users/00919288221112222',
      headers: reading,
      status: 404,
      shows: { schemas: [problem], status: '404', detail: some.text },
    },
    { asks: 'POST /Users', body: newcomer, headers: plainJson, status: 201, keeps: 'robin', shows: newcomer },
    {
      asks: 'GET /Users/{robin}',
      headers: reading,
      status: 200,
      shows: { userName: newcomer.userName, name: newcomer.name },
    },
    {
      asks: 'POST /Users',
      body: newcomer,
      headers: plainJson,
      status: 409,
      shows: { schemas: [problem], status: '409', scimType: 'uniqueness', detail: some.text },
    },
    {
      asks: 'GET /Users?filter=userName eq "ROBIN-{mark}@{domain}"',
      headers: reading,
      status: 200,
      shows: { totalResults: 1, Resources: [{ id: '{robin}', userName: newcomer.userName }] },
    },
    { asks: 'GET /Groups', headers: reading, status: 200, shows: { schemas: [list], totalResults: 0, Resources: [] } },
    {
      asks: 'GET /Users?filter=userName eq "ROBIN-{mark}@{domain}"',
      headers: { ...reading, Authorization: 'non-token' },
      status: 401,
      shows: { schemas: [problem], status: '401', detail: some.text },
    },
  ],
};

const test = { ...newcomer, userName: 'test-{mark}@{domain}', emails: work('test-{mark}@{domain}') };
/** As Okta read it before, with what it changes: it knows more of a person than it changes. */
const read = {
  schemas: [user],
  id: '{test}',
  userName: test.userName,
  name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
  emails: [{ ...work(test.userName)[0], display: test.userName }],
  active: true,
  groups: [],
  meta: { resourceType: 'User' },
};

export const people: Sequence = {
  what: 'Okta’s requests about people',
  source: guide,
  steps: [
    { asks: 'GET /Users?startIndex=1&count=2', status: 200, shows: { totalResults: 0 } },
    { asks: 'GET /Groups?startIndex=1&count=100', status: 200, shows: { totalResults: 0 } },
    {
      asks: 'GET /Users?filter=userName eq "test-{mark}@{domain}"&startIndex=1&count=100',
      status: 200,
      shows: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    },
    {
      asks: 'POST /Users',
      body: { ...test, locale: 'en-US', externalId: '00u-{mark}', groups: [], password: '1mz050nq' },
      status: 201,
      keeps: 'test',
      shows: { userName: test.userName, externalId: '00u-{mark}', active: true, meta: { resourceType: 'User' } },
      lacks: ['password'],
    },
    {
      asks: 'GET /Users?startIndex=1&count=100',
      status: 200,
      shows: { totalResults: 1, Resources: [{ id: '{test}' }] },
    },
    {
      asks: 'PUT /Users/{test}',
      body: read,
      status: 200,
      shows: { id: '{test}', name: read.name, emails: read.emails, active: true },
      // What a whole resource leaves out is gone.
      lacks: ['displayName', 'externalId'],
    },
    {
      asks: 'PATCH /Users/{test}',
      body: { schemas: [patch], Operations: [{ op: 'replace', value: { active: false } }] },
      status: 200,
      shows: { id: '{test}', active: false },
    },
    { asks: 'PUT /Users/{test}', body: read, status: 200, shows: { active: true } },
    { asks: 'PUT /Users/{test}', body: { ...read, active: false }, status: 200, shows: { active: false } },
    {
      asks: 'PATCH /Users/{test}',
      body: { schemas: [patch], Operations: [{ op: 'replace', value: { active: true } }] },
      status: 200,
      shows: { active: true },
    },
    // A password that it would keep the same: nobody’s is set from outside.
    {
      asks: 'PATCH /Users/{test}',
      body: { schemas: [patch], Operations: [{ op: 'replace', value: { password: 't4st-pa55' } }] },
      status: 200,
      lacks: ['password'],
    },
  ],
};

export const groups: Sequence = {
  what: 'Okta’s requests about groups',
  source: `${guide}#scim-group-operations`,
  steps: [
    { asks: 'POST /Users', body: newcomer, status: 201, keeps: 'robin' },
    { asks: 'POST /Users', body: test, status: 201, keeps: 'test' },
    {
      asks: 'POST /Groups',
      body: { schemas: [group], displayName: 'Test {mark}', members: [] },
      status: 201,
      keeps: 'group',
      shows: { schemas: [group], displayName: 'Test {mark}', members: [], meta: { resourceType: 'Group' } },
    },
    {
      asks: 'POST /Groups',
      body: { schemas: [group], displayName: 'Test {mark}', members: [] },
      status: 409,
      shows: { scimType: 'uniqueness' },
    },
    { asks: 'GET /Groups?startIndex=1&count=100', status: 200, shows: { Resources: [{ id: '{group}' }] } },
    {
      asks: 'PATCH /Groups/{group}',
      body: {
        schemas: [patch],
        Operations: [{ op: 'replace', value: { id: '{group}', displayName: 'Chefs {mark}' } }],
      },
      status: 204,
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: {
        schemas: [patch],
        Operations: [{ op: 'add', path: 'members', value: [{ value: '{robin}', display: newcomer.userName }] }],
      },
      status: 204,
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: {
        schemas: [patch],
        Operations: [
          { op: 'remove', path: 'members[value eq "{robin}"]' },
          { op: 'add', path: 'members', value: [{ value: '{test}', display: test.userName }] },
        ],
      },
      status: 204,
    },
    {
      asks: 'GET /Groups/{group}',
      status: 200,
      shows: { displayName: 'Chefs {mark}', members: [{ value: '{test}', display: some.text }] },
    },
    {
      asks: 'PUT /Groups/{group}',
      body: {
        schemas: [group],
        id: '{group}',
        displayName: 'Cooks {mark}',
        members: [{ value: '{robin}', display: newcomer.userName }],
      },
      status: 200,
      shows: { displayName: 'Cooks {mark}', members: [{ value: '{robin}' }] },
    },
    {
      asks: 'PATCH /Groups/{group}',
      body: {
        schemas: [patch],
        Operations: [{ op: 'replace', path: 'members', value: [{ value: '{test}', display: test.userName }] }],
      },
      status: 204,
    },
    { asks: 'GET /Users/{test}', status: 200, shows: { groups: [{ value: '{group}', display: 'Cooks {mark}' }] } },
    { asks: 'GET /Users/{robin}', status: 200, shows: { groups: [] } },
    { asks: 'DELETE /Groups/{group}', status: 204 },
    { asks: 'GET /Groups/{group}', status: 404, shows: { schemas: [problem], status: '404' } },
  ],
};
