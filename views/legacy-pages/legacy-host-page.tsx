import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './legacy-host-page.module.css';

/** Frames a legacy page at full height; the script that keeps the height right finds the frame by its attribute. */
export function LegacyHostPage({ t, title, src }: { t: Translate; title: string; src: string }) {
  return (
    <div className={s.host}>
      <h1 className="visually-hidden">{title}</h1>
      <iframe className={s.frame} src={src} title={t('legacy.frameTitle', { title })} data-legacy-frame="" />
      <noscript className={s.needsScript}>
        <Notice tone="warning" title={title}>
          <p>{t('legacy.needsScript')}</p>
        </Notice>
      </noscript>
    </div>
  );
}
