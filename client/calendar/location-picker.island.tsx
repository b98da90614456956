import { useEffect, useRef, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import type { ComboOption } from '../ui/combo-box.rules';
import { FormField } from '../ui/form-field';
import s from './location-picker.module.css';

const words = sentences(
  'calendar.picker.label',
  'calendar.picker.search',
  'calendar.picker.show',
  'calendar.picker.find',
  'calendar.picker.hint',
  'calendar.picker.none',
  'calendar.picker.open',
  'calendar.picker.inactive',
  'calendar.picker.failed',
);

export interface LocationPickerProps {
  current: ComboOption;
  /** Every location, or none where they are too many to be listed. */
  options: ComboOption[];
  month: string;
  query: string;
  /** How many there are. */
  total: { count: number; number: string };
  t: Speak<typeof words>;
}

interface Answer {
  locations: { locationId: number; locationName: string; siteName: string; status: 'A' | 'I' }[];
}

const waitMs = 150;

/** A list, or a search where there are many locations; once it is awake, one box that does both. */
function LocationPicker({ current, options, month, query, total, t }: LocationPickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [awake, setAwake] = useState(false);

  useEffect(() => {
    const element = frame.current;
    const wake = () => {
      if (!element?.contains(document.activeElement)) setAwake(true);
    };
    const later = () => setTimeout(wake);
    wake();
    element?.addEventListener('focusout', later);
    return () => element?.removeEventListener('focusout', later);
  }, []);

  return (
    <div ref={frame} className={s.picker}>
      {awake ? (
        <Awake current={current} options={options} month={month} total={total} t={t} />
      ) : (
        <form method="get" action="/locationCalendar" className={s.form}>
          <input type="hidden" name="month" value={month} />
          {options.length > 0 ? (
            <FormField
              kind="select"
              name="location"
              id="calendar-location"
              label={t('calendar.picker.label')}
              defaultValue={current.value}
              options={options.map((one) => ({
                value: one.value,
                label: one.hint ? `${one.label} (${one.hint})` : one.label,
              }))}
            />
          ) : (
            <>
              <input type="hidden" name="location" value={current.value} />
              <FormField
                kind="search"
                name="q"
                id="calendar-location"
                label={t('calendar.picker.search')}
                placeholder={current.label}
                defaultValue={query}
                hint={t('calendar.picker.hint', total)}
                maxLength={100}
              />
            </>
          )}
          <Button type="submit">{options.length > 0 ? t('calendar.picker.show') : t('calendar.picker.find')}</Button>
        </form>
      )}
    </div>
  );
}

function Awake({ current, options, month, total, t }: Omit<LocationPickerProps, 'query'>) {
  const listed = options.length > 0;
  const [found, setFound] = useState<ComboOption[]>([current]);
  const [failed, setFailed] = useState(false);
  const latest = useRef('');

  const search = (text: string) => {
    latest.current = text;
    if (text.trim() === '') {
      setFound([current]);
      return;
    }
    setTimeout(async () => {
      if (latest.current !== text) return;
      try {
        const { locations } = await request<Answer>('/rest/v1/locationCalendar/locations', {
          query: { q: text.trim() },
        });
        if (latest.current !== text) return;
        setFound(
          locations.map((one) => ({
            value: String(one.locationId),
            label: `${one.siteName} · ${one.locationName}`,
            ...(one.status === 'I' ? { hint: t('calendar.picker.inactive') } : {}),
          })),
        );
        setFailed(false);
      } catch {
        setFailed(true);
      }
    }, waitMs);
  };
  const go = (value: string | null) => {
    if (value && value !== current.value) window.location.assign(`/locationCalendar?location=${value}&month=${month}`);
  };

  return (
    <ComboBox
      label={t('calendar.picker.label')}
      options={listed ? options : found}
      value={current.value}
      onChange={go}
      emptyText={t('calendar.picker.none')}
      openLabel={t('calendar.picker.open')}
      {...(listed ? {} : { onQuery: search, hint: t('calendar.picker.hint', total) })}
      {...(failed ? { error: t('calendar.picker.failed') } : {})}
    />
  );
}

export const locationPicker = defineIsland('calendar/location-picker', LocationPicker, words);
export default locationPicker;
