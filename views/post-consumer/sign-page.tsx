import { createFormat } from '../../client/ui/format';
import type { SignFace } from '../../server/features/post-consumer/campaigns.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { perGuestText } from './guest-words';
import s from './sign-page.module.css';

interface SignPageProps {
  t: Translate;
  face: SignFace;
  /** On paper, by somebody who is signed in. */
  poster: boolean;
}

/** What guests read on a screen or a poster: one figure, its day, and a sentence. */
export function SignPage({ t, face, poster }: SignPageProps) {
  const { locale, sentence, unit, timeZone, shown } = face;
  const format = createFormat({ locale, unit, timeZone });
  return (
    <main id="main" className={poster ? s.poster : s.sign}>
      {poster && (
        <p className={`no-print ${s.hint}`}>
          <a href="/post-consumer/signs">{t('postConsumer.signs.title')}</a>
          <span>{t('reports.printHint')}</span>
        </p>
      )}
      <h1 className={s.title}>{t('postConsumer.sign.title')}</h1>
      {shown ? (
        <>
          <p className={s.figure}>{perGuestText(format, shown.perGuest)}</p>
          <p className={s.day}>
            {shown.isToday && !poster
              ? t('postConsumer.sign.today')
              : t('postConsumer.sign.onDay', { day: format.date(shown.day, { style: 'weekday' }) })}
          </p>
        </>
      ) : (
        <p className={s.day}>{t('postConsumer.sign.nothing')}</p>
      )}
      <p className={s.sentence}>{sentence || t('postConsumer.sign.sentence')}</p>
    </main>
  );
}
