import { locationPicker } from '../../client/calendar/location-picker.island';
import { Island } from '../layout/island';
import s from './calendar-page.module.css';
import type { ListedLocation, PanelProps } from './calendar-props';

/** Leads to another location's calendar. */
export function Picker({
  t,
  format,
  location,
  month,
  picker,
}: Pick<PanelProps, 't' | 'format' | 'location' | 'month' | 'picker'>) {
  const option = (one: ListedLocation) => ({
    value: String(one.locationId),
    label: `${one.siteName} · ${one.locationName}`,
    ...(one.status === 'I' ? { hint: t('calendar.picker.inactive') } : {}),
  });
  return (
    <div className={s.picker} data-filters="">
      <Island
        of={locationPicker}
        when="idle"
        props={{
          current: option(location),
          options: picker.options.map(option),
          month,
          query: picker.search?.q ?? '',
          total: format.counted(picker.total),
        }}
      />
    </div>
  );
}
