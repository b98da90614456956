import { Button } from '../../client/ui/button';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import s from './panels.module.css';

interface ImportPanelProps {
  t: Translate;
  location: number;
  month: string;
  error: string | undefined;
}

/** Takes a file to its preview. */
export function ImportPanel({ t, location, month, error }: ImportPanelProps) {
  return (
    <Section id="import" title={t('calendar.importing.title')} sentence={t('calendar.importing.sentence')}>
      <PostForm action="/locationCalendar/import" encType="multipart/form-data" className={s.file}>
        <input type="hidden" name="location" value={location} />
        <input type="hidden" name="month" value={month} />
        <div>
          <label htmlFor="calendar-file">{t('calendar.importing.file')}</label>
          <input
            id="calendar-file"
            type="file"
            name="file"
            accept=".csv,.xlsx,.ics,.txt,text/csv,text/calendar,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'calendar-file-error' : undefined}
          />
          {error && (
            <p id="calendar-file-error" className={s.error}>
              {error}
            </p>
          )}
        </div>
        <Button type="submit">{t('calendar.importing.submit')}</Button>
      </PostForm>
    </Section>
  );
}
