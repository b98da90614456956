import { locales } from '../../../../views/locales';
import { sentence, type MessageKey, type Translate } from '../../../platform/i18n/messages';

/** The nouns of all actions. */
export const auditAreas = [
  'accessReview',
  'alert',
  'alertDelivery',
  'alertMail',
  'apiToken',
  'auditLog',
  'baseline',
  'bulkChange',
  'calendar',
  'guestCampaign',
  'checkWeight',
  'checkweightNote',
  'classification',
  'clientView',
  'contest',
  'costRule',
  'demo',
  'device',
  'donationImport',
  'donationPartner',
  'donationPickup',
  'donationSchedule',
  'enterpriseGoal',
  'factor',
  'factorPolicy',
  'featureFlag',
  'goal',
  'group',
  'hierarchy',
  'image',
  'impact',
  'import',
  'importMapping',
  'invite',
  'itemProposal',
  'job',
  'leaderboard',
  'location',
  'member',
  'menuAdapter',
  'onboarding',
  'oauth',
  'oauthClient',
  'operator',
  'organisation',
  'outbox',
  'ownNarrowing',
  'packageCopy',
  'passkey',
  'passwordPolicy',
  'person',
  'phoneNumber',
  'photo',
  'provisioning',
  'pushSubscription',
  'recost',
  'referenceValue',
  'report',
  'reportSchedule',
  'reportShare',
  'restriction',
  'role',
  'savedView',
  'securityPolicy',
  'rollups',
  'session',
  'shipment',
  'guestSign',
  'site',
  'social',
  'sso',
  'tenant',
  'trackerProfile',
  'user',
  'volume',
  'wasteEvent',
] as const;

/** How an area of the log is called; one that this version does not know is called as it was written. */
export function areaName(t: Translate, area: string): string {
  const known = auditAreas.find((one) => one === area);
  return known ? t(`audits.areas.${known}`) : area;
}

/** What was done, without what it was done to. */
const verbs = locales.en_US.auditActions.verbs;
/** Where a verb says something else of one noun than of the others. */
const own: Record<string, Record<string, string>> = locales.en_US.auditActions.own;

const partsOf = (action: string) => {
  const [noun = '', verb = ''] = action.split('.');
  return { noun, verb };
};

/** The key of what an action is called; null for one that this version does not know. */
function keyOf(action: string): MessageKey | null {
  const { noun, verb } = partsOf(action);
  const known = Object.hasOwn(own, noun) && Object.hasOwn(own[noun] ?? {}, verb);
  if (known) return `auditActions.own.${noun}.${verb}` as MessageKey;
  return Object.hasOwn(verbs, verb) ? `auditActions.verbs.${verb as keyof typeof verbs}` : null;
}

/** What an action is called beside its area; one that is not known stands as it was written. */
export function actionName(t: Translate, action: string): string {
  const key = keyOf(action);
  return key === null ? action : sentence(t, key);
}

/** Actions are written as codes, and read in words: how a text that was typed is found in them. */
export function actionsNamed(t: Translate, text: string): { verbs: string[]; actions: string[]; except: string[] } {
  const sought = text.toLowerCase();
  const holds = (action: string) => actionName(t, action).toLowerCase().includes(sought);
  const special = Object.entries(own).flatMap(([noun, said]) => Object.keys(said).map((verb) => `${noun}.${verb}`));
  return {
    verbs: Object.keys(verbs).filter((verb) => holds(`.${verb}`)),
    actions: special.filter(holds),
    except: special.filter((action) => !holds(action)),
  };
}
