/** The forms of dates that a person chooses among, as the patterns of a mapping. */
export const dateForms = {
  yearFirst: { patterns: ['iso', 'yyyy/MM/dd', 'yyyy/MM/dd HH:mm'], precision: 'datetime' },
  dayFirst: { patterns: ['iso', 'd.M.yyyy', 'd.M.yyyy HH:mm', 'd.M.yyyy HH:mm:ss', 'd/M/yyyy', 'd/M/yyyy HH:mm', 'd/M/yyyy HH:mm:ss', 'yyyy/MM/dd', 'yyyy/MM/dd HH:mm'], precision: 'datetime' },
  monthFirst: { patterns: ['iso', 'M/d/yyyy', 'M/d/yyyy HH:mm', 'M/d/yyyy HH:mm:ss', 'M-d-yyyy'], precision: 'datetime' },
  month: { patterns: ['yyyy-MM'], precision: 'month' },
  excel: { patterns: ['excel-serial'], precision: 'datetime' },
} as const;
export type DateForm = keyof typeof dateForms;
