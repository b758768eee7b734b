/** The feature modules of managed applications, as data. */
import { fleetApp, tagsApp } from '../applications.ts'

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

export const modulesOf = (app: string): readonly Module[] => modules[app] ?? []

/** Every module of the given applications, each name once; the first application's word counts. */
export function modulesOfAll(apps: readonly string[]): readonly Module[] {
  const byName = new Map<string, Module>()
  for (const module of apps.flatMap(modulesOf)) if (!byName.has(module.name)) byName.set(module.name, module)
  return [...byName.values()]
}
