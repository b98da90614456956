import { group } from 'd3-array';
import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { goalLimits } from '../../server/features/goals/goal-limits.rules';
import { type CopyTarget, type GoalRow } from '../../server/features/goals/goals.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import s from './copy-goal-page.module.css';
import { NotSaved } from './goal-form';
import { targetText } from './goal-words';

interface CopyGoalPageProps {
  t: Translate;
  settings: FormatSettings;
  goal: GoalRow;
  targets: CopyTarget[];
  refused: FormFailure | null;
}

/** The same goal at other locations that have a baseline, each measured against its own. */
export function CopyGoalPage({ t, settings, goal, targets, refused }: CopyGoalPageProps) {
  const format = createFormat(settings);
  const { goalId, title, targetKind } = goal;
  const back = { label: title, href: `/goals/${goalId}` };
  const header = (
    <PageHeader
      title={t('goals.copy.title', { title })}
      sentence={t('goals.copy.sentence', { target: targetText({ t, format }, goal), subject: goal.subject })}
      back={back}
    />
  );
  if (targetKind === 'perOpenDay' || targets.length === 0)
    return (
      <>
        {header}
        <EmptyState
          title={t('goals.copy.noneTitle')}
          sentence={t(targetKind === 'perOpenDay' ? 'goals.error.amountNotCopied' : 'goals.copy.none')}
          actions={<LinkButton href={back.href}>{back.label}</LinkButton>}
        />
      </>
    );
  const ticked = refused?.typed.locationId?.split(',') ?? [];
  const sites = group(targets, ({ siteName }) => siteName);
  return (
    <>
      {header}
      <NotSaved refused={refused} />
      <PostForm action={`/goals/${goalId}/copy`} aria-label={t('goals.copy.title', { title })}>
        <p>{t('goals.copy.most', { most: format.number(goalLimits.copies) })}</p>
        {[...sites].map(([siteName, locations]) => (
          <fieldset key={siteName} className={s.site}>
            <legend>{siteName}</legend>
            {locations.map(({ locationId, locationName }) => (
              <label key={locationId} className={s.location}>
                <input
                  type="checkbox"
                  name="locationId"
                  value={locationId}
                  defaultChecked={ticked.includes(String(locationId))}
                />
                <span>{locationName}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('goals.copy.save')}
          </Button>
          <LinkButton href={back.href}>{t('legacy.ui.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
