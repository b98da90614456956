import { describe, expect, it } from 'vitest';
import {
  changes,
  isRoleOf,
  refusalOf,
  ungrantableAmong,
  type Change,
  type Edited,
  type Editor,
  type Refusal,
} from './users.rules';

const editor: Editor = { userId: 1, permissions: new Set(['EDIT_USERS', 'EDIT_SITES']), seesAll: true, staff: false };
const edited: Edited = {
  userId: 2,
  permissionsHere: new Set(['EDIT_SITES']),
  permissionsEverywhere: new Set(['EDIT_SITES']),
  elsewhere: false,
  internal: false,
  ssoUser: false,
  active: true,
};
const more = { permissionsHere: new Set(['GENERATE_REPORTS']), permissionsEverywhere: new Set(['GENERATE_REPORTS']) };

type Refused = Partial<Record<Change, Refusal>>;
const of = (refusal: Refusal, ...among: Change[]): Refused =>
  Object.fromEntries(among.map((change) => [change, refusal]));

describe('what may not be changed of somebody', () => {
  it.each<[string, Partial<Editor>, Partial<Edited>, Refused]>([
    ['nothing, of somebody who may do no more', {}, {}, {}],
    ['everything, by somebody limited to sites', { seesAll: false }, {}, of('limitedToSites', ...changes)],
    ['one’s own membership', {}, { userId: 1 }, of('yourself', 'roles', 'state', 'access')],
    [
      'the account of somebody who belongs elsewhere too',
      {},
      { elsewhere: true },
      of('belongsElsewhere', 'name', 'email', 'links'),
    ],
    ['no account by staff', { staff: true }, { elsewhere: true }, {}],
    ['address, state and access of somebody who may do more', {}, more, of('outranksYou', 'email', 'state', 'access')],
    [
      'the address alone, where they may do more elsewhere',
      { staff: true },
      { elsewhere: true, permissionsEverywhere: new Set(['GENERATE_REPORTS']) },
      of('outranksYou', 'email'),
    ],
    [
      'the address alone, of a customer’s administrator by staff who may do less',
      { staff: true },
      more,
      of('outranksYou', 'email'),
    ],
    [
      'address, state and access of other staff who may do more',
      { staff: true },
      { ...more, internal: true },
      of('outranksYou', 'email', 'state', 'access'),
    ],
    [
      'address and links of somebody who signs in elsewhere',
      {},
      { ssoUser: true },
      of('signsInElsewhere', 'email', 'links'),
    ],
    ['links of somebody who is switched off', {}, { active: false }, of('isInactive', 'links')],
  ])('%s', (_what, who, whom, refused) => {
    const found = Object.fromEntries(
      changes
        .map((change) => [change, refusalOf(change, { ...editor, ...who }, { ...edited, ...whom })])
        .filter(([, refusal]) => refusal !== null),
    );
    expect(found).toEqual(refused);
  });
});

describe('roles that change hands', () => {
  const roles = [
    { roleId: 1, permissions: ['EDIT_SITES'] },
    { roleId: 2, permissions: ['EDIT_SITES', 'GENERATE_REPORTS'] },
    { roleId: 3, permissions: [] },
  ];

  // Spec 7: Nobody gives a role that allows more than they may do
  it.each([
    ['given within one’s own rights', [], [1, 3], []],
    ['given beyond them', [], [1, 2], [2]],
    ['taken beyond them', [2, 3], [3], [2]],
    ['kept beyond them', [2], [2, 1], []],
  ])('%s', (_what, before, after, refused) => {
    expect(ungrantableAmong(roles, editor, { before, after }).map(({ roleId }) => roleId)).toEqual(refused);
  });

  it.each([
    ['administrator', true, false, true],
    ['support', true, false, false],
    ['internal-administrator', true, false, false],
    ['internal-administrator', true, true, true],
    ['support', false, false, true],
  ])('%s, built in: %s, in the internal organization: %s → offered: %s', (key, builtIn, internal, offered) => {
    expect(isRoleOf({ key, builtIn }, internal)).toBe(offered);
  });
});
