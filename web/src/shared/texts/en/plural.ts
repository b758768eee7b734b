import { pluralIn } from '../plural.ts'

export const plural = pluralIn('en')

/** A condition as the headline about a unit: “Van 1: speed is above 90 km/h”, “Van 1 is within 200 m of Van 2”. */
export const about = (unit: string, condition: string): string =>
  condition.startsWith('it ') ? `${unit}${condition.slice(2)}` : `${unit}: ${condition}`
