/** How the reader writes days, times and amounts. Chosen by the person, and known before anything is shown. */

/** Clients and staff choose these. */
export interface TimeHabits {
  readonly clock: 'locale' | '24h' | '12h'
  readonly date_order: 'locale' | DateOrder
  readonly week_start: 'locale' | 'monday' | 'sunday' | 'saturday'
  /** Null: the zone of the device. */
  readonly zone: string | null
}
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export interface Habits extends TimeHabits {
  readonly measure: 'metric' | 'imperial'
  readonly volume: 'litres' | 'us_gallons' | 'imperial_gallons'
  readonly temperature: 'celsius' | 'fahrenheit'
}

const usual: Habits = {
  ...{ measure: 'metric', volume: 'litres', temperature: 'celsius' },
  ...{ clock: 'locale', date_order: 'locale', week_start: 'locale', zone: null },
}
let chosen = usual

export const habits = (): Habits => chosen

/** A browser may not know a new zone; then the device's is used. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone !== ''
  } catch {
    return false
  }
}

/** Takes only the habits from a person's data. */
export function setHabits(person: Partial<Habits>): void {
  const names = Object.keys(usual) as (keyof Habits)[]
  const own = Object.fromEntries(names.flatMap((name) => (person[name] === undefined ? [] : [[name, person[name]]])))
  const next: Habits = { ...usual, ...own }
  chosen = next.zone !== null && !isZone(next.zone) ? { ...next, zone: null } : next
}

/** Formats are created on first use, and again after a change of habits. */
export function ofHabits<Made>(make: (habits: Habits) => Made): () => Made {
  let made: { readonly of: Habits; readonly it: Made } | undefined
  return () => {
    if (made?.of !== chosen) made = { of: chosen, it: make(chosen) }
    return made.it
  }
}

/** Without a choice weeks are as on the server, which knows no country. */
const firstDays = { locale: 1, monday: 1, sunday: 7, saturday: 6 } as const

/** The days of a week in the reader's order; 1 is Monday. */
export const weekdays = ofHabits(({ week_start }) =>
  Array.from({ length: 7 }, (_, index) => ((firstDays[week_start] - 1 + index) % 7) + 1),
)
