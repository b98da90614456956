/** What guests leave, by what a figure can be split. */
export const guestFields = ['sourceId', 'daypartId', 'itemId'] as const;
export type GuestField = (typeof guestFields)[number];

/** Days of which guests are typed at once: the last ones of a longer range. */
export const stripDays = 31;

/** The names of the fields of a day, counted from the first one that is shown. */
export const guestsName = (at: number) => `guests${at}`;
export const estimatedName = (at: number) => `estimated${at}`;

export const campaignKinds = ['portion', 'plates', 'trayless', 'signage', 'tasting', 'other'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

export const campaignLimits = {
  name: 80,
  note: 300,
  /** Of one campaign. */
  locations: 500,
  /** Of an organization. */
  campaigns: 1_000,
} as const;

export const signLimits = { sentence: 140, signs: 100 } as const;

/** Seconds after which a sign on a screen asks again. */
export const signRefresh = 300;

/** Days back in which a sign looks for one with guests and waste; an older one says nothing of today. */
export const signDays = 14;
