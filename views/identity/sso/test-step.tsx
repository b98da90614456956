import { Button } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import type { SsoUnknownGroups, TestFault } from '../../../server/identity/pages/sso/sso-words.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { SetupFrame, type SetupFrameProps } from './setup-frame';
import s from './sso.module.css';

/** `other`: one that this version has no sentence for. */
export type ShownFault = TestFault | 'other';

export interface LastTest {
  at: string;
  /** Empty where the account is gone. */
  by: string;
  /** null where it would have let somebody in. */
  fault: ShownFault | null;
  /** The provider is as it was then. */
  current: boolean;
}

/** What came back, and what would come of it. */
export interface TestResult {
  fault: ShownFault | null;
  received: {
    issuer: string;
    subject: string;
    email: string;
    name: string;
    groups: string[];
    groupsUnknown: SsoUnknownGroups | null;
    attributes: [name: string, values: string[]][];
    roles: string[];
  } | null;
}

export type TestStepProps = Omit<SetupFrameProps, 'at'> & {
  settings: FormatSettings;
  ready: boolean;
  last: LastTest | null;
  result?: TestResult | 'gone' | undefined;
};

export const faultSentence = (t: Translate, fault: ShownFault): string => t(`ssoFaults.${fault}`);

/** A sign-in that shows what the provider says and signs nobody in. */
export function TestStep({ settings, ready, last, result, ...frame }: TestStepProps) {
  const { t, setup } = frame;
  return (
    <SetupFrame {...frame} at="test">
      {result === 'gone' && (
        <Notice tone="warning" title={t('ssoPages.testGone')}>
          <p>{t('ssoPages.testGoneSentence')}</p>
        </Notice>
      )}
      {result !== undefined && result !== 'gone' && <Result t={t} setup={setup} result={result} />}
      <Section
        id="test"
        title={t(result === undefined ? 'ssoPages.testTitle' : 'ssoPages.testAgain')}
        sentence={t('ssoPages.testSentence')}
      >
        {last && result === undefined && <Last t={t} settings={settings} last={last} />}
        {!ready && <p className={account.none}>{t('ssoPages.testNotReady')}</p>}
        {ready && setup.open && (
          <PostForm action={`/sso/${setup.id}/test`} className={account.form}>
            <Button type="submit" tone={result === undefined ? 'primary' : 'plain'}>
              {t('ssoPages.startTest')}
            </Button>
          </PostForm>
        )}
      </Section>
    </SetupFrame>
  );
}

function Last({
  t,
  settings,
  last: { at, by, fault, current },
}: {
  t: Translate;
  settings: FormatSettings;
  last: LastTest;
}) {
  const about = { time: createFormat(settings).dateTime(at), name: by };
  return (
    <Notice
      tone={fault === null ? (current ? 'success' : 'warning') : 'error'}
      title={by === '' ? t('ssoPages.lastTest', about) : t('ssoPages.lastTestBy', about)}
    >
      <p>{fault === null ? t(current ? 'ssoPages.lastTestGood' : 'ssoPages.lastTestOld') : faultSentence(t, fault)}</p>
    </Notice>
  );
}

function Result({
  t,
  setup,
  result: { fault, received },
}: {
  t: Translate;
  setup: SetupFrameProps['setup'];
  result: TestResult;
}) {
  return (
    <>
      {fault === null ? (
        <Notice tone="success" title={t('ssoPages.testWorks')}>
          <p>{t(setup.state === 'on' ? 'ssoPages.testWorksOn' : 'ssoPages.testWorksOff')}</p>
        </Notice>
      ) : (
        <Notice tone="error" title={t('ssoPages.testFails')}>
          <p>{faultSentence(t, fault)}</p>
          {fault === 'outsideDomains' && (
            <p>
              <a href={`/sso/${setup.id}/domains`}>{t('ssoPages.step.domains')}</a>
            </p>
          )}
        </Notice>
      )}
      <p className={account.lead}>{t('ssoPages.nobodySignedIn')}</p>
      {received && <Received t={t} received={received} />}
    </>
  );
}

function Received({
  t,
  received: { issuer, subject, email, name, groups, groupsUnknown, attributes, roles },
}: {
  t: Translate;
  received: NonNullable<TestResult['received']>;
}) {
  const some = (values: readonly string[]) =>
    values.length === 0 ? (
      t('ssoPages.nothingSent')
    ) : (
      <ul className={s.values}>
        {values.map((value, at) => (
          <li key={at}>{value}</li>
        ))}
      </ul>
    );
  return (
    <>
      <Section id="received" title={t('ssoPages.receivedTitle')}>
        {groupsUnknown !== null && (
          <Notice tone="warning" title={t('ssoHistory.keepRoles')}>
            <p>{t(`ssoHistory.why.${groupsUnknown}`)}</p>
          </Notice>
        )}
        <DescriptionList
          items={[
            { term: t('ssoPages.receivedEmail'), value: email === '' ? t('ssoPages.nothingSent') : email },
            { term: t('ssoPages.receivedName'), value: name === '' ? t('ssoPages.nothingSent') : name },
            { term: t('ssoPages.receivedGroups'), value: some(groups) },
            { term: t('ssoPages.receivedRoles'), value: roles.length === 0 ? t('ssoPages.noRoles') : some(roles) },
            { term: t('ssoPages.receivedIssuer'), value: issuer },
            { term: t('ssoPages.receivedSubject'), value: subject },
          ]}
        />
      </Section>
      <Section id="attributes" title={t('ssoPages.attributesTitle')} sentence={t('ssoPages.attributesSentence')}>
        {attributes.length === 0 ? (
          <p className={account.none}>{t('ssoPages.nothingSent')}</p>
        ) : (
          <DescriptionList items={attributes.map(([key, values]) => ({ term: key, value: some(values) }))} />
        )}
      </Section>
    </>
  );
}
