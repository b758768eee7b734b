/** What a unit is to whoever looks after it. Pure. */
import { protocols } from '../../../../devices/protocols/index.ts'
import type { Unit } from '../../api/generated.ts'

export type Heard = 'connected' | 'silent' | 'never'

/** As long as an installation waits unless it is told otherwise. */
const silentSeconds = 24 * 3600

export function heardOf({ last_active }: Pick<Unit, 'last_active'>, nowSeconds: number): Heard {
  if (last_active === null) return 'never'
  return nowSeconds - last_active > silentSeconds ? 'silent' : 'connected'
}

const byId = new Map<number, (typeof protocols)[number]>(protocols.map((protocol) => [protocol.id, protocol]))
export const protocolTitle = (id: number): string => byId.get(id)?.title ?? String(id)
export const protocolName = (id: number): string => byId.get(id)?.name ?? String(id)
export const titleOfProtocol = (name: string): string => protocols.find((one) => one.name === name)?.title ?? name

/** Tags and the things they are on speak to no port of ours: gateways hear them. */
export const hasTracker = ({ type }: Pick<Unit, 'type'>): boolean => type !== 'sensor' && type !== 'asset'
