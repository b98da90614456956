import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import type { PlannedPickup } from '../../server/features/donation-dashboard/donations.contract';
import { planned as shownDays } from '../../server/features/donation-dashboard/donations.rules';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { hrefWith, path, placeOf, whenOf, type Writing } from './donation-words';
import s from './planned-list.module.css';

interface PlannedListProps extends Writing {
  today: string;
  planned: PlannedPickup[];
  edits: boolean;
  actions?: ReactNode;
}

/** Where a planned pickup becomes one that took place. */
const recordHref = ({ pickupId, scheduleId, day, time, locationId, partnerId }: PlannedPickup) =>
  pickupId === null
    ? hrefWith(`${path}/pickups/new`, { scheduleId, day, time, locationId, partnerId })
    : `${path}/pickups/${pickupId}/edit`;

/** What is to come, and what nobody has recorded yet. */
export function PlannedList({ t, format, today, planned, edits, actions }: PlannedListProps) {
  return (
    <Section
      id="planned"
      title={t('donations.planned.title')}
      sentence={t('donations.planned.sentence', { ahead: shownDays.ahead, back: shownDays.back })}
      actions={actions}
    >
      {planned.length === 0 ? (
        <p className={s.none}>{t('donations.planned.none')}</p>
      ) : (
        <ul className={s.list}>
          {planned.map((one) => {
            const name = `${one.partnerName}, ${format.date(one.day)}`;
            const named = <span className="visually-hidden"> ({name})</span>;
            return (
              <li key={`${one.pickupId ?? ''} ${one.scheduleId ?? ''} ${one.day}`} className={s.line}>
                <span className={s.when}>
                  {whenOf(format, one)}
                  {one.day < today && <Badge tone="attention">{t('donations.planned.due')}</Badge>}
                </span>
                <span className={s.words}>
                  {one.partnerName}
                  <span className={s.place}>{placeOf(one)}</span>
                </span>
                {edits && (
                  <span className={s.actions}>
                    <LinkButton size="small" href={recordHref(one)}>
                      {t('donations.planned.record')}
                      {named}
                    </LinkButton>
                    {one.pickupId === null && (
                      <PostForm action={`${path}/schedule/${one.scheduleId}/skip`}>
                        <input type="hidden" name="day" value={one.day} />
                        <Button type="submit" size="small" tone="quiet">
                          {t('donations.planned.skip')}
                          {named}
                        </Button>
                      </PostForm>
                    )}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
