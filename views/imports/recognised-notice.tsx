import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './mapping-page.module.css';

export interface RecognisedForm {
  id: number;
  name: string;
  same: boolean;
  /** It is what the page shows; else it is offered. */
  taken: boolean;
  columns: string[];
  added: string[];
  gone: string[];
}

const namesShown = 8;
const listed = (names: string[]) => names.slice(0, namesShown).join(' · ') + (names.length > namesShown ? ' …' : '');

/** By which kept mapping the sheet is read and why, or that it looks like one whose form is a little different. */
export function RecognisedNotice({
  t,
  id,
  recognised: { id: keptId, name, same, taken, columns, added, gone },
}: {
  t: Translate;
  id: number;
  recognised: RecognisedForm;
}) {
  const address = `/imports/${id}/mapping`;
  return (
    <div className={s.recognised}>
      <Notice
        tone={taken ? 'success' : 'info'}
        title={t(
          taken ? (same ? 'imports.recognised.title' : 'imports.recognised.chosen') : 'imports.recognised.like',
          { name },
        )}
      >
        {same && <p>{t('imports.recognised.evidence', { n: columns.length, names: listed(columns) })}</p>}
        {added.length > 0 && <p>{t('imports.recognised.added', { names: listed(added) })}</p>}
        {gone.length > 0 && <p>{t('imports.recognised.gone', { names: listed(gone) })}</p>}
        <p className={s.ways}>
          {taken ? (
            <a href={`${address}?anew=1`}>{t('imports.recognised.anew')}</a>
          ) : (
            <a href={`${address}?as=${keptId}`}>{t('imports.recognised.readAs', { name })}</a>
          )}
        </p>
      </Notice>
    </div>
  );
}
