import type { ReactNode } from 'react';
import { deviceProof, type AskedDevice } from '../../client/identity/device-proof.island';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import s from './second-factor-page.module.css';

/** A question to a security key or the machine; the token goes back with the answer. */
export interface DeviceStepView extends AskedDevice {
  webauthnToken: string;
}

interface WithoutScripts {
  t: Translate;
  /** Where somebody goes on whose browser runs no scripts. */
  instead?: ReactNode;
}

/** Of what stands there only where scripts run. */
export const scripted = s.scripted;

export function NeedsScript({ t, instead }: WithoutScripts) {
  return (
    <noscript className={s.needsScript}>
      <Notice tone="warning">
        <p>{t('webauthn.needsScript')}</p>
      </Notice>
      {instead}
    </noscript>
  );
}

interface DeviceStepProps extends WithoutScripts {
  action: string;
  step: DeviceStepView;
  /** What else the form asks. */
  fields: ReactNode;
}

/** A security key, or the machine: the browser alone can ask it, so that the form waits for a script. */
export function DeviceStep({ t, action, step: { webauthnToken, ...asked }, fields, instead }: DeviceStepProps) {
  const layout = useLayoutStrings();
  return (
    <>
      <NeedsScript t={t} instead={instead} />
      <PostForm action={action} className={`${s.form} ${scripted}`}>
        <input type="hidden" name="webauthnToken" value={webauthnToken} />
        <p>{t(asked.question.kind === 'make' ? 'webauthn.enrolLead' : 'webauthn.lead')}</p>
        {fields}
        <Island of={deviceProof} when="load" props={{ ...asked, layout }} />
      </PostForm>
    </>
  );
}
