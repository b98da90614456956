import { z } from 'zod';
import { linesOfText } from '../../../platform/text-input';
import { publicId, shortText } from '../../wire.contract';
import { teamFilters } from './team.filters';
import { teamTable } from './team.table';

/** How many are added at once. */
export const mostAdded = 100;

/** Each role has a box of its own, so that a form that is shown again knows which were ticked. */
export const boxOf = (id: string): string => `role-${id}`;
const isBox = (name: string) => name.startsWith('role-');

export const tickedRoles = (form: Record<string, string>): string[] =>
  Object.keys(form)
    .filter(isBox)
    .map((name) => name.slice(boxOf('').length));

export const withRoles = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(z.string(), z.string())
    .transform((form): unknown => ({
      ...Object.fromEntries(Object.entries(form).filter(([name]) => !isBox(name))),
      roleIds: tickedRoles(form),
    }))
    .pipe(schema);

const roleIds = z.array(publicId).max(1000);
const end = { endDay: z.string().max(10).default(''), endTime: z.string().max(12).default('') };

export const addForm = withRoles(
  z.strictObject({ people: linesOfText(20_000).min(1, 'errors.required'), ...end, roleIds }),
);
export const personForm = withRoles(z.strictObject({ name: shortText.optional(), roleIds }));
export const endForm = z.strictObject({ ...end, act: z.enum(['limit', 'permanent']) });
export const activeForm = z.strictObject({ act: z.enum(['deactivate', 'reactivate']) });
const whole = (most: number) => z.coerce.number().int().min(1).max(most);
export const linkForm = withRoles(
  z.strictObject({
    days: whole(365),
    uses: z.union([z.literal('').transform(() => undefined), whole(100_000)]),
    roleIds,
  }),
);

export const teamListQuery = z.object({
  ...teamFilters.query,
  ...teamTable.query(),
  done: z.literal('removed').optional().catch(undefined),
});
export const teamFileQuery = z.object(teamFilters.query);
export const newQuery = z.object({ done: z.enum(['linkMade', 'linkRevoked']).optional().catch(undefined) });
export const personQuery = z.object({
  done: z
    .enum(['saved', 'limited', 'permanent', 'resent', 'deactivate', 'reactivate', 'unlocked'])
    .optional()
    .catch(undefined),
});
