/**
 * Tells all nodes which units have new messages, for pages that show them live. A few times a second at most, however
 * many flushes there are: a notification costs every listening node something, and a page draws no faster.
 */

export interface Announcer {
  announce(unitIds: Iterable<number>): void
  close(): Promise<void>
}

const everyMs = 200
/** PostgreSQL takes less than 8,000 bytes a notification. */
const payloadBytesMax = 7_000

/** `tell` never rejects. */
export function announcer(tell: (payloads: readonly string[]) => Promise<void>): Announcer {
  let waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let lastAtMs = Number.NEGATIVE_INFINITY
  let sending: Promise<void> = Promise.resolve()

  function send(): void {
    timer = undefined
    if (waiting.size === 0) return
    lastAtMs = performance.now()
    const payloads = payloadsOf([...waiting])
    waiting = new Set()
    sending = tell(payloads)
  }

  return {
    announce(unitIds) {
      for (const unitId of unitIds) waiting.add(unitId)
      timer ??= setTimeout(send, Math.max(0, lastAtMs + everyMs - performance.now()))
    },
    async close() {
      clearTimeout(timer)
      await sending
      send()
      await sending
    },
  }
}

/** JSON arrays of unit ids, each short enough for a notification. */
export function payloadsOf(unitIds: readonly number[]): string[] {
  const payloads: string[] = []
  let text = ''
  for (const unitId of unitIds) {
    const word = String(unitId)
    if (text.length + word.length + 3 > payloadBytesMax) {
      payloads.push(`[${text}]`)
      text = ''
    }
    text += text === '' ? word : `,${word}`
  }
  return text === '' ? payloads : [...payloads, `[${text}]`]
}
