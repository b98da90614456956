import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { addressOf } from '../../server/features/enter-waste/enter-waste-address.rules';
import type { EnteredEvent, EntryForm as Form } from '../../server/features/enter-waste/enter-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './enter-waste-page.module.css';
import { EntryForm } from './entry-form';
import { Question } from './question';
import { fieldsOfForm, Refused, type EntryFailure } from './refused';
import { Today } from './today';
import { totalOf, whatWasTyped } from './words';

interface EnterWastePageProps {
  t: Translate;
  /** The person's own organisation. */
  own: boolean;
  settings: FormatSettings;
  /** ISO instant. */
  now: string;
  form: Form;
  /** Of the event that this form will make. */
  uuid: string;
  /** What was sent and refused. */
  typed: Record<string, string>;
  saved: EnteredEvent | null;
  undone: EnteredEvent | null;
  failure: EntryFailure | null;
}

/** Weighing by hand, one after the other, with one hand. */
export function EnterWastePage({
  t,
  own,
  settings,
  now,
  form,
  uuid,
  typed,
  saved,
  undone,
  failure,
}: EnterWastePageProps) {
  const format = createFormat(settings);
  const { place, isOnly, choices } = form;
  return (
    <div className={s.page}>
      <PageHeader title={t('enterWaste.title')} />
      <p className={s.place}>
        <span>
          <strong>{place.locationName}</strong> <small>{place.siteName}</small>
        </span>
        {!isOnly && (
          <a
            href={addressOf({
              organisationId: choices.organisationId,
              choose: 'location',
              locationId: place.locationId,
              unit: choices.unit,
            })}
          >
            {t('enterWaste.changeLocation')}
          </a>
        )}
      </p>
      <div className={s.columns}>
        <div>
          {failure?.asking ? (
            <Question t={t} asking={failure.asking} typed={typed} uuid={uuid} />
          ) : (
            failure && <Refused failure={failure} beside={fieldsOfForm} />
          )}
          {saved && !failure && <Saved t={t} format={format} form={form} event={saved} />}
          {undone && !failure && (
            <Notice tone="info" title={t('enterWaste.undone', { what: whatWasTyped(format, undone) })}>
              <p>{todayOf(t, format, form)}</p>
            </Notice>
          )}
          <EntryForm t={t} format={format} now={now} form={form} uuid={uuid} typed={typed} failure={failure} />
        </div>
        <Today t={t} format={format} form={form} own={own} />
      </div>
    </div>
  );
}

const todayOf = (t: Translate, format: Format, { total }: Form) =>
  t('enterWaste.todaySum', { total: totalOf(format, total).join(', ') });

function Saved({ t, format, form, event }: { t: Translate; format: Format; form: Form; event: EnteredEvent }) {
  const cost =
    event.costAmount !== null && event.costCurrency !== null
      ? format.money(event.costAmount, event.costCurrency)
      : null;
  const what = [whatWasTyped(format, event), cost].filter(Boolean).join(', ');
  const title =
    event.localDate === form.today
      ? t('enterWaste.saved', { what })
      : t('enterWaste.savedOn', { what, date: format.date(event.localDate) });
  return (
    <Notice tone="success" title={title}>
      <p>{todayOf(t, format, form)}</p>
    </Notice>
  );
}
