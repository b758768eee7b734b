/** The feature modules of managed applications, as data. Pure. */
import { fleetApp, tagsApp } from '#kernel/applications.ts'

export interface Module {
  readonly name: string
  /** Always enabled and not to be chosen: such modules are seen in answers only. */
  readonly isDefault: boolean
  readonly dependsOn: readonly string[]
}

const chosen = (name: string, ...dependsOn: string[]): Module => ({ name, isDefault: false, dependsOn })
const always = (name: string): Module => ({ name, isDefault: true, dependsOn: [] })

const modules: Readonly<Record<string, readonly Module[]>> = {
  [fleetApp]: [
    always('account'),
    always('unit'),
    always('fuel'),
    chosen('service_mode'),
    chosen('tools'),
    chosen('notification'),
    chosen('unit_event'),
    chosen('geofence'),
    chosen('timeline'),
    chosen('sharing'),
    chosen('command'),
    chosen('google_maps'),
    chosen('statistics'),
    chosen('extended_notification', 'notification'),
    chosen('maintenance'),
  ],
  [tagsApp]: [
    always('account'),
    always('unit'),
    always('label'),
    always('timeline'),
    always('unit_event'),
    chosen('geofence'),
    chosen('report'),
    chosen('building'),
  ],
}

/**
 * What an owned application has whatever its subscription, and what comes with a switch of its subscription plan. The
 * specifications sell these applications by limits; the switches are those that a plan's data has.
 */
const ownedAlways = [
  'account',
  'unit',
  'service_mode',
  'tools',
  'notification',
  'unit_event',
  'geofence',
  'timeline',
  'sharing',
  'command',
]
const ownedSwitches = {
  calculator: ['statistics', 'fuel', 'maintenance'],
  config_send_notifications: ['extended_notification'],
} as const

/** `data` is a subscription plan's. */
export const ownedModules = (data: object): readonly string[] => [
  ...ownedAlways,
  ...Object.entries(ownedSwitches).flatMap(([name, more]) => ((data as Record<string, unknown>)[name] ? more : [])),
]

export const everyOwnedModule = ownedModules({ calculator: true, config_send_notifications: true })

/** Every module that a row under /client may ask for. */
export const moduleNames: readonly string[] = [
  ...new Set([...Object.values(modules).flatMap((list) => list.map(({ name }) => name)), ...everyOwnedModule]),
]

export const modulesOf = (app: string): readonly Module[] => modules[app] ?? []

/** Every module of the given applications, each name once; the first application's word counts. */
export function modulesOfAll(apps: readonly string[]): readonly Module[] {
  const byName = new Map<string, Module>()
  for (const module of apps.flatMap(modulesOf)) if (!byName.has(module.name)) byName.set(module.name, module)
  return [...byName.values()]
}
