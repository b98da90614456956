import type { LegacyPage } from '../../../client/legacy/page';
import type { DialogForm, OwnField } from '../../../client/ui/form-dialog';
import { FormField, type FieldGroup, type FieldOption } from '../../../client/ui/form-field';
import type { EventChoices } from '../../../server/domain/events/event-choices.contract';
import { eventClock, type Options, type Values } from './event-clock';
import { SearchedChoice } from './searched-choice';

interface Wish {
  /** What is offered; the beginning of a longer list. */
  locations: EventChoices;
  inUse: boolean;
  /** The location of an event that is there already, which may lie beyond that beginning. */
  current?: { locationId: number; timeZone: string };
  /** That the form begins with. */
  instant: Date;
}

export interface PlaceAndTime {
  fields: [OwnField, OwnField, OwnField];
  /** Day and time stay those of the instant by the clock of the chosen location, until somebody types others. */
  follow: NonNullable<DialogForm['follow']>;
  /** Nobody typed another day or time. */
  isUntouched(values: Values): boolean;
}

/** Where and when, by the clock of the location. */
export function placeAndTime(page: LegacyPage, { inUse, ...wish }: Wish): PlaceAndTime {
  const { t } = page;
  const { options, more } = wish.locations;
  const { begins, differ, learn, zoneOf, follow, isUntouched } = eventClock(wish);
  const timeHint = (location: string | undefined) => {
    if (!differ) return t('legacy.events.timeHint');
    const zone = zoneOf(location);
    return zone === undefined ? t('legacy.events.timeAwaits') : t('legacy.events.timeHintZone', { zone });
  };
  return {
    fields: [
      {
        kind: 'own',
        name: 'locationId',
        label: t('legacy.fields.locationName'),
        defaultValue: begins.locationId,
        required: true,
        render: ({ value, error, onChange }) => {
          const shared = {
            name: 'locationId' as const,
            label: t('legacy.fields.locationName'),
            value,
            error,
            required: true,
          };
          if (more)
            return (
              <SearchedChoice
                {...shared}
                begins={options}
                none={t('legacy.ui.choose')}
                inUse={inUse}
                onFound={learn}
                onChange={onChange}
              />
            );
          const choose = { value: '', label: t('legacy.ui.choose'), disabled: true };
          return (
            <FormField
              {...shared}
              id="event-locationId"
              kind="select"
              options={[...(begins.locationId === '' ? [choose] : []), ...grouped(options)]}
              onChange={({ target }) => onChange(target.value)}
            />
          );
        },
      },
      {
        kind: 'own',
        name: 'localDate',
        label: t('legacy.fields.localDate'),
        defaultValue: begins.localDate,
        required: true,
        render: ({ value, error, onChange }) => (
          <FormField
            id="event-localDate"
            kind="date"
            name="localDate"
            label={t('legacy.fields.localDate')}
            value={value}
            error={error}
            required
            onChange={({ target }) => onChange(target.value)}
          />
        ),
      },
      {
        kind: 'own',
        name: 'localTime',
        label: t('legacy.fields.localTime'),
        defaultValue: begins.localTime,
        required: true,
        render: ({ value, values, error, onChange }) => (
          <FormField
            id="event-localTime"
            kind="time"
            name="localTime"
            label={t('legacy.fields.localTime')}
            hint={timeHint(values.locationId)}
            value={value}
            error={error}
            required
            onChange={({ target }) => onChange(target.value)}
          />
        ),
      },
    ],
    follow,
    isUntouched,
  };
}

/** Below their sites. */
function grouped(options: Options): (FieldOption | FieldGroup)[] {
  const groups = new Map<string, FieldOption[]>();
  for (const { value, label, group = '' } of options)
    groups.set(group, [...(groups.get(group) ?? []), { value, label }]);
  return [...groups].flatMap(([label, within]): (FieldOption | FieldGroup)[] =>
    label === '' ? within : [{ label, options: within }],
  );
}
