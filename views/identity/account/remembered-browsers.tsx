import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { ItemList, type Item } from './item-list';

export interface RememberedBrowserView {
  id: string;
  /** null where it did not say. */
  browser: string | null;
  createdAt: string;
  /** When it was spared last; null where it was not yet. */
  lastUsedAt: string | null;
  until: string;
  current: boolean;
}

const base = '/account/second-factors';

/** Browsers in which somebody is asked for no second proof for a while. */
export function RememberedBrowsers({
  t,
  settings,
  browsers,
}: {
  t: Translate;
  settings: FormatSettings;
  browsers: RememberedBrowserView[];
}) {
  const format = createFormat(settings);
  const item = ({ id, browser, createdAt, lastUsedAt, until, current }: RememberedBrowserView): Item => {
    const name = browser ?? t('account.sessions.unknownBrowser');
    const since = t('account.secondFactors.rememberedSince', { time: format.dateTime(createdAt) });
    return {
      key: id,
      title: name,
      badge: current && <Badge tone="accent">{t('account.sessions.current')}</Badge>,
      details: [
        since,
        lastUsedAt === null
          ? t('account.secondFactors.notSparedYet')
          : t('account.secondFactors.sparedLast', { time: format.dateTime(lastUsedAt) }),
        t('account.secondFactors.rememberedUntil', { time: format.dateTime(until) }),
      ],
      actions: (
        <PostForm action={`${base}/browsers/${id}/forget`}>
          <Button type="submit" size="small">
            {t('account.secondFactors.forgetOne')}
            <span className="visually-hidden">
              {' '}
              {name}, {since}
            </span>
          </Button>
        </PostForm>
      ),
    };
  };
  // Above the list, which may be long.
  const all = browsers.length > 1 && (
    <PostForm action={`${base}/forget-browsers`}>
      <Button type="submit">{t('account.secondFactors.forget')}</Button>
    </PostForm>
  );
  return (
    <Section
      id="remembered"
      title={t('account.secondFactors.remembered')}
      sentence={
        browsers.length > 0 ? t('account.secondFactors.rememberedCount', { count: browsers.length }) : undefined
      }
      actions={all}
    >
      <ItemList items={browsers.map(item)} empty={t('account.secondFactors.rememberedNone')} />
    </Section>
  );
}
