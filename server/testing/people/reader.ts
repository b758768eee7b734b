/** A reader of the live stream that reconnects whenever it is cut off, and counts what it received. */
import { setTimeout as wait } from 'node:timers/promises'

export interface Reader {
  /** How often each position was received, by unit and device time. */
  readonly told: ReadonlyMap<string, number>
  readonly counts: Readonly<Record<'begun' | 'resumed' | 'reset', number>>
  stop(): Promise<void>
}

export const positionKey = (unit: number, time: number) => `${unit} ${time}`

const retryMs = 100

export function readLive(port: number, token: string): Reader {
  const told = new Map<string, number>()
  const counts = { begun: 0, resumed: 0, reset: 0 }
  const stopping = new AbortController()
  let last: string | undefined

  function hear(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const event = field('event')
    if (event === 'positions') {
      for (const { unit_id, timestamp } of JSON.parse(field('data') ?? '[]')) {
        const key = positionKey(unit_id, timestamp)
        told.set(key, (told.get(key) ?? 0) + 1)
      }
    }
    if (event === 'begun' || event === 'resumed' || event === 'reset') counts[event] += 1
    last = field('id') ?? last
  }

  async function listen(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/client/live`, {
      headers: { authorization: `Bearer ${token}`, ...(last !== undefined && { 'last-event-id': last }) },
      signal: stopping.signal,
    })
    if (!answer.ok) throw new Error(`The stream was refused: ${answer.status}`)
    let text = ''
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        hear(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => {})
      if (!stopping.signal.aborted) await wait(retryMs)
    }
  }
  const running = run()
  return {
    told,
    counts,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
