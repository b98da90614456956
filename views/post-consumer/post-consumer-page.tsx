import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import { leastCoverage } from '../../server/domain/measures/volume-ratios.rules';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import type { Campaign, CampaignEffect } from '../../server/features/post-consumer/campaigns.contract';
import { guestFields } from '../../server/features/post-consumer/guest-limits.rules';
import type { GuestFigures, GuestStrip } from '../../server/features/post-consumer/guest.contract';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { directionOf } from '../layout/change';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { atLeastOne, estimatedText } from '../performance/hero';
import { CampaignList } from './campaign-list';
import { GuestPlaces, PartList } from './guest-lists';
import { GuestStripSection } from './guest-strip';
import { GuestTrend } from './guest-trend';
import {
  eventsOf,
  guestsText,
  noRatioText,
  path,
  perGuestText,
  type Refusal,
  type ShownGuests,
  type Writing,
} from './guest-words';
import s from './post-consumer-page.module.css';

export type PostConsumerContent =
  | Exclude<NoReport, { kind: 'noStage' }>
  | {
      kind: 'report';
      figures: GuestFigures;
      /** null while no location is chosen. */
      strip: GuestStrip | null;
      /** Of these days; only the newest have their effect. */
      campaigns: { campaign: Campaign; effect: CampaignEffect | null }[];
    };

export interface PostConsumerPageProps {
  t: Translate;
  settings: FormatSettings;
  /** Of decimals, as the reader's language has it. */
  sign: ',' | '.';
  simulated: boolean;
  /** Local date of the organization. */
  today: string;
  filters: FilterBarView;
  sites: ChoiceSite[];
  shown: ShownGuests;
  hrefWith: (changes: Record<string, string | number | null>) => string;
  csvHref: string;
  /** What of the address the form for guests carries on. */
  kept: Record<string, string>;
  rights: { guests: boolean; sheets: boolean; campaigns: boolean };
  done: { what: 'saved' | 'same'; count: number } | null;
  refused: Refusal | null;
  content: PostConsumerContent;
}

/** What each guest leaves, where and of what, and whether what was done about it worked. */
export function PostConsumerPage(props: PostConsumerPageProps) {
  const { t, settings, simulated, filters, csvHref, rights, done, refused, content } = props;
  const format = createFormat(settings);
  const sentence = t('postConsumer.sentence');
  return (
    <>
      <PageHeader
        title={t('postConsumer.title')}
        sentence={simulated ? `${sentence} ${t('global.simulatedReason')}` : sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={
          <>
            {content.kind === 'report' && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {rights.campaigns && <LinkButton href={`${path}/signs`}>{t('postConsumer.signs.title')}</LinkButton>}
            {rights.campaigns && (
              <LinkButton icon="plus" href={newCampaignHref(props)}>
                {t('postConsumer.campaigns.new')}
              </LinkButton>
            )}
          </>
        }
      />
      {done && (
        <Notice tone="success">
          {done.what === 'saved'
            ? t('volumes.done.saved', { count: done.count, number: format.number(done.count) })
            : t('volumes.done.same')}
        </Notice>
      )}
      {refused && (
        <Notice tone="error" title={refused.sentence}>
          <p>
            <a href="#guests">{t('postConsumer.guests.toForm')}</a>
          </p>
        </Notice>
      )}
      <ReportFilters id="post-consumer-filters" format={format} bar={filters} savable={t} />
      {content.kind === 'report' ? (
        <Report {...props} format={format} report={content} />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
    </>
  );
}

const newCampaignHref = ({ shown }: Pick<PostConsumerPageProps, 'shown'>) =>
  shown.place.locationId === undefined
    ? `${path}/campaigns/new`
    : `${path}/campaigns/new?locationId=${shown.place.locationId}`;

type ReportProps = Writing &
  Pick<PostConsumerPageProps, 'shown' | 'sign' | 'sites' | 'hrefWith' | 'kept' | 'rights' | 'refused'> & {
    report: Extract<PostConsumerContent, { kind: 'report' }>;
  };

function Report({ t, format, shown, sign, sites, hrefWith, kept, rights, refused, report }: ReportProps) {
  const { figures, strip, campaigns } = report;
  const filters = eventsOf(shown);
  return (
    <>
      <Hero {...{ t, format, shown, figures, rights }} />
      <GuestTrend {...{ t, format, figures, shown, hrefWith }} campaigns={campaigns.map(({ campaign }) => campaign)} />
      <CampaignList
        {...{ t, format, campaigns }}
        newHref={rights.campaigns ? newCampaignHref({ shown }) : null}
        allHref={`${path}/campaigns`}
      />
      <div className={s.rankings}>
        {guestFields.map((field) => (
          <PartList key={field} {...{ t, format, field, filters }} parts={figures.parts[field]} />
        ))}
      </div>
      <GuestPlaces {...{ t, format, shown, hrefWith }} places={figures.places} />
      <GuestStripSection {...{ t, format, sign, sites, shown, strip, kept, rights, refused }} />
      <Fold title={t('vam.method.title')} className={s.method}>
        <ul className={s.rules}>
          <li>{t('postConsumer.method.ratio')}</li>
          <li>{t('postConsumer.method.counted')}</li>
          <li>{t('vam.method.coverage', { share: format.percent(leastCoverage / 100) })}</li>
          <li>{t('postConsumer.method.parts')}</li>
          <li>{t('vam.method.months')}</li>
        </ul>
      </Fold>
    </>
  );
}

function Hero({
  t,
  format,
  shown,
  figures,
  rights,
}: Writing & Pick<ReportProps, 'shown' | 'rights'> & { figures: GuestFigures }) {
  const { all, before, change } = figures;
  const filters = eventsOf(shown);
  const range = format.range(before.start, before.end);
  const counted = shareOf(all.countedDays, all.trackedDays);
  const tracked = shareOf(all.trackedDays, all.openDays);
  const guessed = shareOf(all.estimatedVolume, all.countedVolume);
  const estimated = [
    guessed ? t('postConsumer.hero.guessed', { share: atLeastOne(format, guessed) }) : undefined,
    estimatedText({ t, format }, shareOf(all.estimatedG, all.countedG)),
  ].filter((text) => text !== undefined);
  return (
    <HeroRow>
      <HeroFigure
        label={t('postConsumer.hero.perGuest')}
        value={all.perGuest === null ? null : perGuestText(format, all.perGuest)}
        figure={{ of: { kind: 'total' }, filters }}
        missing={
          <>
            {noRatioText({ t, format }, all)}{' '}
            <a href="#guests">{t(rights.guests ? 'postConsumer.guests.enter' : 'postConsumer.guests.see')}</a>
          </>
        }
        money={t('postConsumer.hero.of', {
          waste: format.weight(all.countedG),
          count: all.countedVolume,
          guests: guestsText(format, all.countedVolume),
        })}
        {...(change === null ? {} : { direction: directionOf(change, 1), worded: 'inComparison' as const })}
        comparison={
          change === null || before.perGuest === null ? (
            t('postConsumer.hero.noBefore', { range })
          ) : (
            <>
              {t('postConsumer.hero.change', { change: format.percent(change, { decimals: 1, sign: true }), range })} (
              <Figure of={{ kind: 'total' }} filters={{ ...filters, startDate: before.start, endDate: before.end }}>
                {perGuestText(format, before.perGuest)}
              </Figure>
              )
            </>
          )
        }
        estimated={estimated.length > 0 ? estimated.join(' · ') : undefined}
      />
      <HeroFigure
        second
        label={t('postConsumer.hero.guests')}
        value={all.countedDays === 0 ? null : guestsText(format, all.countedVolume)}
        missing={t('postConsumer.noRatio.noVolume')}
        trust={
          <a href={shown.place.locationId === undefined ? '#guest-places' : '#guests'}>
            {t('postConsumer.hero.guestDays', {
              counted: format.number(all.countedDays),
              count: all.trackedDays,
              tracked: format.number(all.trackedDays),
            })}
          </a>
        }
        trustFraction={counted}
      />
      <HeroFigure
        second
        label={t('postConsumer.hero.waste')}
        value={format.weight(all.g, { unit: false })}
        unit={format.unit.abbr}
        figure={{ of: { kind: 'total' }, filters }}
        trust={t('foodWaste.trackedDays', {
          tracked: format.number(all.trackedDays),
          count: all.openDays,
          open: format.number(all.openDays),
        })}
        trustFraction={tracked}
      />
    </HeroRow>
  );
}
