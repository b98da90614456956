import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Partner, PlannedPickup, Schedule } from '../../server/features/donation-dashboard/donations.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { locationGroups } from '../layout/location-groups';
import { Section } from '../layout/section';
import { doneText, path, placeOf, weekdayName, type Done, type Refusal, type Sites } from './donation-words';
import s from './form.module.css';
import { PlannedList } from './planned-list';
import { problemIn, Refused } from './refused';
import p from './schedule-page.module.css';

interface SchedulePageProps {
  t: Translate;
  settings: FormatSettings;
  today: string;
  edits: boolean;
  done: Done | null;
  schedules: Schedule[];
  planned: PlannedPickup[];
  sites: Sites;
  partners: Partner[];
  refused: Refusal | null;
}

const fields = ['locationId', 'partnerId', 'weekday', 'time'] as const;

/** Who comes every week, and what is to come of it. */
export function SchedulePage({
  t,
  settings,
  today,
  edits,
  done,
  schedules,
  planned,
  sites,
  partners,
  refused,
}: SchedulePageProps) {
  const format = createFormat(settings);
  const title = t('donations.schedule.title');
  const problem = problemIn(refused);
  const typed = refused?.typed ?? {};
  const choose = { value: '', label: t('donations.choose') };
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('donations.schedule.sentence')}
        back={{ label: t('donations.title'), href: path }}
      />
      {done && <Notice tone="success">{doneText(t, done)}</Notice>}
      <Refused refused={refused} fields={fields} />
      {schedules.length === 0 ? (
        <p className={p.none}>{t('donations.schedule.none')}</p>
      ) : (
        <ul className={p.list}>
          {schedules.map((schedule) => {
            const { scheduleId, weekday, time, partnerName, endsOn } = schedule;
            const name = `${partnerName}, ${weekdayName(format, weekday)}`;
            return (
              <li key={scheduleId} className={p.line}>
                <span>
                  {weekdayName(format, weekday)}, {time}
                </span>
                <span className={p.words}>
                  {partnerName}
                  <span className={p.place}>{placeOf(schedule)}</span>
                </span>
                {endsOn !== null ? (
                  <span>{t('donations.schedule.until', { date: format.date(endsOn) })}</span>
                ) : (
                  edits && (
                    <PostForm action={`${path}/schedule/${scheduleId}/end`}>
                      <Button type="submit" size="small">
                        {t('donations.schedule.end')}
                        <span className="visually-hidden"> ({name})</span>
                      </Button>
                    </PostForm>
                  )
                )}
              </li>
            );
          })}
        </ul>
      )}
      {edits && (
        <Section title={t('donations.schedule.add')} sentence={t('donations.schedule.addSentence')}>
          <PostForm action={`${path}/schedule`} className={s.form} aria-label={t('donations.schedule.add')}>
            <div className={s.pair}>
              <FormField
                kind="select"
                name="locationId"
                label={t('legacy.fields.locationName')}
                required
                defaultValue={typed.locationId}
                error={problem('locationId')}
                options={[choose, ...locationGroups(sites)]}
              />
              <FormField
                kind="select"
                name="partnerId"
                label={t('donations.partner')}
                required
                defaultValue={typed.partnerId}
                error={problem('partnerId')}
                options={[
                  choose,
                  ...partners.map(({ partnerId, name }) => ({ value: String(partnerId), label: name })),
                ]}
              />
              <FormField
                kind="select"
                name="weekday"
                label={t('donations.weekday')}
                required
                defaultValue={typed.weekday ?? '1'}
                error={problem('weekday')}
                options={[1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
                  value: String(weekday),
                  label: weekdayName(format, weekday),
                }))}
              />
              <FormField
                kind="time"
                name="time"
                label={t('donations.time')}
                required
                defaultValue={typed.time}
                error={problem('time')}
              />
            </div>
            <div className={s.bar}>
              <Button type="submit" tone="primary">
                {t('donations.schedule.add')}
              </Button>
            </div>
          </PostForm>
        </Section>
      )}
      <PlannedList {...{ t, format, today, planned, edits }} />
    </>
  );
}
