import type { PanelProps } from './calendar-props';

/** How far a change may reach: this location, and its site or all of them where that is more. */
export function scopeOptions({
  t,
  format,
  location,
  reach,
}: Pick<PanelProps, 't' | 'format' | 'location' | 'reach'>): { value: string; label: string }[] {
  const more = reach.all > 1;
  return [
    { value: 'location', label: t('calendar.mark.scopeLocation') },
    ...(more && reach.site > 1 && reach.site < reach.all
      ? [
          {
            value: 'site',
            label: t('calendar.mark.scopeSite', { ...format.counted(reach.site), site: location.siteName }),
          },
        ]
      : []),
    ...(more ? [{ value: 'all', label: t('calendar.mark.scopeAll', format.counted(reach.all)) }] : []),
  ];
}
