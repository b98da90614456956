import type { ReactNode } from 'react';
import { Button } from '../../client/ui/button';
import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import { path } from '../../server/features/enter-waste/enter-waste-address.rules';
import type { EnteredEvent, EntryForm as Form } from '../../server/features/enter-waste/enter-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './today.module.css';
import { totalOf, typedWeight, whatWasTyped } from './words';

interface TodayProps {
  t: Translate;
  format: Format;
  form: Form;
}

interface SumProps extends TodayProps {
  /** The person's own organisation: the events behind a figure are read there alone. */
  own: boolean;
}

/** What counts at the location today, and what this person has put there. */
export function Today({ t, format, form, own }: SumProps) {
  const { place, total, entered, today } = form;
  const of = {
    of: { kind: 'dayTotal' },
    filters: { locationId: place.locationId, startDate: today, endDate: today },
  } as const;
  const figure = (children: ReactNode) =>
    own ? (
      <Figure key={String(children)} {...of}>
        {children}
      </Figure>
    ) : (
      <span key={String(children)}>{children}</span>
    );
  const [weight, ...costs] = totalOf(format, total);
  return (
    <aside className={s.today} aria-labelledby="enter-today">
      <h2 id="enter-today" className={s.title}>
        {t('enterWaste.todayAt', { location: place.locationName })}
      </h2>
      <p className={s.figure}>{figure(weight)}</p>
      {costs.length > 0 && <p className={s.costs}>{costs.map(figure)}</p>}
      <p className={s.note}>{figure(t('enterWaste.events', { count: total.events }))}</p>
      <h2 className={s.title}>{t('enterWaste.yours')}</h2>
      {entered.length === 0 ? (
        <p className={s.note}>{t('enterWaste.nothingYet')}</p>
      ) : (
        <ol className={s.list}>
          {entered.map((event) => (
            <Entered key={event.eventId} event={event} t={t} format={format} form={form} />
          ))}
        </ol>
      )}
    </aside>
  );
}

function Entered({
  event,
  t,
  format,
  form: { place, choices, severalZones, today },
}: TodayProps & { event: EnteredEvent }) {
  const { eventId, itemName, proposedName, reasonName, occurredAt, localDate, timeZone, locationId, locationName } =
    event;
  const time = [
    localDate !== today && format.date(localDate, { style: 'short' }),
    format.time(occurredAt, timeZone),
    severalZones && timeZone,
  ]
    .filter(Boolean)
    .join(' ');
  const details = [reasonName, locationId !== place.locationId && locationName].filter(Boolean).join(' · ');
  return (
    <li className={s.row}>
      <span className={s.weight}>{typedWeight(format, event)}</span>
      <span className={s.what}>
        <span>
          {itemName ?? (proposedName ? t('enterWaste.proposed', { name: proposedName }) : t('enterWaste.noItem'))}
        </span>
        <small>
          <time dateTime={new Date(occurredAt).toISOString()}>{time}</time>
          {details && ` · ${details}`}
        </small>
      </span>
      <PostForm action={`${path}/${eventId}/undo`}>
        {Object.entries({ ...choices, locationId: place.locationId }).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button
          type="submit"
          className={s.undo}
          aria-label={t('enterWaste.undoLabel', { what: whatWasTyped(format, event) })}
        >
          {t('enterWaste.undo')}
        </Button>
      </PostForm>
    </li>
  );
}
