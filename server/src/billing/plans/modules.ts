/** The feature modules of managed applications, as data. Pure. */
import { fleetApp, tagsApp } from '#kernel/applications.ts'

export interface Module {
  readonly name: string
  /** Always enabled and not selectable: such modules appear only in answers. */
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
 * Modules that an owned application always has, and those that a switch of its subscription plan enables. The
 * specifications sell these applications by limits; the switches are those in a plan's data.
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

/** `data` is that of a subscription plan. */
export const ownedModules = (data: object): readonly string[] => [
  ...ownedAlways,
  ...Object.entries(ownedSwitches).flatMap(([name, more]) => ((data as Record<string, unknown>)[name] ? more : [])),
]

export const everyOwnedModule = ownedModules({ calculator: true, config_send_notifications: true })

/** Every module that a route under /client may require. */
export const moduleNames: readonly string[] = [
  ...new Set([...Object.values(modules).flatMap((list) => list.map(({ name }) => name)), ...everyOwnedModule]),
]

export const modulesOf = (app: string): readonly Module[] => modules[app] ?? []

/** Every module of the given applications, each name once; the first application's definition counts. */
export function modulesOfAll(apps: readonly string[]): readonly Module[] {
  const byName = new Map<string, Module>()
  for (const module of apps.flatMap(modulesOf)) if (!byName.has(module.name)) byName.set(module.name, module)
  return [...byName.values()]
}
