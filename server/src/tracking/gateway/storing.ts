/** Between the gateway and the writer: counts what trackers are promised and refused, and knows why nothing can be stored. */
import type { Context } from '#kernel/context.ts'
import { writingTrouble } from '#kernel/db/write-probe.ts'
import { type Delivery, StoreUnavailable, type Writer } from '../messages/writer.ts'

export interface Storing extends Writer {
  /** Why nothing can be stored, as far as the last tries tell. */
  trouble(): string | undefined
}

/** A node that is not ready gets no trackers to find out with, so what failed is held against it only this long. */
const rememberMs = 10_000
/** Full, out of resources, failing or read only: one row may still be written where a page of messages is not. */
const isLasting = (error: unknown) => /^(53|58|25006)/.test((error as { code?: string } | undefined)?.code ?? '')

export function watchStoring(
  writer: Writer,
  { meters }: Pick<Context, 'meters'>,
  shortage: () => string | undefined,
): Storing {
  let failed: { readonly why: string; readonly until: number } | undefined
  const trouble = () => shortage() ?? (failed && performance.now() < failed.until ? failed.why : undefined)

  async function append(delivery: Delivery): Promise<void> {
    const { length } = delivery.messages
    try {
      const short = shortage()
      if (short !== undefined) throw new StoreUnavailable(short)
      await writer.append(delivery)
    } catch (error) {
      meters.refused.inc(length)
      const { cause } = error as Error
      if (isLasting(cause)) failed = { why: writingTrouble(cause), until: performance.now() + rememberMs }
      throw error
    }
    meters.acknowledged.inc(length)
    failed = undefined
  }

  return { ...writer, append, trouble }
}
