import type { Translate } from '../../../platform/i18n/messages';
import { nameOfPermission } from '../../../platform/permission-names';
import type { PermissionEffect } from '../../core/roles/role-effects.rules';

/** With what each permission lets somebody do. */
export const named = (t: Translate, effects: readonly PermissionEffect[]): (PermissionEffect & { name: string })[] =>
  effects.map((effect) => ({ ...effect, name: nameOfPermission(t, effect.key) }));
