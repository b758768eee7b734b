/** The applications that a dealer can give to clients, by its dialect. */
import type { Dialect } from '../../shared/dialects.ts'

export const consumerApp = '5a5ca87f-7cbe-4540-ab5d-77bf4bf69884'
export const petApp = '962e19f0-6b4a-4f81-a3fe-4b657689b6f9'
export const fleetApp = 'b901da51-ce00-4af2-b978-8d0fca8ae1ea'
export const tagsApp = 'de7f31b0-c485-4bf3-b48b-994bd333e7f2'

export interface AppChoice {
  readonly id: string
  readonly kind: 'owned' | 'managed'
  /** How the activation link names the application. */
  readonly clientId: string
}

const fleet: AppChoice = { id: fleetApp, kind: 'managed', clientId: '00010000000000000500' }
const tags: AppChoice = { id: tagsApp, kind: 'managed', clientId: '00010000000000000700' }
const consumer: AppChoice = { id: consumerApp, kind: 'owned', clientId: '00010000000000000300' }
const pet: AppChoice = { id: petApp, kind: 'owned', clientId: '00010000000000000400' }

const byDialect: Readonly<Record<Dialect, readonly AppChoice[]>> = {
  provider: [fleet, tags, consumer],
  partner: [fleet, consumer, pet],
}

export const appsOf = (dialect: Dialect): readonly AppChoice[] => byDialect[dialect]
export const appById = (id: string): AppChoice | undefined => [fleet, tags, consumer, pet].find((app) => app.id === id)
