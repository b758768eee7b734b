/** Wraps the writer: counts what becomes of every message, and knows why nothing can be stored. */
import { protocolByName, protocols } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import { writingTrouble } from '#kernel/db/write-probe.ts'
import {
  type Appended,
  type Delivery,
  type ReportingUnit,
  StoreUnavailable,
  type Writer,
} from '../messages/writing/delivery.ts'

export interface MonitoredWriter extends Writer {
  /** Why nothing can be stored, judged by the last attempts. */
  trouble(): string | undefined
  /** Messages that are not even tried: their unit is over its allowance, or too much waits. */
  turnAway(unit: Pick<ReportingUnit, 'protocolId'>, messages: number): void
}

/** A node that is not ready gets no trackers to try with, so a failure counts against it only this long. */
const rememberMs = 10_000
/** Full, out of resources, failing or read only: one row may still be written where a page of messages is not. */
const isLasting = (error: unknown) => /^(53|58|25006)/.test((error as { code?: string } | undefined)?.code ?? '')

const names = new Map(protocols.map(({ name }) => [protocolByName(name).id, name as string]))
export const protocolNameOf = (id: number): string => names.get(id) ?? 'unknown'

export function monitorWriter(
  writer: Writer,
  { meters }: Pick<Context, 'meters'>,
  shortage: () => string | undefined,
): MonitoredWriter {
  let failure: { readonly reason: string; readonly until: number } | undefined
  const trouble = () => shortage() ?? (failure && performance.now() < failure.until ? failure.reason : undefined)

  const { messages: ledger } = meters

  async function append(delivery: Delivery): Promise<Appended> {
    const { length } = delivery.messages
    const protocol = protocolNameOf(delivery.unit.protocolId)
    const beganMs = performance.now()
    ledger.received(protocol, length)
    let appended: Appended
    try {
      const short = shortage()
      if (short !== undefined) throw new StoreUnavailable(short)
      appended = await writer.append(delivery)
    } catch (error) {
      ledger.refused(protocol, length, 'unavailable')
      const { cause } = error as Error
      if (isLasting(cause)) failure = { reason: writingTrouble(cause), until: performance.now() + rememberMs }
      throw error
    }
    const seconds = (performance.now() - beganMs) / 1000
    if (appended === 'quarantined') ledger.quarantined(protocol, length, seconds)
    else ledger.stored(protocol, length, appended, seconds)
    failure = undefined
    return appended
  }

  function turnAway({ protocolId }: Pick<ReportingUnit, 'protocolId'>, messages: number): void {
    const protocol = protocolNameOf(protocolId)
    ledger.received(protocol, messages)
    ledger.refused(protocol, messages, 'limit')
  }

  return { ...writer, append, trouble, turnAway }
}
