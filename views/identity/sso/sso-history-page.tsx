import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { PageHeader } from '../../../client/ui/page-header';
import { Pagination } from '../../../client/ui/pagination';
import type { SsoEventName, SsoReason } from '../../../server/identity/pages/sso/sso-words.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { ItemList } from '../account/item-list';
import s from './sso.module.css';
import { faultSentence, type ShownFault } from './test-step';

export interface SsoEventView {
  key: string;
  at: string;
  what: SsoEventName;
  /** Empty where nobody known did it. */
  actor: string;
  /** A domain, a group, an address: what it was done to. */
  about: string;
  fault: ShownFault | null;
  /** Why enforcement ended, or something stayed as it was. */
  why: SsoReason | null;
}

export interface SsoHistoryPageProps {
  t: Translate;
  settings: FormatSettings;
  events: SsoEventView[];
  from: number;
  to: number;
  total: number;
  previousHref: string | undefined;
  nextHref: string | undefined;
}

/** What has happened to the providers of a tenant, and by them. */
export function SsoHistoryPage({ t, settings, events, from, to, total, previousHref, nextHref }: SsoHistoryPageProps) {
  const format = createFormat(settings);
  return (
    <div className={s.page}>
      <PageHeader
        back={{ label: t('ssoPages.title'), href: '/sso' }}
        title={t('ssoPages.history')}
        sentence={t('ssoPages.historyLead')}
      />
      <ItemList
        empty={t('ssoPages.noHistory')}
        items={events.map(({ key, at, what, actor, about, fault, why }) => ({
          key,
          title: t(`ssoHistory.${what}`),
          details: [
            format.dateTime(at),
            ...(actor === '' ? [] : [t('ssoHistory.by', { actor })]),
            ...(about === '' ? [] : [about]),
            ...(fault === null ? [] : [faultSentence(t, fault)]),
            ...(why === null ? [] : [t(`ssoHistory.why.${why}`)]),
          ],
        }))}
      />
      {(previousHref !== undefined || nextHref !== undefined) && (
        <Pagination
          from={format.number(from)}
          to={format.number(to)}
          total={format.number(total)}
          previousHref={previousHref}
          nextHref={nextHref}
        />
      )}
    </div>
  );
}
