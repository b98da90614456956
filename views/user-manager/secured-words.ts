import type { Translate } from '../../server/platform/i18n/messages';

/** What somebody sees, in a few words. */
export function securedWords(t: Translate, secured: { sites: number; locations: number } | null): string {
  if (secured === null) return t('users.seesAll');
  const { sites, locations } = secured;
  const words = [
    ...(sites > 0 ? [t('users.sites', { count: sites })] : []),
    ...(locations > 0 ? [t('users.locations', { count: locations })] : []),
  ];
  return words.length === 0 ? t('users.seesNothing') : words.join(', ');
}
