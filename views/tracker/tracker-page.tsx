import { words, type Handed } from '../../client/tracker/words';
import type { Translate } from '../../server/platform/i18n/messages';
import { jsonForScript } from '../layout/island';
import { sentencesFor } from '../layout/island-sentences';
import { locales } from '../locales';
import type { Locale } from '../locales/messages';
import s from './tracker-page.module.css';

/** What stands there until the tracker has started, and the words that it speaks. */
export function TrackerPage({ t, build }: { t: Translate; build: string }) {
  const handed: Handed = {
    build,
    words: Object.fromEntries((Object.keys(locales) as Locale[]).map((locale) => [locale, sentencesFor(words, locale)])),
  };
  return (
    <>
      <div id="tracker">
      <main id="main" className={s.starting}>
        <h1>{t('tracker.title')}</h1>
        <noscript>
          <p>{t('tracker.noScript')}</p>
        </noscript>
      </main></div>
      <script
        type="application/json"
        id="tracker-words"
        dangerouslySetInnerHTML={{ __html: jsonForScript(handed) }}
      />
    </>
  );
}
