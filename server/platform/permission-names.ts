import type { MessageKey, Translate } from './i18n/messages';

type Name = Extract<MessageKey, `permissions.${string}`> extends `permissions.${infer N}` ? N : never;

/** A key of messages has neither dots nor stars of its own. */
export const messageOfPermission = (permission: string): string =>
  permission.replaceAll('*', 'all').replaceAll(/[.-]/g, '_');

/** What a permission lets somebody do. */
export const nameOfPermission = (t: Translate, permission: string): string =>
  t(`permissions.${messageOfPermission(permission) as Name}`);
