export { createFormat, type Format, type FormatSettings, type Locale, type WeightUnit } from '../../client/ui/format';
