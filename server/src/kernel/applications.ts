/**
 * The client applications, as data: the domain asks what kind an application is, never which dialect offers it (that is
 * api/dialects.ts).
 */

export const consumerApp = '5a5ca87f-7cbe-4540-ab5d-77bf4bf69884'
export const petApp = '962e19f0-6b4a-4f81-a3fe-4b657689b6f9'
export const fleetApp = 'b901da51-ce00-4af2-b978-8d0fca8ae1ea'
export const tagsApp = 'de7f31b0-c485-4bf3-b48b-994bd333e7f2'

export type AppId = typeof consumerApp | typeof petApp | typeof fleetApp | typeof tagsApp

export interface Application {
  readonly id: AppId
  readonly name: string
  /** Owned: once activated it belongs to its client. Managed: it belongs to the dealer in every respect. */
  readonly kind: 'owned' | 'managed'
  /** How the activation link names the application. */
  readonly clientId: string
}

export const applications: readonly Application[] = [
  { id: consumerApp, name: 'consumer_app', kind: 'owned', clientId: '00010000000000000300' },
  { id: petApp, name: 'pet_app', kind: 'owned', clientId: '00010000000000000400' },
  { id: fleetApp, name: 'fleet_app', kind: 'managed', clientId: '00010000000000000500' },
  { id: tagsApp, name: 'tags_app', kind: 'managed', clientId: '00010000000000000700' },
]

export const applicationById = (id: string): Application | undefined => applications.find((app) => app.id === id)
export const isManaged = (id: string): boolean => applicationById(id)?.kind === 'managed'
export const isOwned = (id: string): boolean => applicationById(id)?.kind === 'owned'
export const applicationName = (id: string): string => applicationById(id)?.name ?? id
