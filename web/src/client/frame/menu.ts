/** The pages of a plan. A module that is off has none. Pure. */
import { texts } from '../../shared/texts/texts.ts'
import type { ClientRoute } from '../route.ts'
import type { Me } from '../types.ts'

const words = texts.client.menu
const tags = texts.tags.menu

export interface Entry {
  readonly address: string
  readonly word: string
  readonly views: readonly ClientRoute['view'][]
  /** The page needs this module, or one of several; without one it is for everyone. */
  readonly module?: string | readonly string[]
  /** Modules that replace this page with another. */
  readonly without?: readonly string[]
  /** If the list and the map are next to each other, one entry leads to both. */
  readonly only?: 'wide' | 'phone'
}

/** Always on in tags_app, and off everywhere else: tagged assets are detected by gateways and do not drive. */
const tagged = 'label'
export const isTagged = (modules: readonly string[]): boolean => modules.includes(tagged)
/** Replaces all modules, for a role without access to units. */
export const noUnits = 'no units'

const entries: readonly Entry[] = [
  { address: '#/assets', word: tags.assets, views: ['assets', 'labels'], module: tagged },
  { address: '#/buildings', word: tags.buildings, views: ['buildings'], module: 'building' },
  { address: '#/dwell', word: tags.reports, views: ['dwell', 'reports'], module: 'report' },
  { address: '#/map', word: words.map, views: ['map', 'unit', 'groups'], module: tagged },
  {
    address: '#/units',
    word: words.units,
    views: ['list', 'map', 'unit', 'groups', 'add'],
    only: 'wide',
    without: [tagged, noUnits],
  },
  { address: '#/units', word: words.list, views: ['list', 'groups', 'add'], only: 'phone', without: [tagged, noUnits] },
  { address: '#/map', word: words.map, views: ['map', 'unit'], only: 'phone', without: [tagged, noUnits] },
  { address: '#/timeline', word: words.timeline, views: ['timeline'], module: 'timeline', without: [tagged, noUnits] },
  { address: '#/inbox', word: words.inbox, views: ['inbox'], module: ['notification', 'unit_event'] },
  { address: '#/geofences', word: words.geofences, views: ['geofences'], module: 'geofence' },
  { address: '#/statistics', word: words.statistics, views: ['statistics'], module: 'statistics' },
  { address: '#/reports', word: words.reports, views: ['reports'], module: 'timeline', without: [tagged, noUnits] },
  { address: '#/vehicles', word: words.vehicles, views: ['vehicles'], module: 'timeline', without: [tagged, noUnits] },
  { address: '#/drivers', word: words.drivers, views: ['drivers'], module: 'timeline', without: [tagged, noUnits] },
  { address: '#/logbook', word: words.logbook, views: ['logbook'], module: 'timeline', without: [tagged, noUnits] },
  { address: '#/sharing', word: words.sharing, views: ['sharing'], module: 'sharing' },
  { address: '#/maintenance', word: words.maintenance, views: ['maintenance'], module: 'maintenance' },
  { address: '#/sensors', word: words.sensors, views: ['sensors'], module: 'fuel', without: [tagged, noUnits] },
  { address: '#/account', word: words.account, views: ['account'] },
]

const isThere = ({ module, without }: Entry, modules: readonly string[]): boolean =>
  (module === undefined || [module].flat().some((one) => modules.includes(one))) &&
  !without?.some((one) => modules.includes(one))

const entriesOf = (modules: readonly string[], width: 'wide' | 'phone'): readonly Entry[] =>
  entries.filter((entry) => isThere(entry, modules) && (entry.only === undefined || entry.only === width))

export const menuOf = (modules: readonly string[]): readonly Entry[] => entriesOf(modules, 'wide')

/** More would not fit next to each other on a phone, in a language with long words. */
const tabsMax = 4

export interface Tabs {
  readonly tabs: readonly Entry[]
  /** What did not fit, behind the last tab. */
  readonly more: readonly Entry[]
}

export function tabsOf(modules: readonly string[]): Tabs {
  const all = entriesOf(modules, 'phone')
  if (all.length <= tabsMax) return { tabs: all, more: [] }
  const more = all.slice(tabsMax - 1)
  const views: readonly ClientRoute['view'][] = ['more', ...more.flatMap((entry) => entry.views)]
  return { tabs: [...all.slice(0, tabsMax - 1), { address: '#/more', word: words.more, views }], more }
}

/** Past positions and notifications stay private to the client, even while a dealer has support access. */
const ownersAlone = [
  'timeline',
  'statistics',
  'unit_event',
  'fuel',
  'sharing',
  'notification',
  'extended_notification',
] as const

interface Visitor {
  readonly account: Pick<Me['account'], 'type'>
  readonly session: Pick<Me['session'], 'kind'>
}

/** A dealer with support access to an owned account, who does not see everything in the plan. */
export const isGuest = ({ account, session }: Visitor): boolean => session.kind !== 'client' && account.type === null

/** The operation that a role needs for each of these modules. */
const needed: Readonly<Record<string, string>> = {
  sharing: 'client.share',
  extended_notification: 'client.share',
  command: 'client.read-commands',
}

/** The owner of an owned account: no one else manages its units, or closes it. */
export const isOwner = ({ session, operations }: Pick<Me, 'operations'> & Pick<Visitor, 'session'>): boolean =>
  session.kind === 'client' && operations.includes('client.manage-units')

/** Without what the server would always refuse. */
export function offeredModules(me: Visitor & Pick<Me, 'modules' | 'operations'>): readonly string[] {
  if (!me.operations.includes('client.view')) return [noUnits]
  const offered = me.modules.filter((module) => me.operations.includes(needed[module] ?? 'client.view'))
  return isGuest(me) ? offered.filter((module) => !ownersAlone.some((one) => one === module)) : offered
}

/** Someone may enter the address of a page that is not in their plan. */
export function routeFor(route: ClientRoute, modules: readonly string[]): ClientRoute {
  const own = entries.filter(({ views }) => views.includes(route.view))
  if (own.length === 0 || own.some((entry) => isThere(entry, modules))) return route
  if (modules.includes(noUnits)) return { view: 'account' }
  return modules.includes(tagged) ? { view: 'assets' } : { view: 'list' }
}

/** Someone may enter the address of a form that their role cannot save: they see what it would change. */
export function withoutForms(route: ClientRoute, operations: readonly string[]): ClientRoute {
  if (operations.includes('client.arrange')) return route
  if (route.view === 'groups') return { view: 'list' }
  if (route.view === 'labels') return { view: 'assets' }
  if (route.view === 'buildings') return { ...route, isEdited: false }
  if (route.view !== 'geofences' || !route.isEdited) return route
  return route.geofence === 'new' ? { view: 'geofences', isEdited: false } : { ...route, isEdited: false }
}

/** Whether links to the page make sense. */
export const hasPage = (view: Entry['views'][number], modules: readonly string[]): boolean =>
  entries.some((entry) => entry.views.includes(view) && isThere(entry, modules))

/** How many entries fit, if the last one always does and a button replaces those that do not. */
export function fittingOf(widths: readonly number[], room: number, buttonWidth: number): number {
  const sum = (count: number) => widths.slice(0, count).reduce((one, other) => one + other, widths.at(-1) ?? 0)
  const all = Math.max(0, widths.length - 1)
  if (sum(all) <= room) return all
  let count = all
  while (count > 0 && sum(count) + buttonWidth > room) count--
  return count
}
