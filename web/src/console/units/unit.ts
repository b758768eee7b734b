/** The state of a unit for its maintenance. Pure. */
import { protocols } from '../../../../devices/protocols/index.ts'
import type { Unit } from '../../api/generated.ts'

/** What the tabs of a unit's page need. */
export interface UnitProps {
  readonly unit: Unit
}

export type Heard = 'connected' | 'silent' | 'never'

/** Without data for this long, a unit is silent: the installation's default. */
const silentSeconds = 24 * 3600

export function heardOf({ last_active }: Pick<Unit, 'last_active'>, nowSeconds: number): Heard {
  if (last_active === null) return 'never'
  return nowSeconds - last_active > silentSeconds ? 'silent' : 'connected'
}

const byId = new Map<number, (typeof protocols)[number]>(protocols.map((protocol) => [protocol.id, protocol]))
export const protocolTitle = (id: number): string => byId.get(id)?.title ?? String(id)
export const protocolName = (id: number): string => byId.get(id)?.name ?? String(id)
export const titleOfProtocol = (name: string): string => protocols.find((one) => one.name === name)?.title ?? name

/** Tags have no connection of their own: gateways report them. */
export const hasTracker = ({ type }: Pick<Unit, 'type'>): boolean => type !== 'sensor' && type !== 'asset'
