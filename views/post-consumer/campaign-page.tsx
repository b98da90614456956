import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { effectWeeks } from '../../server/domain/measures/effect.rules';
import { leastCoverage } from '../../server/domain/measures/volume-ratios.rules';
import { leftByGuests } from '../../server/domain/places/guest-stages.rules';
import type { Campaign, CampaignEffect } from '../../server/features/post-consumer/campaigns.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { EffectText } from './campaign-effect';
import { daysText } from './campaign-list';
import s from './campaign-page.module.css';
import { guestsText, path, perGuestText, type Refusal, type Writing } from './guest-words';

interface CampaignPageProps {
  t: Translate;
  settings: FormatSettings;
  campaign: Campaign;
  /** The name of its serving line; null without one. */
  line: string | null;
  effect: CampaignEffect;
  /** Local date of the organization. */
  today: string;
  edits: boolean;
  refused: Refusal | null;
}

/** What was done, where and since when, and what guests left before and after. */
export function CampaignPage({ t, settings, campaign, line, effect, today, edits, refused }: CampaignPageProps) {
  const format = createFormat(settings);
  const { campaignId, version, name, kind, note, locationNames, startsOn, endsOn, whole } = campaign;
  const address = `${path}/campaigns/${campaignId}`;
  const runs = startsOn <= today && (endsOn === null || endsOn > today);
  return (
    <>
      <PageHeader
        title={name}
        back={{ label: t('postConsumer.campaigns.title'), href: `${path}/campaigns` }}
        actions={edits && whole && <LinkButton href={`${address}/edit`}>{t('postConsumer.campaigns.edit')}</LinkButton>}
      />
      {refused && <Notice tone="error" title={refused.sentence} />}
      <DescriptionList
        items={[
          { term: t('postConsumer.campaigns.kind'), value: t(`postConsumer.campaigns.kinds.${kind}`) },
          { term: t('postConsumer.campaigns.days'), value: daysText({ t, format }, campaign) },
          { term: t('postConsumer.campaigns.locations'), value: locationNames.join(', ') },
          ...(line === null ? [] : [{ term: t('postConsumer.campaigns.line'), value: line }]),
          ...(note === '' ? [] : [{ term: t('postConsumer.campaigns.note'), value: note }]),
        ]}
      />
      <Section title={t('postConsumer.effect.title')}>
        <EffectText {...{ t, format, effect }} />
        {effect.kind === 'sides' && <Sides {...{ t, format, campaign, effect }} />}
        <Fold quiet title={t('goals.effect.how')}>
          <p className={s.method}>
            {t(campaign.sourceId === null ? 'postConsumer.effect.method' : 'postConsumer.effect.methodLine', {
              weeks: format.number(effectWeeks.most),
              share: format.percent(leastCoverage / 100),
            })}
          </p>
        </Fold>
      </Section>
      {edits && whole && (
        <div className={s.bar}>
          {runs && (
            <PostForm action={`${address}/end`}>
              <input type="hidden" name="version" value={version} />
              <Button type="submit">{t('postConsumer.campaigns.end')}</Button>
            </PostForm>
          )}
          <Fold quiet title={t('postConsumer.campaigns.delete')}>
            <PostForm action={`${address}/delete`}>
              <p className={s.method}>{t('postConsumer.campaigns.deleteWhat')}</p>
              <input type="hidden" name="version" value={version} />
              <Button type="submit" tone="danger">
                {t('postConsumer.campaigns.delete')}
              </Button>
            </PostForm>
          </Fold>
        </div>
      )}
    </>
  );
}

function Sides({
  t,
  format,
  campaign,
  effect,
}: Writing & { campaign: Campaign; effect: Extract<CampaignEffect, { kind: 'sides' }> }) {
  const [only] = campaign.locationIds;
  return (
    <DataTable
      id="campaign-sides"
      caption={t('postConsumer.effect.title')}
      phone="blocks"
      columns={[
        { key: 'side', label: t('postConsumer.effect.side'), primary: true },
        { key: 'perGuest', label: t('postConsumer.hero.perGuest'), numeric: true, primary: 'side' },
        { key: 'guests', label: t('postConsumer.hero.guests'), numeric: true },
        { key: 'days', label: t('postConsumer.effect.counted'), numeric: true },
      ]}
      rows={(['before', 'after'] as const).map((side) => {
        const { perGuest, guests, countedDays, start, end } = effect[side];
        const figure = perGuestText(format, perGuest);
        return {
          key: side,
          cells: [
            t(`postConsumer.effect.${side}`, { range: format.range(start, end) }),
            only !== undefined && campaign.locationIds.length === 1 ? (
              <Figure
                key="perGuest"
                of={{ kind: 'total' }}
                filters={{
                  startDate: start,
                  endDate: end,
                  wasteStageId: leftByGuests,
                  locationId: only,
                  sourceId: campaign.sourceId,
                }}
              >
                {figure}
              </Figure>
            ) : (
              figure
            ),
            guestsText(format, guests),
            format.number(countedDays),
          ],
        };
      })}
    />
  );
}
