import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { OnboardingDone, OnboardingRow } from '../../server/features/onboarding/onboarding.contract';
import { isManual, type ChecklistStep } from '../../server/features/onboarding/onboarding.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { SiteStateBadge } from './onboarding-page';
import s from './onboarding.module.css';

interface SitePageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  row: OnboardingRow;
  owners: { userId: number; fullName: string }[];
  /** Pages that help with a step, by step. */
  ways: Partial<Record<string, { href: string; label: string }>>;
  /** Whether this installation sends mail. */
  mails: boolean;
  done: NonNullable<OnboardingDone> | null;
  refused: (FormFailure & { form: string }) | null;
}

/** What is done at a site, what is not, and who is to do it. */
export function SitePage({ t, settings, base, row, owners, ways, mails, done, refused }: SitePageProps) {
  const format = createFormat(settings);
  const { siteId, siteName, state, doneCount, steps, startedOn } = row;
  const action = `${base}/sites/${siteId}`;
  return (
    <>
      <PageHeader
        title={siteName}
        badge={<SiteStateBadge t={t} state={state} />}
        sentence={t('onboarding.siteSentence', {
          done: format.number(doneCount),
          all: format.number(steps.length),
          day: format.date(startedOn),
        })}
        back={{ label: t('onboarding.title'), href: base }}
      />
      {done && <Notice tone="success">{t(`onboarding.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <ol className={s.steps}>
        {steps.map((one) => (
          <StepEntry key={one.step} {...{ t, format, action, row, owners, ways, mails, refused, one }} />
        ))}
      </ol>
      <Section id="end" title={t('onboarding.end')} sentence={t('onboarding.endSentence')}>
        <PostForm
          action={`${action}/end`}
          data-confirm={t('onboarding.endConfirm', { site: siteName })}
          data-confirm-yes={t('onboarding.end')}
        >
          <input type="hidden" name="version" value={row.version} />
          <Button type="submit" tone="danger">
            {t('onboarding.end')}
          </Button>
        </PostForm>
      </Section>
    </>
  );
}

interface EntryProps extends Pick<SitePageProps, 't' | 'row' | 'owners' | 'ways' | 'mails' | 'refused'> {
  format: Format;
  action: string;
  one: ChecklistStep;
}

const tones = { done: 'less', blocked: 'more', overdue: 'attention', open: undefined } as const;

function StepEntry(props: EntryProps) {
  const { t, format, ways, one } = props;
  const { step, state, doneOn, dueOn, ownerName, people, blocker, blockedOn, remindedOn } = one;
  const tone = tones[state];
  const way = ways[step];
  const facts = [
    state === 'done'
      ? doneOn === null
        ? t('onboarding.doneAlready')
        : t('onboarding.doneOn', { day: format.date(doneOn) })
      : t('onboarding.dueOn', { day: format.date(dueOn) }),
    ...(people === null ? [] : [t('onboarding.trained', { count: people, number: format.number(people) })]),
    ...(ownerName === null || state === 'done' ? [] : [t('onboarding.ownedBy', { name: ownerName })]),
    ...(remindedOn === null || state === 'done' ? [] : [t('onboarding.remindedOn', { day: format.date(remindedOn) })]),
  ];
  return (
    <li className={s.step} id={step}>
      <div className={s.head}>
        <h2>{t(`onboarding.steps.${step}`)}</h2>
        <Badge {...(tone ? { tone } : {})}>{t(`onboarding.stepStates.${state}`)}</Badge>
      </div>
      <p className={s.under}>{facts.join(' · ')}</p>
      {state !== 'done' && (
        <p>
          {t(`onboarding.hints.${step}`)} {way && <a href={way.href}>{way.label}</a>}
        </p>
      )}
      {blocker !== null && blockedOn !== null && state !== 'done' && (
        <p className={s.text}>{t('onboarding.blockedSince', { day: format.date(blockedOn), blocker })}</p>
      )}
      <Forms {...props} />
    </li>
  );
}

function Forms(props: EntryProps) {
  const { t, action, row, mails, one } = props;
  const { step, state, blocker, ownerId, remindedOn } = one;
  if (state === 'done' && !isManual(step)) return null;
  const hidden = (
    <>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="version" value={row.version} />
    </>
  );
  const named = (label: string) => `${label}: ${t(`onboarding.steps.${step}`)}`;
  if (state === 'done')
    return (
      <PostForm action={`${action}/untick`}>
        {hidden}
        <Button type="submit" size="small" aria-label={named(t('onboarding.untick'))}>
          {t('onboarding.untick')}
        </Button>
      </PostForm>
    );
  return (
    <div className={s.folds}>
      {isManual(step) && <TickForm {...props} hidden={hidden} named={named} />}
      <AssignForm {...props} hidden={hidden} named={named} />
      {mails && ownerId !== null && remindedOn !== row.today && (
        <PostForm action={`${action}/remind`}>
          {hidden}
          <Button type="submit" size="small" aria-label={named(t('onboarding.remind'))}>
            {t('onboarding.remind')}
          </Button>
        </PostForm>
      )}
      {blocker === null ? (
        <BlockForm {...props} hidden={hidden} named={named} />
      ) : (
        <PostForm action={`${action}/clear`}>
          {hidden}
          <Button type="submit" size="small" aria-label={named(t('onboarding.clear'))}>
            {t('onboarding.clear')}
          </Button>
        </PostForm>
      )}
    </div>
  );
}

interface FormProps extends EntryProps {
  hidden: ReactNode;
  named(label: string): string;
}

/** Of what was sent, where it was this step's. */
const refusalOf = ({ refused, one }: EntryProps, form: string) =>
  refused?.form === form && refused.typed.step === one.step ? refused : null;

function TickForm(props: FormProps) {
  const { t, action, row, one, hidden, named } = props;
  const refused = refusalOf(props, 'tick');
  return (
    <Fold quiet title={t('onboarding.tick')} open={refused !== null}>
      <PostForm action={`${action}/tick`} className={s.form} aria-label={named(t('onboarding.tick'))}>
        {hidden}
        <FormField
          kind="date"
          name="doneOn"
          label={t('onboarding.doneDay')}
          required
          defaultValue={refused?.typed.doneOn ?? row.today}
          error={problemIn(refused, 'doneOn')}
        />
        {one.step === 'training' && (
          <FormField
            kind="number"
            name="people"
            label={t('onboarding.people')}
            min={1}
            max={100_000}
            defaultValue={refused?.typed.people}
            error={problemIn(refused, 'people')}
          />
        )}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('onboarding.tick')}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}

function AssignForm(props: FormProps) {
  const { t, action, owners, one, hidden, named } = props;
  const refused = refusalOf(props, 'assign');
  return (
    <Fold quiet title={t('onboarding.assign')} open={refused !== null}>
      <PostForm action={`${action}/assign`} className={s.form} aria-label={named(t('onboarding.assign'))}>
        {hidden}
        <FormField
          kind="select"
          name="ownerId"
          label={t('onboarding.owner')}
          options={[
            { value: '', label: t('onboarding.nobody') },
            ...owners.map(({ userId, fullName }) => ({ value: String(userId), label: fullName })),
          ]}
          defaultValue={refused?.typed.ownerId ?? String(one.ownerId ?? '')}
          error={problemIn(refused, 'ownerId')}
        />
        <FormField
          kind="date"
          name="dueOn"
          label={t('onboarding.due')}
          hint={t('onboarding.dueHint')}
          defaultValue={refused?.typed.dueOn ?? one.dueOn}
          error={problemIn(refused, 'dueOn')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('global.save')}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}

function BlockForm(props: FormProps) {
  const { t, action, hidden, named } = props;
  const refused = refusalOf(props, 'block');
  return (
    <Fold quiet title={t('onboarding.block')} open={refused !== null}>
      <PostForm action={`${action}/block`} className={s.form} aria-label={named(t('onboarding.block'))}>
        {hidden}
        <FormField
          kind="textarea"
          name="blocker"
          label={t('onboarding.blocker')}
          required
          maxLength={500}
          defaultValue={refused?.typed.blocker}
          error={problemIn(refused, 'blocker')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('onboarding.block')}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}
