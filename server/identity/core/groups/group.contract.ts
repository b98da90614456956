import { z } from 'zod';
import { lineOfText, linesOfText } from '../../../platform/text-input';
import { idList, maybe, publicId, shortText } from '../../wire.contract';

export const relations = z.object({ _groupsRelations: maybe(z.enum(['roles', 'users', 'rolesAndUsers'])) });
export type Relations = z.infer<typeof relations>['_groupsRelations'];

const fields = {
  color: maybe(lineOfText(50)),
  description: maybe(linesOfText(2000)),
  metadata: maybe(linesOfText(10_000)),
};

export const newGroup = z.object({ ...fields, name: shortText });
export const groupEdit = z.object({ ...fields, name: maybe(shortText) });
export const groupParams = z.object({ groupId: publicId });
export const groupIds = z.object({ groupsIds: idList });
export const groupRoles = z.object({ roleIds: idList });
export const groupUsers = z.object({ userIds: idList });
export const groupConfig = z.object({ enabled: maybe(z.boolean()), rolesEnabled: maybe(z.boolean()) });

export type GroupEdit = z.infer<typeof groupEdit>;
export type GroupConfigEdit = z.infer<typeof groupConfig>;
