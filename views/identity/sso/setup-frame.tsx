import type { ReactNode } from 'react';
import { Badge } from '../../../client/ui/badge';
import { LinkButton } from '../../../client/ui/button';
import { Icon } from '../../../client/ui/icon';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { SsoType } from '../../../server/identity/pages/sso/sso-words.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import account from '../account/account.module.css';
import s from './sso.module.css';

/** The steps of a set-up, in their order. */
const setupSteps = ['copy', 'provider', 'domains', 'roles', 'test', 'switch'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `draft`: something is still missing before anybody could come in by it. */
export type ProviderState = 'draft' | 'off' | 'on';

export interface SetupView {
  id: string;
  kind: SsoType;
  /** By which it is told from others of its kind; empty before its address is known. */
  host: string;
  state: ProviderState;
  done: Record<SetupStep, boolean>;
  /** Whoever looks may change it. */
  open: boolean;
}

export interface SetupFrameProps {
  t: Translate;
  setup: SetupView;
  at: SetupStep;
  /** Just now. */
  done?: string | undefined;
  problem?: string | undefined;
}

export function StateBadge({ t, state }: { t: Translate; state: ProviderState }) {
  return (
    <Badge tone={state === 'on' ? 'less' : state === 'draft' ? 'attention' : undefined}>
      {t(`ssoPages.state.${state}`)}
    </Badge>
  );
}

/** A step among the others, with those that are done marked, and the way on. */
export function SetupFrame({ t, setup, at, done, problem, children }: SetupFrameProps & { children: ReactNode }) {
  const { id, kind, host, state } = setup;
  const next = setupSteps[setupSteps.indexOf(at) + 1];
  return (
    <>
      <PageHeader
        back={{ label: t('ssoPages.title'), href: '/sso' }}
        title={t(`ssoPages.kind.${kind}`)}
        badge={
          <>
            {' '}
            <StateBadge t={t} state={state} />
          </>
        }
        sentence={host === '' ? t('ssoPages.setupLead') : host}
      />
      <div className={account.frame}>
        <nav aria-label={t('ssoPages.steps')}>
          <ol className={s.steps}>
            {setupSteps.map((step) => (
              <li key={step}>
                <a href={`/sso/${id}/${step}`} aria-current={step === at ? 'step' : undefined}>
                  <span>{t(`ssoPages.step.${step}`)}</span>
                  {setup.done[step] && (
                    <span className={s.done}>
                      <Icon name="check" />
                      <span className="visually-hidden">{t('ssoPages.stepDone')}</span>
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={account.screen}>
          {done && <Notice tone="success">{done}</Notice>}
          {problem && <Notice tone="error">{problem}</Notice>}
          {!setup.open && <p className={account.none}>{t('ssoPages.readOnly')}</p>}
          {children}
          {next && (
            <p className={s.next}>
              <LinkButton href={`/sso/${id}/${next}`}>
                {t('ssoPages.next', { step: t(`ssoPages.step.${next}`) })}
              </LinkButton>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
