import { z } from 'zod';
import { linesOfText, lineOfText } from '../../../platform/text-input';
import { publicId, shortText } from '../../wire.contract';

/** Each permission has a box of its own, so that a form that is shown again knows which were ticked. */
export const boxOf = (key: string): string => `can-${key}`;
const isBox = (name: string) => name.startsWith('can-');

export const tickedPermissions = (form: Record<string, string>): string[] =>
  Object.keys(form)
    .filter(isBox)
    .map((name) => name.slice(boxOf('').length));

const box = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

export const newRoleForm = z.strictObject({
  name: shortText,
  description: linesOfText(2000),
  base: z.union([z.literal('').transform(() => undefined), publicId]),
});

/** `review` shows what would change; `save` changes it. */
export const roleForm = z
  .record(z.string(), z.string())
  .transform((form) => ({
    ...Object.fromEntries(Object.entries(form).filter(([name]) => !isBox(name))),
    permissions: tickedPermissions(form),
  }))
  .pipe(
    z.strictObject({
      name: shortText,
      description: linesOfText(2000),
      isDefault: box,
      act: z.enum(['review', 'save']),
      permissions: z.array(z.string().max(200)).max(1000),
    }),
  );
export type RoleForm = z.output<typeof roleForm>;

export const rolesQuery = z.object({
  done: z.enum(['deleted', 'saved']).optional().catch(undefined),
  user: lineOfText(254).optional().catch(undefined),
});
