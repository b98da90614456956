import { covers, internalRoles } from '../../../platform/permissions.rules';

interface Role {
  key: string;
  builtIn: boolean;
  permissions: readonly string[];
}

/**
 * Whether a permission may be given in a tenant. What none of the built-in roles of customers holds belongs to the internal
 * organisation alone, which gives everything.
 */
export function assignmentType(
  key: string,
  { roles, internal }: { roles: readonly Role[]; internal: boolean },
): 'NEVER' | 'ASSIGNABLE' {
  const ofCustomers = roles.filter((role) => role.builtIn && !internalRoles.includes(role.key));
  return internal || ofCustomers.some(({ permissions }) => covers(new Set(permissions), key)) ? 'ASSIGNABLE' : 'NEVER';
}
