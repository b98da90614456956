import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Icon } from '../../../client/ui/icon';
import type { Translate } from '../../../server/platform/i18n/messages';
import s from './sso.module.css';

export interface CertificateView {
  /** An instant. */
  notAfter: string;
  state: 'good' | 'ending' | 'ended';
  /** Until it ends; 0 where it has. */
  days: number;
}

/** When a provider's certificate ends, and in which state that leaves it. */
export function CertificateEnd({
  t,
  settings,
  certificate: { notAfter, state, days },
}: {
  t: Translate;
  settings: FormatSettings;
  certificate: CertificateView;
}) {
  const time = createFormat(settings).dateTime(notAfter);
  if (state === 'ended')
    return (
      <span className={s.ended}>
        <Icon name="error" />
        {t('ssoPages.certificateEnded', { time })}
      </span>
    );
  if (state === 'ending')
    return (
      <span className={s.warn}>
        <Icon name="warning" />
        {t('ssoPages.certificateEnding', { count: days, time })}
      </span>
    );
  return <span>{t('ssoPages.certificateGood', { time })}</span>;
}
