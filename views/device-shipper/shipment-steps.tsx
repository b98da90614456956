import { Button } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import {
  mayEdit,
  packingProblem,
  stateAfter,
  type ShipmentStep,
} from '../../server/features/device-shipper/shipments.rules';
import { PostForm } from '../layout/form';
import { problemIn } from '../layout/form-failure';
import { Section } from '../layout/section';
import { refusalOf, type Parts } from './shipment-parts';
import s from './shipper.module.css';

/** What may become of the shipment next. */
export function StepSections(parts: Parts) {
  const { state } = parts.detail.shipment;
  const may = (step: ShipmentStep) => stateAfter(state, step) !== null;
  return (
    <>
      {may('pack') && <PackSection {...parts} />}
      {may('ship') && <ShipSection {...parts} />}
      {may('deliver') && <DeliverSection {...parts} />}
      {mayEdit(state, 'tracking') && <TrackingSection {...parts} />}
      {(may('return') || may('lose')) && (
        <Section id="problems" title={parts.t('deviceShipper.otherwise')}>
          {may('return') && <ReasonFold {...parts} step="return" />}
          {may('lose') && <ReasonFold {...parts} step="lose" />}
        </Section>
      )}
    </>
  );
}

const Version = ({ detail: { shipment } }: Parts) => <input type="hidden" name="version" value={shipment.version} />;

function PackSection(parts: Parts) {
  const {
    t,
    action,
    detail: { shipment, items },
  } = parts;
  const problem = packingProblem({ items: items.length, address: shipment.address });
  return (
    <Section id="pack" title={t('deviceShipper.steps.pack')} sentence={t('deviceShipper.packSentence')}>
      {problem !== null && <p className={s.note}>{t(`deviceShipper.problem.${problem}`)}</p>}
      <div className={s.bar}>
        {problem === null && (
          <PostForm action={`${action}/pack`}>
            <Version {...parts} />
            <Button type="submit" tone="primary">
              {t('deviceShipper.steps.pack')}
            </Button>
          </PostForm>
        )}
        <PostForm
          action={`${action}/cancel`}
          data-confirm={t('deviceShipper.cancelConfirm', { number: shipment.number })}
          data-confirm-yes={t('deviceShipper.steps.cancel')}
        >
          <Version {...parts} />
          <Button type="submit" tone="danger">
            {t('deviceShipper.steps.cancel')}
          </Button>
        </PostForm>
      </div>
    </Section>
  );
}

function ConsignmentFields(parts: Parts & { form: 'ship' | 'tracking' }) {
  const {
    t,
    form,
    detail: { shipment },
  } = parts;
  const refused = refusalOf(parts, form);
  return (
    <>
      <FormField
        name="carrier"
        label={t('deviceShipper.carrier')}
        required
        maxLength={100}
        defaultValue={refused?.typed.carrier ?? shipment.carrier}
        error={problemIn(refused, 'carrier')}
      />
      <FormField
        name="tracking"
        label={t('deviceShipper.tracking')}
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={refused?.typed.tracking ?? shipment.tracking}
        error={problemIn(refused, 'tracking')}
      />
    </>
  );
}

function ShipSection(parts: Parts) {
  const { t, action } = parts;
  return (
    <Section id="ship" title={t('deviceShipper.steps.ship')} sentence={t('deviceShipper.shipSentence')}>
      <PostForm action={`${action}/ship`} className={s.form} aria-label={t('deviceShipper.steps.ship')}>
        <Version {...parts} />
        <ConsignmentFields {...parts} form="ship" />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('deviceShipper.steps.ship')}
          </Button>
        </div>
      </PostForm>
      <Fold quiet title={t('deviceShipper.steps.reopen')}>
        <p>{t('deviceShipper.reopenSentence')}</p>
        <PostForm action={`${action}/reopen`}>
          <Version {...parts} />
          <Button type="submit">{t('deviceShipper.steps.reopen')}</Button>
        </PostForm>
      </Fold>
    </Section>
  );
}

function DeliverSection(parts: Parts) {
  const {
    t,
    action,
    today,
    detail: { items, locations },
  } = parts;
  const refused = refusalOf(parts, 'deliver');
  const typed = refused?.typed.places?.split(',') ?? [];
  const placed = items.filter(({ replaces }) => replaces === null);
  const wrong = problemIn(refused, 'places');
  return (
    <Section id="deliver" title={t('deviceShipper.steps.deliver')} sentence={t('deviceShipper.deliverSentence')}>
      <PostForm action={`${action}/deliver`} className={s.form} aria-label={t('deviceShipper.steps.deliver')}>
        <Version {...parts} />
        <FormField
          kind="date"
          name="deliveredOn"
          label={t('deviceShipper.deliveredOn')}
          required
          max={today}
          defaultValue={refused?.typed.deliveredOn ?? today}
          error={problemIn(refused, 'deliveredOn')}
        />
        {locations.length > 0 &&
          placed.map(({ deviceId, name, locationId }) => {
            const here = locations.some((one) => one.locationId === locationId);
            return (
              <FormField
                key={deviceId}
                kind="select"
                id={`field-place-${deviceId}`}
                name="places"
                label={t('deviceShipper.locationOf', { device: name })}
                options={[
                  { value: `${deviceId}:`, label: t('deviceShipper.notPlaced') },
                  ...locations.map((one) => ({
                    value: `${deviceId}:${one.locationId}`,
                    label: one.locationName,
                  })),
                ]}
                defaultValue={
                  typed.find((one) => one.startsWith(`${deviceId}:`)) ?? `${deviceId}:${here ? locationId : ''}`
                }
                error={wrong}
              />
            );
          })}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('deviceShipper.steps.deliver')}
          </Button>
        </div>
      </PostForm>
    </Section>
  );
}

function TrackingSection(parts: Parts) {
  const { t, action } = parts;
  return (
    <Section id="tracking" title={t('deviceShipper.trackingTitle')}>
      <Fold quiet title={t('deviceShipper.trackingChange')} open={refusalOf(parts, 'tracking') !== null}>
        <PostForm action={`${action}/tracking`} className={s.form} aria-label={t('deviceShipper.trackingChange')}>
          <Version {...parts} />
          <ConsignmentFields {...parts} form="tracking" />
          <div className={s.bar}>
            <Button type="submit">{t('deviceShipper.save')}</Button>
          </div>
        </PostForm>
      </Fold>
    </Section>
  );
}

function ReasonFold(parts: Parts & { step: 'return' | 'lose' }) {
  const { t, action, step } = parts;
  const refused = refusalOf(parts, step);
  const title = t(`deviceShipper.steps.${step}`);
  return (
    <Fold quiet title={title} open={refused !== null}>
      <p>{t(`deviceShipper.${step}Sentence`)}</p>
      <PostForm action={`${action}/${step}`} className={s.form} aria-label={title}>
        <Version {...parts} />
        <FormField
          kind="textarea"
          id={`field-reason-${step}`}
          name="reason"
          label={t('deviceShipper.reason')}
          required
          maxLength={500}
          defaultValue={refused?.typed.reason}
          error={problemIn(refused, 'reason')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="danger">
            {title}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}

export function DetailsSection(parts: Parts) {
  const {
    t,
    action,
    detail: { shipment },
  } = parts;
  const refused = refusalOf(parts, 'details');
  return (
    <Section id="details" title={t('deviceShipper.details')} sentence={t('deviceShipper.detailsSentence')}>
      <PostForm action={`${action}/details`} className={s.form} aria-label={t('deviceShipper.details')}>
        <Version {...parts} />
        <FormField
          kind="textarea"
          name="address"
          label={t('deviceShipper.address')}
          maxLength={500}
          defaultValue={refused?.typed.address ?? shipment.address}
          error={problemIn(refused, 'address')}
        />
        <FormField
          name="reference"
          label={t('deviceShipper.reference')}
          hint={t('deviceShipper.referenceHint')}
          note={t('security.optional')}
          maxLength={100}
          autoComplete="off"
          defaultValue={refused?.typed.reference ?? shipment.reference}
          error={problemIn(refused, 'reference')}
        />
        <FormField
          kind="textarea"
          name="note"
          label={t('deviceShipper.note')}
          note={t('security.optional')}
          maxLength={1000}
          defaultValue={refused?.typed.note ?? shipment.note}
          error={problemIn(refused, 'note')}
        />
        <div className={s.bar}>
          <Button type="submit">{t('deviceShipper.saveDetails')}</Button>
        </div>
      </PostForm>
    </Section>
  );
}
