/** Wraps the writer: counts acknowledged and refused messages, and knows why nothing can be stored. */
import type { Context } from '#kernel/context.ts'
import { writingTrouble } from '#kernel/db/write-probe.ts'
import { type Delivery, StoreUnavailable, type Writer } from '../messages/delivery.ts'

export interface MonitoredWriter extends Writer {
  /** Why nothing can be stored, judged by the last attempts. */
  trouble(): string | undefined
}

/** A node that is not ready gets no trackers to try with, so a failure counts against it only this long. */
const rememberMs = 10_000
/** Full, out of resources, failing or read only: one row may still be written where a page of messages is not. */
const isLasting = (error: unknown) => /^(53|58|25006)/.test((error as { code?: string } | undefined)?.code ?? '')

export function monitorWriter(
  writer: Writer,
  { meters }: Pick<Context, 'meters'>,
  shortage: () => string | undefined,
): MonitoredWriter {
  let failure: { readonly reason: string; readonly until: number } | undefined
  const trouble = () => shortage() ?? (failure && performance.now() < failure.until ? failure.reason : undefined)

  async function append(delivery: Delivery): Promise<void> {
    const { length } = delivery.messages
    try {
      const short = shortage()
      if (short !== undefined) throw new StoreUnavailable(short)
      await writer.append(delivery)
    } catch (error) {
      meters.refused.inc(length)
      const { cause } = error as Error
      if (isLasting(cause)) failure = { reason: writingTrouble(cause), until: performance.now() + rememberMs }
      throw error
    }
    meters.acknowledged.inc(length)
    failure = undefined
  }

  return { ...writer, append, trouble }
}
