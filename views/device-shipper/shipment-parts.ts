import type { ShipmentDetail } from '../../server/features/device-shipper/shipments.contract';
import type { FormFailure } from '../layout/form-failure';
import type { Writing } from './shipment-words';

/** What each section of a shipment's page is given. */
export interface Parts extends Writing {
  /** The address of the page. */
  action: string;
  /** Of devices' pages, before the id. */
  devices: string;
  /** Local date of the site. */
  today: string;
  edits: boolean;
  /** May add devices that stand nowhere. */
  addsNew: boolean;
  detail: ShipmentDetail;
  refused: (FormFailure & { form: string }) | null;
}

export const refusalOf = ({ refused }: Parts, form: string) => (refused?.form === form ? refused : null);
