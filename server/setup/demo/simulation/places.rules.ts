export type CountryCode = 'GB' | 'DE' | 'US';
export type Segment = 'Business & industry' | 'Hospitals' | 'Universities' | 'Schools';

/** How a location's waste develops after its first weeks. */
export type Behaviour = 'improves' | 'worsens' | 'stops' | 'begins' | 'waits';

export interface LocationShape {
  name: string;
  /** Kilograms on an ordinary day before consumption. */
  kg: number;
  /** 5: Monday to Friday, 6: to Saturday, 7: every day. */
  days: 5 | 6 | 7;
  /** Beside stage 8. */
  also?: readonly (9 | 23)[];
  behaviour?: Behaviour;
  /** Where there are few events, the locations with the lowest place have them; the others in an order by the seed. */
  place?: number;
  devices?: 1 | 2;
}

export interface SiteShape {
  name: string;
  country: CountryCode;
  region: string;
  segment: Segment;
  timeZone: string;
  town: string;
  /** Whose public holidays it has. */
  holidayArea: string;
  locations: readonly LocationShape[];
}

export const currencyOf: Record<CountryCode, string> = { GB: 'GBP', DE: 'EUR', US: 'USD' };

const london = 'Europe/London';
const berlin = 'Europe/Berlin';

/** Invented sites of an invented caterer; any likeness is chance. */
export const sites: readonly SiteShape[] = [
  {
    name: 'Harewood Infirmary',
    country: 'GB',
    region: 'North of England',
    segment: 'Hospitals',
    timeZone: london,
    town: 'Leeds',
    holidayArea: 'GB-ENG',
    locations: [
      { name: 'Patient kitchen', kg: 46, days: 7, also: [9, 23], place: 0, devices: 2 },
      { name: 'Staff restaurant', kg: 24, days: 7, also: [9], place: 4 },
      { name: 'Café in the main hall', kg: 9, days: 7, behaviour: 'begins', place: 1 },
    ],
  },
  {
    name: 'Mersey Gate',
    country: 'GB',
    region: 'North of England',
    segment: 'Business & industry',
    timeZone: london,
    town: 'Liverpool',
    holidayArea: 'GB-ENG',
    locations: [
      { name: 'Level 2 restaurant', kg: 28, days: 5, also: [23], behaviour: 'worsens', place: 2 },
      { name: 'Deli bar', kg: 8, days: 5 },
    ],
  },
  {
    name: 'St Cuthbert’s College',
    country: 'GB',
    region: 'North of England',
    segment: 'Universities',
    timeZone: london,
    town: 'Durham',
    holidayArea: 'GB-ENG',
    locations: [
      { name: 'Dining hall', kg: 41, days: 7, also: [9, 23], devices: 2 },
      { name: 'Buttery', kg: 12, days: 6 },
    ],
  },
  {
    name: 'Thames Wharf',
    country: 'GB',
    region: 'London',
    segment: 'Business & industry',
    timeZone: london,
    town: 'London',
    holidayArea: 'GB-ENG',
    locations: [
      { name: 'Ground floor market', kg: 36, days: 5, also: [9], devices: 2 },
      { name: 'Hospitality kitchen', kg: 17, days: 5 },
      { name: 'Rooftop (evenings)', kg: 13, days: 6, behaviour: 'waits' },
    ],
  },
  {
    name: 'Elm Row Primary',
    country: 'GB',
    region: 'London',
    segment: 'Schools',
    timeZone: london,
    town: 'London',
    holidayArea: 'GB-ENG',
    locations: [{ name: 'School kitchen', kg: 15, days: 5, also: [23] }],
  },
  {
    name: 'Caldew Academy',
    country: 'GB',
    region: 'North of England',
    segment: 'Schools',
    timeZone: london,
    town: 'Carlisle',
    holidayArea: 'GB-ENG',
    locations: [
      { name: 'Main canteen', kg: 22, days: 5, also: [9, 23] },
      { name: 'Sixth form bar', kg: 7, days: 5 },
    ],
  },
  {
    name: 'Llys Dŵr Offices',
    country: 'GB',
    region: 'Wales',
    segment: 'Business & industry',
    timeZone: london,
    town: 'Cardiff',
    holidayArea: 'GB-WLS',
    locations: [{ name: 'Ffreutur / canteen', kg: 16, days: 5 }],
  },
  {
    name: 'Universität am Südring',
    country: 'DE',
    region: 'Nordrhein-Westfalen',
    segment: 'Universities',
    timeZone: berlin,
    town: 'Köln',
    holidayArea: 'DE-NW',
    locations: [
      {
        name: 'Große Mensa am Südring für Studierende, Gäste und Beschäftigte – Ausgabe 1',
        kg: 58,
        days: 6,
        also: [9, 23],
        devices: 2,
      },
      {
        name: 'Große Mensa am Südring für Studierende, Gäste und Beschäftigte – Ausgabe 2',
        kg: 44,
        days: 5,
        also: [9, 23],
        place: 3,
        devices: 2,
      },
      { name: 'Cafeteria „Lesesaal“', kg: 10, days: 6 },
    ],
  },
  {
    name: 'Klinikum Lindenhöhe',
    country: 'DE',
    region: 'Bayern',
    segment: 'Hospitals',
    timeZone: berlin,
    town: 'Nürnberg',
    holidayArea: 'DE-BY',
    locations: [
      { name: 'Zentralküche', kg: 62, days: 7, also: [9, 23], devices: 2 },
      { name: 'Personalkasino', kg: 25, days: 7 },
    ],
  },
  {
    name: 'Werk Neckartal',
    country: 'DE',
    region: 'Baden-Württemberg',
    segment: 'Business & industry',
    timeZone: berlin,
    town: 'Heilbronn',
    holidayArea: 'DE-BW',
    locations: [
      { name: 'Betriebsrestaurant Halle 4', kg: 39, days: 6, also: [9], behaviour: 'stops', place: 5 },
      { name: 'Schichtkantine Süd', kg: 18, days: 7, behaviour: 'worsens' },
    ],
  },
  {
    name: 'Bürohaus Speicherkai',
    country: 'DE',
    region: 'Hamburg',
    segment: 'Business & industry',
    timeZone: berlin,
    town: 'Hamburg',
    holidayArea: 'DE-HH',
    locations: [
      { name: 'Betriebsgastronomie', kg: 23, days: 5, also: [23] },
      { name: 'Bistro „Möwe“', kg: 8, days: 5 },
    ],
  },
  {
    name: 'Gesamtschule Ährenfeld',
    country: 'DE',
    region: 'Nordrhein-Westfalen',
    segment: 'Schools',
    timeZone: berlin,
    town: 'Bonn',
    holidayArea: 'DE-NW',
    locations: [{ name: 'Mensa', kg: 19, days: 5, also: [23] }],
  },
  {
    name: 'Grundschule Weißdornweg',
    country: 'DE',
    region: 'Bayern',
    segment: 'Schools',
    timeZone: berlin,
    town: 'Augsburg',
    holidayArea: 'DE-BY-A',
    locations: [{ name: 'Ausgabeküche', kg: 9, days: 5 }],
  },
  {
    name: 'Hochschule Elbblick',
    country: 'DE',
    region: 'Hamburg',
    segment: 'Universities',
    timeZone: berlin,
    town: 'Hamburg',
    holidayArea: 'DE-HH',
    locations: [
      { name: 'Mensa Nord', kg: 33, days: 5, also: [9] },
      { name: 'Kaffeebar', kg: 6, days: 5 },
    ],
  },
  {
    name: 'Harbor Point Medical Center',
    country: 'US',
    region: 'Northeast',
    segment: 'Hospitals',
    timeZone: 'America/New_York',
    town: 'Boston',
    holidayArea: 'US-MA',
    locations: [
      { name: 'Main kitchen', kg: 55, days: 7, also: [9, 23], devices: 2 },
      { name: 'Cafeteria', kg: 34, days: 7, also: [9] },
    ],
  },
  {
    name: 'Prairie State University',
    country: 'US',
    region: 'Midwest',
    segment: 'Universities',
    timeZone: 'America/Chicago',
    town: 'Champaign',
    holidayArea: 'US-IL',
    locations: [
      { name: 'Oak Commons', kg: 66, days: 7, also: [9, 23], devices: 2 },
      { name: 'Lincoln Hall Dining', kg: 47, days: 7, also: [23] },
      { name: 'Union Food Court', kg: 21, days: 6 },
    ],
  },
  {
    name: 'Lakeshore Tower',
    country: 'US',
    region: 'Midwest',
    segment: 'Business & industry',
    timeZone: 'America/Chicago',
    town: 'Chicago',
    holidayArea: 'US-IL',
    locations: [{ name: 'Fare on 12', kg: 27, days: 5, also: [9] }],
  },
  {
    name: 'Redwood Unified: Mission Elementary',
    country: 'US',
    region: 'West',
    segment: 'Schools',
    timeZone: 'America/Los_Angeles',
    town: 'Oakland',
    holidayArea: 'US-CA',
    locations: [{ name: 'Cafeteria', kg: 14, days: 5, also: [23] }],
  },
  {
    name: 'Redwood Unified: Peña Middle School',
    country: 'US',
    region: 'West',
    segment: 'Schools',
    timeZone: 'America/Los_Angeles',
    town: 'Oakland',
    holidayArea: 'US-CA',
    locations: [{ name: 'Cafeteria', kg: 18, days: 5 }],
  },
  {
    name: 'Cascade Campus',
    country: 'US',
    region: 'West',
    segment: 'Business & industry',
    timeZone: 'America/Los_Angeles',
    town: 'Seattle',
    holidayArea: 'US-WA',
    locations: [
      { name: 'Café Rainier', kg: 38, days: 5, also: [9, 23], devices: 2 },
      { name: 'Building 7 Grill', kg: 20, days: 5 },
      { name: 'Building 9 Pantry', kg: 11, days: 5, behaviour: 'waits' },
    ],
  },
  {
    name: 'Hudson Yard Hospital for Children',
    country: 'US',
    region: 'Northeast',
    segment: 'Hospitals',
    timeZone: 'America/New_York',
    town: 'New York',
    holidayArea: 'US-NY',
    locations: [{ name: 'Room service kitchen', kg: 29, days: 7, also: [23] }],
  },
  {
    name: 'Green Mountain College',
    country: 'US',
    region: 'Northeast',
    segment: 'Universities',
    timeZone: 'America/New_York',
    town: 'Burlington',
    holidayArea: 'US-VT',
    locations: [{ name: 'Alumni Dining Hall', kg: 31, days: 7, also: [9] }],
  },
];
