/** The forms of dates that a person chooses among, as the patterns of a mapping. */
export const dateForms = {
  yearFirst: { patterns: ['iso', 'yyyy/MM/dd', 'yyyy/MM/dd HH:mm'], precision: 'datetime' },
  dayFirst: {
    patterns: [
      'iso',
      'd.M.yyyy',
      'd.M.yyyy HH:mm',
      'd.M.yyyy HH:mm:ss',
      'd/M/yyyy',
      'd/M/yyyy HH:mm',
      'd/M/yyyy HH:mm:ss',
      'd-M-yyyy',
      'd-M-yyyy HH:mm',
      'd.M.yy',
      'd/M/yy',
      'd-M-yy',
      'yyyy/MM/dd',
      'yyyy/MM/dd HH:mm',
    ],
    precision: 'datetime',
  },
  monthFirst: {
    patterns: ['iso', 'M/d/yyyy', 'M/d/yyyy HH:mm', 'M/d/yyyy HH:mm:ss', 'M-d-yyyy', 'M/d/yy', 'M-d-yy'],
    precision: 'datetime',
  },
  named: { patterns: ['day-month-name'], precision: 'day' },
  dayMonth: { patterns: ['d.M.', 'd.M', 'd/M', 'd-M'], precision: 'day' },
  monthDay: { patterns: ['M/d', 'M-d'], precision: 'day' },
  month: { patterns: ['month'], precision: 'month' },
  week: { patterns: ['week'], precision: 'day' },
  excel: { patterns: ['excel-serial'], precision: 'datetime' },
} as const;
export type DateForm = keyof typeof dateForms;

/** Texts of these forms may say no year; then it is asked for. */
export const yearlessForms: readonly DateForm[] = ['named', 'dayMonth', 'monthDay', 'month', 'week'];
