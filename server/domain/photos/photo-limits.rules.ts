/** So many of one event. */
export const mostPhotos = 5;

/** For how many days an organization keeps its photos. */
export const retention = { least: 7, usual: 365, most: 3_650 };
