import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { SavedView } from '../../server/features/saved-views/saved-views.contract';
import {
  savedReports,
  viewLimits,
  type SavedReport,
  type ViewAddress,
} from '../../server/features/saved-views/saved-views.rules';
import type { MessageKey, Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import s from './saved-views-page.module.css';

const titles: Record<SavedReport, MessageKey> = {
  '/food-waste-dashboard': 'foodWaste.title',
  '/performanceDashboard': 'performance.title',
  '/post-consumer': 'postConsumer.title',
  '/donation-dashboard': 'donations.title',
  '/volume-adjusted-metrics': 'vam.title',
};

interface SavedViewsPageProps {
  t: Translate;
  /** The report that the reader came from; null without one. */
  saving: ViewAddress | null;
  views: SavedView[];
  done: 'saved' | 'removed' | null;
  refused: FormFailure | null;
}

/** The reader's reports with the filters that they saved. */
export function SavedViewsPage({ t, saving, views, done, refused }: SavedViewsPageProps) {
  const reports = savedReports.flatMap((path) => {
    const own = views.filter((view) => view.path === path);
    return own.length > 0 ? [{ path, own }] : [];
  });
  return (
    <>
      <PageHeader
        title={t('savedViews.title')}
        sentence={t('savedViews.sentence')}
        back={saving ? { href: saving.path + saving.query, label: t(titles[saving.path]) } : undefined}
      />
      {refused && !problemIn(refused, 'name') && (
        <Notice tone="error">
          <p>{refused.sentence}</p>
        </Notice>
      )}
      {done && (
        <Notice tone="success">
          <p>{t(`savedViews.done.${done}`)}</p>
        </Notice>
      )}
      {saving && done !== 'saved' && (
        <Section
          title={t('savedViews.save.title', { report: t(titles[saving.path]) })}
          sentence={t('savedViews.save.sentence')}
        >
          <PostForm action="/saved-views" className={s.form}>
            <input type="hidden" name="address" value={saving.path + saving.query} />
            <FormField
              name="name"
              label={t('savedViews.name')}
              required
              maxLength={viewLimits.name}
              defaultValue={refused?.typed.name ?? ''}
              error={problemIn(refused, 'name')}
            />
            <Button type="submit" tone="primary">
              {t('savedViews.save.button')}
            </Button>
          </PostForm>
        </Section>
      )}
      {reports.length === 0 && !saving && (
        <EmptyState title={t('savedViews.noneTitle')} sentence={t('savedViews.none')} />
      )}
      {reports.map(({ path, own }) => (
        <Section key={path} title={t(titles[path])}>
          <ul className={s.list}>
            {own.map(({ id, name, query }) => (
              <li key={id} className={s.view}>
                <a href={path + query}>{name}</a>
                <PostForm action={`/saved-views/${id}/delete`}>
                  <Button type="submit" size="small" tone="quiet">
                    {t('savedViews.remove')}
                    <span className="visually-hidden"> ({name})</span>
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
