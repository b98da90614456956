import { describe, expect, it } from 'vitest';
import { assignmentType } from './assignment.rules';

const roles = [
  { key: 'administrator', builtIn: true, permissions: ['fe.*', 'EDIT_USERS'] },
  { key: 'internal-administrator', builtIn: true, permissions: ['EDIT_ORGANIZATIONS'] },
  { key: 'own', builtIn: false, permissions: ['VIEW_CONSOLE'] },
];

describe('assignmentType', () => {
  it.each([
    ['EDIT_USERS', false, 'ASSIGNABLE'],
    ['fe.secure.read.users', false, 'ASSIGNABLE'],
    ['EDIT_ORGANIZATIONS', false, 'NEVER'],
    ['VIEW_CONSOLE', false, 'NEVER'],
    ['EDIT_ORGANIZATIONS', true, 'ASSIGNABLE'],
  ])('of %s, in the internal organisation %s: %s', (key, internal, expected) => {
    expect(assignmentType(key, { roles, internal })).toBe(expected);
  });
});
