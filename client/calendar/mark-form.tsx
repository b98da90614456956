import { Button } from '../ui/button';
import { FormField } from '../ui/form-field';
import { Toggle } from '../ui/toggle';
import s from './month-grid.module.css';
import type { Span } from './month-grid.rules';
import type { MonthTranslate } from './month-words';

export interface MarkFormProps {
  action: string;
  csrf: string;
  location: number;
  month: string;
  scopes: { value: string; label: string }[];
  longestReason: number;
  /** What was typed before the server refused it, by field. */
  typed: Record<string, string>;
  errors: Record<string, string>;
  t: MonthTranslate;
  span: Span | null;
  onSpan: (span: Span | null) => void;
}

/** Says what the chosen days are. Posted as it is, so it works before any script does. */
export function MarkForm({
  action,
  csrf,
  location,
  month,
  scopes,
  longestReason,
  typed,
  errors,
  t,
  span,
  onSpan,
}: MarkFormProps) {
  const from = span?.from ?? '';
  const to = span?.to ?? '';
  const change = (next: Span) => onSpan(next.from || next.to ? next : null);
  return (
    <form id="mark" method="post" action={action} className={s.form}>
      <h3>{t('calendar.mark.title')}</h3>
      <p className={s.lead}>{t('calendar.mark.lead')}</p>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="location" value={location} />
      <input type="hidden" name="month" value={month} />
      <div className={s.fields}>
        <FormField
          kind="date"
          name="fromDate"
          label={t('calendar.mark.from')}
          value={from}
          required
          error={errors.fromDate}
          onChange={(event) =>
            change({ from: event.target.value, to: to < event.target.value ? event.target.value : to })
          }
        />
        <FormField
          kind="date"
          name="toDate"
          label={t('calendar.mark.to')}
          value={to}
          required
          error={errors.toDate}
          onChange={(event) => change({ from, to: event.target.value })}
        />
        <Toggle
          legend={t('calendar.mark.state')}
          name="open"
          value={typed.open ?? 'false'}
          options={[
            { value: 'false', label: t('calendar.mark.closed') },
            { value: 'true', label: t('calendar.mark.open') },
          ]}
        />
        <FormField
          name="reason"
          label={t('calendar.mark.reason')}
          note={t('layout.form.optional')}
          maxLength={longestReason}
          defaultValue={typed.reason ?? ''}
          error={errors.reason}
          autoComplete="off"
          className={s.wide}
        />
        {scopes.length > 1 && (
          <FormField
            kind="select"
            name="scope"
            label={t('calendar.mark.scope')}
            options={scopes}
            defaultValue={typed.scope ?? 'location'}
            className={s.scope}
          />
        )}
        <Button type="submit" tone="primary">
          {t('calendar.mark.submit')}
        </Button>
      </div>
    </form>
  );
}
