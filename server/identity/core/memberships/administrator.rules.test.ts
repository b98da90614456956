import { describe, expect, it } from 'vitest';
import { administratorPermissions, keepsAdministrator, makesAdministrator, type Holder } from './administrator.rules';

const holder = (userId: number, but: Partial<Holder> = {}): Holder => ({
  userId,
  permanent: true,
  activated: true,
  limited: false,
  locked: false,
  ...but,
});
const [ann, ben] = [holder(1), holder(2)];
const [locked, temporary, waiting] = [
  holder(1, { locked: true }),
  holder(1, { permanent: false }),
  holder(1, { activated: false }),
];

describe('a change may leave a tenant', () => {
  it.each<[string, Holder[], Holder[], boolean]>([
    ['with the administrator that it had', [ann], [ann], true],
    ['with another one', [ann], [ben], true],
    ['without any where there was none', [], [], true],
    ['not without the last one', [ann], [], false],
    ['not with one whose time ends', [ann], [temporary], false],
    ['not with one who has never come in', [ann], [holder(2, { activated: false })], false],
    ['not with one who sees some sites alone', [ann], [holder(2, { limited: true })], false],
    [
      'not with the last one limited to some sites',
      [ann, holder(2, { limited: true })],
      [holder(1, { limited: true }), holder(2, { limited: true })],
      false,
    ],
    ['with one whom nobody limits any more', [holder(1, { limited: true })], [ann], true],
    ['not with one who is locked out', [ann], [holder(2, { locked: true })], false],
    ['not without the last one while they are locked out', [locked], [], false],
    ['with the last one locked out, where that is no part of it', [locked], [locked], true],
    ['not with one of two, both of whom are locked out', [locked, holder(2, { locked: true })], [locked], false],
    ['with somebody else, whatever becomes of one who is locked out', [locked], [ben], true],
    ['without somebody who has never come in', [waiting], [], true],
    ['without somebody whose time ends', [temporary], [], true],
  ])('%s', (_what, before, after, may) => {
    expect(keepsAdministrator(before, after)).toBe(may);
  });

  it('by what makes an administrator here', () => {
    expect([administratorPermissions(false), administratorPermissions(true)]).toEqual([
      ['EDIT_USERS', 'fe.secure.write.users'],
      ['EDIT_ORGANIZATIONS', 'fe.secure.write.users'],
    ]);
    expect(
      [['fe.*'], ['EDIT_USERS'], ['EDIT_ORGANIZATIONS'], ['fe.secure.read.*'], []].map((held) =>
        makesAdministrator(held, false),
      ),
    ).toEqual([true, true, false, false, false]);
  });
});
