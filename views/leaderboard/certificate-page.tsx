import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { Question, Ranked, Unranked } from '../../server/features/leaderboard/leaderboard.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Mark } from '../layout/mark';
import { estimatedText } from '../performance/hero';
import s from './certificate-page.module.css';
import { nameOf, resultOf, shareOf, type Writing } from './leaderboard-words';

export type CertificateContent =
  | { kind: 'invalid' }
  | { kind: 'notEnded' }
  | { kind: 'nobody' }
  | { kind: 'notRanked'; entrant: Unranked }
  | { kind: 'alone' | 'noResult'; entrant: Ranked }
  | Awarded;

interface Awarded {
  kind: 'certificate';
  entrant: Ranked;
  /** Others have the same rank. */
  tied: boolean;
  /** How many have a rank. */
  among: number;
}

interface CertificatePageProps {
  t: Translate;
  settings: FormatSettings;
  organisation: string;
  simulated: boolean;
  /** Local date of the organization. */
  issuedOn: string;
  /** It was ranked among what its reader sees, which is not everything. */
  restricted: boolean;
  contestName: string | null;
  question: Question | null;
  backHref: string;
  content: CertificateContent;
}

/** A sheet to print and hang up; whoever has none is told why. */
export function CertificatePage({ t, settings, backHref, content, question, ...rest }: CertificatePageProps) {
  const format = createFormat(settings);
  return (
    <div className={s.page}>
      <p className={`no-print ${s.back}`}>
        <a href={backHref}>{t('leaderboard.certificate.back')}</a>
        {content.kind === 'certificate' && <span className={s.hint}>{t('leaderboard.certificate.print')}</span>}
      </p>
      {content.kind === 'certificate' && question ? (
        <Sheet {...{ t, format, question, ...rest }} awarded={content} />
      ) : (
        <>
          <h1 className="visually-hidden">{t('leaderboard.certificate.title')}</h1>
          <EmptyState
            title={t('leaderboard.certificate.noneTitle')}
            sentence={whyNot(t, content)}
            actions={<LinkButton href={backHref}>{t('leaderboard.certificate.back')}</LinkButton>}
          />
        </>
      )}
    </div>
  );
}

function whyNot(t: Translate, content: CertificateContent): string {
  switch (content.kind) {
    case 'notRanked':
      return t('leaderboard.certificate.notRanked', {
        name: nameOf(content.entrant),
        reason: t(`leaderboard.reasons.${content.entrant.reason}`),
      });
    case 'alone':
    case 'noResult':
      return t(`leaderboard.certificate.${content.kind}`, { name: nameOf(content.entrant) });
    case 'notEnded':
    case 'nobody':
      return t(`leaderboard.certificate.${content.kind}`);
    default:
      return t('leaderboard.certificate.invalid');
  }
}

type SheetProps = Writing &
  Pick<CertificatePageProps, 'organisation' | 'simulated' | 'issuedOn' | 'restricted' | 'contestName'> & {
    question: Question;
    awarded: Awarded;
  };

function Sheet({
  t,
  format,
  organisation,
  simulated,
  issuedOn,
  restricted,
  contestName,
  question,
  awarded: { entrant, tied, among },
}: SheetProps) {
  const { metric, by, stageId, start, end } = question;
  const { siteName, locationName, rank } = entrant;
  const estimated = metric === 'reduction' ? estimatedText({ t, format }, entrant.estimatedShare) : undefined;
  const facts = [
    ...(contestName === null ? [] : [{ term: t('leaderboard.certificate.contest'), value: contestName }]),
    { term: t('leaderboard.certificate.period'), value: format.range(start, end) },
    { term: t('performance.filters.stage'), value: stageName(t, stageId) },
    {
      term: t('leaderboard.column.tracking'),
      value: format.percent(shareOf(entrant.trackedDays, entrant.openDays), { decimals: 1 }),
    },
    { term: t('leaderboard.certificate.issued'), value: format.date(issuedOn) },
  ];
  return (
    <article className={s.sheet}>
      <header className={s.top}>
        <span className={s.mark} aria-hidden="true">
          <Mark size={32} />
        </span>
        <span>{organisation}</span>
        {simulated && <Badge tone="attention">{t('global.simulated')}</Badge>}
      </header>
      <h1 className={s.title}>{t('leaderboard.certificate.title')}</h1>
      <p className={s.name}>{locationName ?? siteName}</p>
      {locationName !== null && locationName !== siteName && <p className={s.site}>{siteName}</p>}
      <p className={s.rank}>
        {t(tied ? `leaderboard.certificate.shared.${by}` : `leaderboard.certificate.rank.${by}`, {
          rank: format.number(rank),
          count: among,
          number: format.number(among),
        })}
      </p>
      <p className={s.result}>
        {t(`leaderboard.certificate.result.${metric}`, { value: resultOf(entrant, { metric, format }).text })}
      </p>
      <dl className={s.facts}>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={s.method}>
        {t(`leaderboard.certificate.method.${metric}`)} {t(`leaderboard.certificate.among.${by}`)}{' '}
        {estimated && `${estimated}. `}
        {restricted && t('leaderboard.certificate.restricted')}
      </p>
    </article>
  );
}
