import type { CertificateView } from '../../../../views/identity/sso/certificate-end';
import type { RefusedView } from '../../../../views/identity/sso/refused-page';
import type { SetupStep, SetupView } from '../../../../views/identity/sso/setup-frame';
import type { SsoEventView } from '../../../../views/identity/sso/sso-history-page';
import type { ListedProvider } from '../../../../views/identity/sso/sso-list-page';
import type { EnforcementView } from '../../../../views/identity/sso/switch-step';
import type { LastTest, ShownFault } from '../../../../views/identity/sso/test-step';
import { shownAddress } from '../../../platform/email-spellings';
import type { Owner } from '../../core/owners/owner.store';
import { readCertificates } from '../../ways-in/sso/certificate';
import type { RefusedSubject } from '../../ways-in/sso/refused-subject.store';
import { blocksEnforcement } from '../../ways-in/sso/sso-enforcement.rules';
import { aboutOf, eventName, reasonOf } from '../../ways-in/sso/sso-history.rules';
import type { SsoEvent } from '../../ways-in/sso/sso-history.store';
import { settingsHash } from '../../ways-in/sso/sso-lift';
import type { SsoState } from '../../ways-in/sso/sso-state.store';
import { knownFault } from '../../ways-in/sso/sso-test.rules';
import { certificateState, missingOf } from '../../ways-in/sso/sso.rules';
import type { SsoConfig } from '../../ways-in/sso/sso.store';

/** A provider with what is known of it beside its settings. */
export interface Known {
  config: SsoConfig;
  state: SsoState;
}

export const isReady = (config: SsoConfig): boolean =>
  missingOf(config, { hasSecret: config.sealedSecret !== null }).length === 0;

export const provenOf = ({ domains }: Pick<SsoConfig, 'domains'>): string[] =>
  domains.filter(({ validatedAt }) => validatedAt !== null).map(({ domain }) => domain);

const isTested = ({ config, state }: Known) => state.testedSettings?.equals(settingsHash(config)) ?? false;

const hostOf = ({ ssoEndpoint }: SsoConfig) => (URL.canParse(ssoEndpoint) ? new URL(ssoEndpoint).host : '');

const stateOf = (config: SsoConfig) => (config.enabled ? 'on' : isReady(config) ? 'off' : 'draft');

export function setupView(known: Known, { open }: { open: boolean }): SetupView {
  const { config } = known;
  const ready = isReady(config);
  return {
    id: config.id,
    kind: config.type,
    host: hostOf(config),
    state: stateOf(config),
    open,
    done: {
      copy: ready,
      provider: ready,
      domains: provenOf(config).length > 0,
      roles: config.roleIds.length > 0 || config.groups.length > 0,
      test: isTested(known),
      switch: config.enabled,
    },
  };
}

/** Where somebody goes on who opens a provider: the first step that still has to be done. */
export const firstStep = ({ done }: SetupView): SetupStep =>
  (['copy', 'domains', 'test'] as const).find((step) => !done[step]) ?? 'switch';

export const certificatesOf = (
  { publicCertificate }: Pick<SsoConfig, 'publicCertificate'>,
  now: Date,
): CertificateView[] =>
  (publicCertificate === '' ? [] : (readCertificates(publicCertificate) ?? [])).map(({ notAfter }) => ({
    notAfter: notAfter.toISOString(),
    ...certificateState(notAfter, now),
  }));

export function listedProvider(
  { config, state }: Known,
  { now, refused }: { now: Date; refused: number },
): ListedProvider {
  // While a provider changes its key, the newer one counts.
  const [certificate = null] = certificatesOf(config, now).sort((a, b) => b.notAfter.localeCompare(a.notAfter));
  return {
    id: config.id,
    kind: config.type,
    host: hostOf(config),
    state: stateOf(config),
    domains: config.domains.map(({ domain, validatedAt }) => ({ domain, proven: validatedAt !== null })),
    certificate,
    lastSignInAt: state.lastSignInAt?.toISOString() ?? null,
    enforced: state.enforcedAt !== null,
    ownerLost: state.enforcedAt !== null && !state.ownerFit,
    refused,
  };
}

export const shownFault = (fault: unknown): ShownFault | null =>
  typeof fault === 'string' ? (knownFault(fault) ?? 'other') : null;

export const lastTest = (known: Known): LastTest | null => {
  const { testedAt, testerName, testFault } = known.state;
  return (
    testedAt && {
      at: testedAt.toISOString(),
      by: testerName ?? '',
      fault: shownFault(testFault),
      current: isTested(known),
    }
  );
};

export const enforcementView = (known: Known, owners: readonly Owner[]): EnforcementView => ({
  since: known.state.enforcedAt?.toISOString() ?? null,
  ownerName: known.state.ownerName ?? '',
  ownerEmail: known.state.ownerEmail ?? '',
  ownerFit: known.state.ownerFit,
  blocked: blocksEnforcement({
    enabled: known.config.enabled,
    proven: provenOf(known.config).length > 0,
    tested: isTested(known),
  }),
  owners: owners.map(({ id, name, email }) => ({ id, name, email: shownAddress(email) })),
});

export const refusedView = ({
  id,
  accountName,
  accountEmail,
  refusedAt,
  formerSubject,
  lastUsedAt,
  subject,
  name,
}: RefusedSubject): RefusedView => ({
  id,
  name: accountName,
  email: shownAddress(accountEmail),
  refusedAt: refusedAt.toISOString(),
  formerSubject,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  subject,
  nameNow: name,
});

export const eventView = (event: SsoEvent): SsoEventView => ({
  key: String(event.id),
  at: event.at.toISOString(),
  what: eventName(event.action),
  actor: event.actor === 'anonymous' || event.actor === 'system' ? '' : event.actor,
  about: shownAddress(aboutOf(event)),
  fault: shownFault(event.after?.fault),
  why: reasonOf(event.after?.why),
});
