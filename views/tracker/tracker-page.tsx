import { sentences } from '../../client/runtime/sentences';
import type { TrackerHanded } from '../../server/features/tracker/tracker.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { sentencesFor } from '../layout/island-sentences';
import { JsonScript } from '../layout/json-script';
import { locales } from '../locales';
import type { Locale } from '../locales/messages';
import s from './tracker-page.module.css';

const words = sentences('tracker');

/** What stands there until the tracker has started, and the words that it speaks. */
export function TrackerPage({ t, build }: { t: Translate; build: string }) {
  const handed: TrackerHanded = {
    build,
    words: Object.fromEntries(
      (Object.keys(locales) as Locale[]).map((locale) => [locale, sentencesFor(words, locale)]),
    ),
  };
  return (
    <>
      <div id="tracker">
        <main id="main" className={s.starting}>
          <h1>{t('tracker.title')}</h1>
          <noscript>
            <p>{t('tracker.noScript')}</p>
          </noscript>
        </main>
      </div>
      <JsonScript id="tracker-words" value={handed} />
    </>
  );
}
