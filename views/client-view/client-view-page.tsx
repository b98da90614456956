import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { path } from '../../server/features/client-view/client-view-address.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './client-view-page.module.css';

interface Organisation {
  organisationId: number;
  name: string;
}
interface Found {
  people: { userId: number; fullName: string; email: string }[];
  total: number;
}

interface ClientViewPageProps {
  t: Translate;
  organisations: Organisation[];
  chosen: Organisation | null;
  search: string;
  /** Of the chosen organisation. */
  found: Found | null;
  typed: Record<string, string>;
  /** By field. */
  problems: Record<string, string>;
  refusal: string | null;
  /** Somebody comes from a client view that is over. */
  ended: boolean;
}

/** Where internal staff choose whose eyes to look with. */
export function ClientViewPage({
  t,
  organisations,
  chosen,
  search,
  found,
  typed,
  problems,
  refusal,
  ended,
}: ClientViewPageProps) {
  return (
    <>
      <PageHeader title={t('clientView.title')} sentence={t('clientView.lead')} />
      <div className={s.page}>
        {ended && <Notice tone="warning">{t('clientView.ended')}</Notice>}
        {(refusal ?? problems.organisationId) && <Notice tone="error">{refusal ?? problems.organisationId}</Notice>}
        {organisations.length === 0 ? (
          <EmptyState title={t('clientView.noOrganizations')} sentence={t('clientView.noOrganizationsReason')} />
        ) : (
          <form method="get" action={path} className={s.find}>
            <FormField
              kind="select"
              name="organisationId"
              label={t('clientView.organization')}
              defaultValue={chosen ? String(chosen.organisationId) : ''}
              autoComplete="off"
              required
              options={[
                { value: '', label: t('clientView.choose') },
                ...organisations.map(({ organisationId, name }) => ({ value: String(organisationId), label: name })),
              ]}
            />
            <FormField
              kind="search"
              name="search"
              label={t('clientView.search')}
              defaultValue={search}
              maxLength={100}
              autoComplete="off"
            />
            <Button type="submit">{t('clientView.find')}</Button>
          </form>
        )}
        {chosen &&
          found &&
          (found.people.length === 0 ? (
            <EmptyState
              title={t('clientView.nobody')}
              sentence={t(search ? 'clientView.nobodyFound' : 'clientView.nobodyReason')}
            />
          ) : (
            <StartForm t={t} chosen={chosen} search={search} found={found} typed={typed} problems={problems} />
          ))}
        <ul className={s.rules}>
          <li>{t('clientView.ruleRights')}</li>
          <li>{t('clientView.ruleAudit')}</li>
          <li>{t('clientView.ruleTime')}</li>
        </ul>
      </div>
    </>
  );
}

function StartForm({
  t,
  chosen,
  search,
  found,
  typed,
  problems,
}: Pick<ClientViewPageProps, 't' | 'search' | 'typed' | 'problems'> & { chosen: Organisation; found: Found }) {
  const { people, total } = found;
  return (
    <PostForm action={path} className={s.start}>
      <input type="hidden" name="organisationId" value={chosen.organisationId} />
      <input type="hidden" name="search" value={search} />
      <fieldset className={s.people} aria-describedby={problems.userId ? 'people-problem' : undefined}>
        <legend>{t('clientView.person')}</legend>
        <ul className={s.list}>
          {people.map(({ userId, fullName, email }) => (
            <li key={userId}>
              <label className={s.person}>
                <input type="radio" name="userId" value={userId} defaultChecked={typed.userId === String(userId)} />
                <span>
                  {fullName}
                  <small>{email}</small>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {problems.userId && (
          <p id="people-problem" className={s.problem}>
            {problems.userId}
          </p>
        )}
        {total > people.length && (
          <p className={s.more}>{t('clientView.more', { shown: people.length, count: total })}</p>
        )}
      </fieldset>
      <FormField
        name="reason"
        label={t('clientView.reason')}
        hint={t('clientView.reasonHint')}
        defaultValue={typed.reason}
        error={problems.reason}
        maxLength={300}
        autoComplete="off"
        required
      />
      <div>
        <Button type="submit" tone="primary" icon="eye">
          {t('clientView.start')}
        </Button>
      </div>
    </PostForm>
  );
}
