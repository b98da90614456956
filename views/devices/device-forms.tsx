import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import type { DeviceCase, DeviceCommand } from '../../server/features/devices/fleet.contract';
import { channels, commandKinds, scaleModes } from '../../server/features/devices/fleet.rules';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { locationChoices, type DeviceShown, type Writing } from './device-words';
import s from './devices.module.css';

interface Parts extends Writing, DeviceShown {
  /** The address of the device's page. */
  action: string;
  edits: boolean;
  refused: (FormFailure & { form: string }) | null;
  /** For whoever looks after several organizations. */
  hub: boolean;
}

const refusalOf = ({ refused }: Parts, form: string) => (refused?.form === form ? refused : null);

/** By which a tablet becomes the device, and what takes that away again. */
export function EnrolSection(parts: Parts) {
  const {
    t,
    format,
    action,
    detail: { device, codeExpiresAt },
  } = parts;
  const enrolled = device.state !== 'notEnrolled';
  return (
    <Section
      id="enrol"
      title={t('fleet.enrol.title')}
      sentence={t(enrolled ? 'fleet.enrol.again' : 'fleet.enrol.sentence')}
    >
      {codeExpiresAt !== null && (
        <p className={s.note}>{t('fleet.enrol.open', { time: format.dateTime(codeExpiresAt) })}</p>
      )}
      <div className={s.bar}>
        <PostForm action={`${action}/code`}>
          <Button type="submit" tone={enrolled ? 'plain' : 'primary'}>
            {t('fleet.enrol.button')}
          </Button>
        </PostForm>
        {enrolled && (
          <PostForm
            action={`${action}/revoke`}
            data-confirm={t('fleet.enrol.revokeConfirm', { device: device.name })}
            data-confirm-yes={t('fleet.enrol.revoke')}
          >
            <Button type="submit" tone="danger">
              {t('fleet.enrol.revoke')}
            </Button>
          </PostForm>
        )}
      </div>
    </Section>
  );
}

export function CommandsSection(parts: Parts) {
  const {
    t,
    action,
    edits,
    detail: { device, commands },
  } = parts;
  return (
    <Section id="commands" title={t('fleet.commands.title')} sentence={t('fleet.commands.sentence')}>
      {edits && device.state !== 'retired' && (
        <div className={s.bar}>
          {commandKinds.map((kind) => (
            <PostForm key={kind} action={`${action}/command`}>
              <input type="hidden" name="kind" value={kind} />
              <Button type="submit">{t(`fleet.commands.kinds.${kind}`)}</Button>
            </PostForm>
          ))}
        </div>
      )}
      {commands.length === 0 ? (
        <p className={s.none}>{t('fleet.commands.none')}</p>
      ) : (
        <ul className={s.entries}>
          {commands.map((command) => (
            <Command key={command.commandId} {...parts} command={command} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const commandTones = { asked: 'accent', sent: 'accent', done: 'less', failed: 'more', withdrawn: undefined } as const;

function Command({ t, format, action, edits, command }: Parts & { command: DeviceCommand }) {
  const { commandId, kind, state, askedBy, askedAt, endedAt, answer } = command;
  const tone = commandTones[state];
  return (
    <li className={s.entry}>
      <p className={s.entryHead}>
        <strong>{t(`fleet.commands.kinds.${kind}`)}</strong>
        <Badge {...(tone ? { tone } : {})}>{t(`fleet.commands.states.${state}`)}</Badge>
      </p>
      <p className={s.under}>
        {t('fleet.commands.asked', { name: askedBy, time: format.dateTime(askedAt) })}
        {endedAt !== null && ` ${t('fleet.commands.ended', { time: format.dateTime(endedAt) })}`}
      </p>
      {answer !== null && answer !== '' && (
        <Fold quiet title={t('fleet.commands.answer')}>
          <pre className={s.log} tabIndex={0}>
            {answer}
          </pre>
        </Fold>
      )}
      {edits && (state === 'asked' || state === 'sent') && (
        <PostForm action={`${action}/withdraw`}>
          <input type="hidden" name="commandId" value={commandId} />
          <Button type="submit" size="small">
            {t('fleet.commands.withdraw')}
          </Button>
        </PostForm>
      )}
    </li>
  );
}

export function CasesSection(parts: Parts) {
  const {
    t,
    action,
    edits,
    detail: { cases },
  } = parts;
  const refused = refusalOf(parts, 'case');
  return (
    <Section id="cases" title={t('fleet.cases.title')} sentence={t('fleet.cases.sentence')}>
      {cases.length === 0 ? (
        <p className={s.none}>{t('fleet.cases.none')}</p>
      ) : (
        <ul className={s.entries}>
          {cases.map((one) => (
            <Case key={one.caseId} {...parts} one={one} />
          ))}
        </ul>
      )}
      {edits && (
        <PostForm action={`${action}/case`} className={s.form} aria-label={t('fleet.cases.add')}>
          <FormField
            kind="textarea"
            name="note"
            label={t('fleet.cases.note')}
            required
            maxLength={1000}
            defaultValue={refused?.typed.note}
            error={problemIn(refused, 'note')}
          />
          <div className={s.bar}>
            <Button type="submit">{t('fleet.cases.add')}</Button>
          </div>
        </PostForm>
      )}
    </Section>
  );
}

function Case(parts: Parts & { one: DeviceCase }) {
  const {
    t,
    format,
    action,
    edits,
    one: { caseId, note, openedBy, openedAt, closedBy, closedAt, resolution },
  } = parts;
  const refusal = refusalOf(parts, 'close');
  const refused = refusal?.typed.caseId === String(caseId) ? refusal : null;
  return (
    <li className={s.entry}>
      <p className={s.entryHead}>
        <strong className={s.text}>{note}</strong>
        <Badge {...(closedAt === null ? { tone: 'attention' as const } : {})}>
          {t(closedAt === null ? 'fleet.cases.open' : 'fleet.cases.closed')}
        </Badge>
      </p>
      <p className={s.under}>{t('fleet.cases.opened', { name: openedBy, time: format.dateTime(openedAt) })}</p>
      {closedAt !== null && (
        <>
          <p className={s.text}>{resolution}</p>
          <p className={s.under}>
            {t('fleet.cases.closedBy', { name: closedBy ?? '', time: format.dateTime(closedAt) })}
          </p>
        </>
      )}
      {edits && closedAt === null && (
        <Fold quiet title={t('fleet.cases.close')} open={refused !== null}>
          <PostForm action={`${action}/close`} className={s.form} aria-label={t('fleet.cases.close')}>
            <input type="hidden" name="caseId" value={caseId} />
            <FormField
              kind="textarea"
              name="resolution"
              label={t('fleet.cases.resolution')}
              required
              maxLength={1000}
              defaultValue={refused?.typed.resolution}
              error={problemIn(refused, 'resolution')}
            />
            <div className={s.bar}>
              <Button type="submit">{t('fleet.cases.close')}</Button>
            </div>
          </PostForm>
        </Fold>
      )}
    </li>
  );
}

export function SettingsSection(parts: Parts) {
  const {
    t,
    action,
    hub,
    locales,
    detail: {
      setting: { channel, settings },
    },
  } = parts;
  return (
    <Section id="settings" title={t('fleet.settings.title')} sentence={t('fleet.settings.sentence')}>
      <PostForm action={`${action}/settings`} className={s.form} aria-label={t('fleet.settings.title')}>
        <FormField
          kind="select"
          name="locale"
          label={t('fleet.settings.locale')}
          hint={t('fleet.settings.localeHint')}
          defaultValue={settings.locale}
          options={Object.entries(locales).map(([value, label]) => ({ value, label }))}
        />
        <FormField
          kind="select"
          name="scale"
          label={t('fleet.settings.scale')}
          defaultValue={settings.scale}
          options={scaleModes.map((value) => ({ value, label: t(`fleet.settings.scales.${value}`) }))}
        />
        <FormField
          kind="checkbox"
          name="asksPin"
          value="on"
          label={t('fleet.settings.asksPin')}
          hint={t('fleet.settings.asksPinHint')}
          defaultChecked={settings.asksPin}
        />
        {hub ? (
          <FormField
            kind="select"
            name="channel"
            label={t('fleet.settings.channel')}
            hint={t('fleet.settings.channelHint')}
            defaultValue={channel}
            options={channels.map((value) => ({ value, label: t(`fleet.settings.channels.${value}`) }))}
          />
        ) : (
          <input type="hidden" name="channel" value={channel} />
        )}
        <div className={s.bar}>
          <Button type="submit">{t('fleet.settings.save')}</Button>
        </div>
      </PostForm>
    </Section>
  );
}

export function RenameSection(parts: Parts) {
  const {
    t,
    action,
    detail: { device },
  } = parts;
  const refused = refusalOf(parts, 'rename');
  return (
    <Section id="rename" title={t('fleet.rename.title')} sentence={t('fleet.rename.sentence')}>
      <PostForm action={`${action}/rename`} className={s.form} aria-label={t('fleet.rename.title')}>
        <FormField
          name="deviceName"
          label={t('fleet.name')}
          required
          maxLength={200}
          defaultValue={refused?.typed.deviceName ?? device.name}
          error={problemIn(refused, 'deviceName')}
        />
        <FormField
          kind="select"
          name="locationId"
          label={t('fleet.location')}
          options={locationChoices(t, parts)}
          defaultValue={refused?.typed.locationId ?? String(device.locationId ?? '')}
          error={problemIn(refused, 'locationId')}
        />
        <div className={s.bar}>
          <Button type="submit">{t('fleet.rename.save')}</Button>
        </div>
      </PostForm>
    </Section>
  );
}

export function RetireSection(parts: Parts) {
  const {
    t,
    format,
    action,
    detail: { device, release },
  } = parts;
  const refused = refusalOf(parts, 'swap');
  if (release?.claimedAt)
    return (
      <Section id="retire" title={t('fleet.release.released')}>
        <p>{t('fleet.release.claimed', { time: format.dateTime(release.claimedAt) })}</p>
      </Section>
    );
  if (device.state === 'retired')
    return (
      <Section
        id="retire"
        title={t(release ? 'fleet.release.released' : 'fleet.retire.retired')}
        sentence={
          release
            ? t('fleet.release.open', { time: format.dateTime(release.expiresAt) })
            : t('fleet.retire.reactivateSentence')
        }
      >
        <div className={s.bar}>
          <PostForm action={`${action}/reactivate`}>
            <Button type="submit">{t(release ? 'fleet.release.withdraw' : 'fleet.retire.reactivate')}</Button>
          </PostForm>
          <PostForm action={`${action}/release`}>
            <Button type="submit">{t(release ? 'fleet.release.newCode' : 'fleet.release.button')}</Button>
          </PostForm>
        </div>
      </Section>
    );
  return (
    <Section id="retire" title={t('fleet.retire.title')}>
      <Fold quiet title={t('fleet.retire.swap')} open={refused !== null}>
        <p>{t('fleet.retire.swapSentence')}</p>
        <PostForm action={`${action}/swap`} className={s.form} aria-label={t('fleet.retire.swap')}>
          <FormField
            name="serial"
            label={t('fleet.retire.newSerial')}
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={refused?.typed.serial}
            error={problemIn(refused, 'serial')}
          />
          <div className={s.bar}>
            <Button type="submit">{t('fleet.retire.swap')}</Button>
          </div>
        </PostForm>
      </Fold>
      <Fold quiet title={t('fleet.retire.retire')}>
        <p>{t('fleet.retire.retireSentence')}</p>
        <PostForm action={`${action}/retire`}>
          <Button type="submit" tone="danger">
            {t('fleet.retire.retire')}
          </Button>
        </PostForm>
      </Fold>
      <Fold quiet title={t('fleet.release.button')}>
        <p>{t('fleet.release.sentence')}</p>
        <PostForm
          action={`${action}/release`}
          data-confirm={t('fleet.release.confirm', { device: device.name })}
          data-confirm-yes={t('fleet.release.button')}
        >
          <Button type="submit" tone="danger">
            {t('fleet.release.button')}
          </Button>
        </PostForm>
      </Fold>
    </Section>
  );
}
