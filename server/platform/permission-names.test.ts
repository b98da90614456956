import { expect, it } from 'vitest';
import english from '../../views/locales/en_US/permissions.json';
import { permissions } from '../permission-matrix';
import { messageOfPermission } from './permission-names';

it('has words for each permission that there is, and for no other', () => {
  expect(Object.keys(english).sort()).toEqual(permissions.map(messageOfPermission).sort());
});
