import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { PageHeader } from '../../client/ui/page-header';
import type { SearchAnswer } from '../../server/features/search/search.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './search-page.module.css';

/** The search as a page: its address is its state. */
export function SearchPage({ t, text, results, more }: SearchAnswer & { t: Translate; text: string }) {
  return (
    <div className="stack">
      <PageHeader title={t('search.title')} sentence={t('search.lead')} />
      <form method="get" action="/search" role="search" className={s.form}>
        <FormField
          kind="search"
          id="search-text"
          name="text"
          label={t('layout.search.field')}
          maxLength={100}
          defaultValue={text}
        />
        <Button type="submit" tone="primary" icon="search">
          {t('search.button')}
        </Button>
      </form>
      {results.length === 0 ? (
        <EmptyState title={t('layout.search.none')} sentence={t('search.noneSentence')} />
      ) : (
        <ul className={s.results} aria-label={t('layout.search.results')}>
          {results.map(({ kind, label, within, href }) => (
            <li key={`${kind} ${href} ${label}`}>
              <a href={href}>{label}</a>
              <small>{[t(`layout.search.kinds.${kind}`), within].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
      {more && <p>{t('layout.search.more')}</p>}
    </div>
  );
}
