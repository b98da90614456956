import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type {
  ReportChoices,
  ReportKind,
  StoredSchedule,
} from '../../server/features/generate-reports/generate-reports.contract';
import { cadences, lastDayOfMonth } from '../../server/features/generate-reports/report-kinds.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { NotSaved, problemIn, ReportFields, type FormFailure } from './report-fields';
import s from './report-fields.module.css';
import { weekdayName } from './report-words';

interface SchedulePageProps {
  t: Translate;
  settings: FormatSettings;
  kind: ReportKind;
  /** null: a new one. */
  schedule: StoredSchedule | null;
  choices: ReportChoices;
  members: { userId: number; fullName: string; email: string }[];
  typed: Record<string, string>;
  /** Recipients. */
  chosen: number[];
  saved: boolean;
  refused: FormFailure | null;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekDays = [1, 2, 3, 4, 5, 6, 7];
const monthDays = Array.from({ length: lastDayOfMonth }, (_, at) => at + 1);

/** A report that is made and mailed again and again. */
export function SchedulePage(props: SchedulePageProps) {
  const { t, settings, kind, schedule, choices, typed, saved, refused } = props;
  const report = t(`reports.kinds.${kind}.name`);
  const title = t('reports.schedule.title', { report });
  const action = schedule ? `/generate-reports/schedules/${schedule.scheduleId}` : '/generate-reports/schedules';
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '', error: problemIn(refused, name) });
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('reports.schedule.sentence')}
        back={{ label: t('reports.title'), href: '/generate-reports' }}
      />
      {saved && !refused && <Notice tone="success">{t('reports.schedule.saved')}</Notice>}
      {schedule && <State {...{ t, settings, schedule }} />}
      <NotSaved refused={refused} />
      <PostForm action={action} className={s.form} aria-label={title}>
        <input type="hidden" name="version" value={typed.version} />
        <ReportFields {...{ t, kind, choices, typed, refused }} relative />
        <div className={s.pair}>
          <FormField
            kind="select"
            {...field('cadence')}
            label={t('reports.schedule.cadence')}
            options={cadences.map((value) => ({ value, label: t(`reports.schedule.cadences.${value}`) }))}
          />
          <FormField
            kind="select"
            {...field('hour')}
            label={t('reports.schedule.hour')}
            hint={t('reports.schedule.hourHint', { zone: settings.timeZone })}
            options={hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
          />
          <FormField
            kind="select"
            {...field('weekDay')}
            label={t('reports.schedule.weekDay')}
            hint={t('reports.schedule.weekDayHint')}
            options={weekDays.map((day) => ({ value: String(day), label: weekdayName(settings.locale, day) }))}
          />
          <FormField
            kind="select"
            {...field('monthDay')}
            label={t('reports.schedule.monthDay')}
            hint={t('reports.schedule.monthDayHint')}
            options={monthDays.map((day) => ({ value: String(day), label: String(day) }))}
          />
        </div>
        <Recipients {...props} />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('reports.schedule.save')}
          </Button>
          <LinkButton href="/generate-reports">{t('legacy.ui.cancel')}</LinkButton>
        </div>
      </PostForm>
      {schedule && <Steps {...{ t, schedule, action }} />}
    </>
  );
}

function State({ t, settings, schedule }: Pick<SchedulePageProps, 't' | 'settings'> & { schedule: StoredSchedule }) {
  const { paused, pausedFor, nextAt } = schedule;
  if (paused)
    return (
      <Notice tone="warning" title={t('reports.schedule.paused')}>
        {pausedFor !== null && <p>{pausedFor}</p>}
      </Notice>
    );
  return <p>{t('reports.schedule.nextAt', { when: createFormat(settings).dateTime(nextAt) })}</p>;
}

function Recipients({ t, members, chosen, refused }: SchedulePageProps) {
  const problem = problemIn(refused, 'recipientId');
  // Whoever has left is still named by the schedule, and is not offered any more.
  return (
    <fieldset className={s.people} aria-describedby={problem ? 'recipients-error' : undefined}>
      <legend>{t('reports.schedule.recipients')}</legend>
      {problem && (
        <p id="recipients-error" className={s.error}>
          {problem}
        </p>
      )}
      {members.map(({ userId, fullName, email }) => (
        <label key={userId} className={s.person}>
          <input type="checkbox" name="recipientId" value={userId} defaultChecked={chosen.includes(userId)} />
          <span>
            {fullName} <small>{email}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Steps({ t, schedule, action }: Pick<SchedulePageProps, 't'> & { schedule: StoredSchedule; action: string }) {
  return (
    <>
      <div className={s.steps}>
        {!schedule.paused && (
          <PostForm action={`${action}/now`}>
            <Button type="submit">{t('reports.schedule.now')}</Button>
          </PostForm>
        )}
        <PostForm action={`${action}/${schedule.paused ? 'resume' : 'pause'}`}>
          <Button type="submit">{t(schedule.paused ? 'reports.schedule.resume' : 'reports.schedule.pause')}</Button>
        </PostForm>
      </div>
      <Fold quiet title={t('reports.schedule.delete')}>
        <p>{t('reports.schedule.deleteSentence')}</p>
        <PostForm action={`${action}/delete`}>
          <Button type="submit" tone="danger">
            {t('reports.schedule.delete')}
          </Button>
        </PostForm>
      </Fold>
    </>
  );
}
