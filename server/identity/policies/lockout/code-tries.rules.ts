/** Wrong codes that an account bears, whatever flows they come from, before every further one is refused for a while. */
export const codeTries = { most: 5, seconds: 600 };
