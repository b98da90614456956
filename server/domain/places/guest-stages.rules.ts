/** The stages of what guests leave: post-consumer and consumer plate waste. */
export const guestStageIds = [9, 23] as const;

/** Stands for both of them in an address. */
export const leftByGuests = 'guests';
