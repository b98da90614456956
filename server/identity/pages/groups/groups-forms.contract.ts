import { z } from 'zod';
import { linesOfText, lineOfText } from '../../../platform/text-input';
import { groupParams } from '../../core/groups/group.contract';
import { publicId, shortText } from '../../wire.contract';

/** Those that are offered, by the names that they have in every language; a client of the identity API may keep any other. */
export const groupColors = {
  red: '#c8453b',
  orange: '#cf7420',
  yellow: '#c49a12',
  green: '#3f8f4f',
  teal: '#1f8c8c',
  blue: '#3b74c6',
  purple: '#8457b8',
  gray: '#7c7c7a',
} as const;
export type GroupColor = keyof typeof groupColors;

/** Each role has a box of its own, so that a form that is shown again knows which were ticked. */
export const boxOf = (roleId: string): string => `role-${roleId}`;
const isBox = (name: string) => name.startsWith(boxOf(''));

export const tickedRoles = (form: Record<string, string>): string[] =>
  Object.keys(form)
    .filter(isBox)
    .map((name) => name.slice(boxOf('').length));

const box = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');
/** `review` shows what would change; `save` changes it. */
const act = z.enum(['review', 'save']);

export const groupForm = z.strictObject({
  name: shortText,
  description: linesOfText(2000),
  color: lineOfText(50).default(''),
});
export const groupRolesForm = z
  .record(z.string(), z.string())
  .transform((form) => ({
    ...Object.fromEntries(Object.entries(form).filter(([name]) => !isBox(name))),
    roleIds: tickedRoles(form),
  }))
  .pipe(z.strictObject({ act, roleIds: z.array(publicId).max(1000) }));
export const groupUserForm = z.strictObject({ userId: publicId });
export const groupSettingsForm = z.strictObject({ enabled: box, rolesEnabled: box, act });
export type GroupSettingsForm = z.output<typeof groupSettingsForm>;

export const groupUserParams = groupParams.extend({ memberId: publicId });

const page = z.coerce.number().int().min(1).max(10_000).catch(1).default(1);
export const groupsQuery = z.object({ done: z.enum(['deleted', 'settings']).optional().catch(undefined), page });
export const groupQuery = z.object({
  done: z.enum(['saved', 'roles', 'added', 'removed']).optional().catch(undefined),
  find: lineOfText(254).optional().catch(undefined),
  page,
});
