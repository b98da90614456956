import { LinkButton } from '../../../client/ui/button';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Section } from '../../layout/section';
import { ItemList } from '../account/item-list';
import s from './team.module.css';

type Told = { email: string } & (
  { outcome: 'added' | 'linkAgain' | 'alreadyHere'; href: string } | { reason: string; outcome?: undefined }
);

/** Who of several was added, and why the others were not. */
export function AddedPage({ t, base, people }: { t: Translate; base: string; people: Told[] }) {
  const added = people.filter(({ outcome }) => outcome === 'added');
  const others = people.filter(({ outcome }) => outcome !== 'added');
  const item = (one: Told) => ({
    key: one.email,
    title: one.outcome ? <a href={one.href}>{one.email}</a> : one.email,
    details: one.outcome === 'added' ? [] : [one.outcome ? t(`team.outcomes.${one.outcome}`) : one.reason],
  });
  return (
    <div className={s.page}>
      <PageHeader
        title={t('team.result')}
        sentence={t('team.addedCount', { count: added.length })}
        back={{ href: base, label: t('team.title') }}
      />
      {others.length > 0 && (
        <Section id="others" title={t('team.notAdded')}>
          <ItemList items={others.map(item)} empty="" />
        </Section>
      )}
      {added.length > 0 && (
        <Section id="added" title={t('team.addedTitle')} sentence={t('team.addedSentence')}>
          <ItemList items={added.map(item)} empty="" />
        </Section>
      )}
      <p className={s.actions}>
        <LinkButton href={`${base}/new`}>{t('team.addMore')}</LinkButton>
        <LinkButton href={base} tone="primary">
          {t('team.back')}
        </LinkButton>
      </p>
    </div>
  );
}
