import { createFormat, type FormatSettings } from '../../client/ui/format';

/** Local dates as one person writes them. */
export const dayWriter = (settings: FormatSettings) => createFormat(settings).date;
