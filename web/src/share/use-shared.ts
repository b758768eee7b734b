/**
 * The units of a link: requested once, then updated by a stream. After a break the stream continues where it stopped.
 */
import { useEffect, useState } from 'react'
import { ask, Refused } from '../shared/api.ts'
import { pauseMs } from '../shared/reconnect.ts'
import { eventsIn, type Shared, type SharedUnit, withNews } from './shared.ts'

export type Following =
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly shared: Shared; readonly isBroken: boolean }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly error: unknown }

const isOver = (error: unknown) => error instanceof Refused && error.status === 404

/** Until the link has ended, which the server reports with 404, or the signal aborts. */
async function follow(
  secret: string,
  first: string,
  signal: AbortSignal,
  tell: {
    onUnits(news: readonly SharedUnit[]): void
    onGone(ids: readonly number[]): void
    onBreak(is: boolean): void
  },
): Promise<void> {
  let cursor = first
  for (let failures = 0; !signal.aborted; ) {
    try {
      const headers = { authorization: `Bearer ${secret}`, 'last-event-id': cursor }
      const answer = await fetch('/shared/live', { headers, signal, cache: 'no-store' })
      if (!answer.ok || !answer.body) throw new Refused(answer.status, undefined)
      failures = 0
      tell.onBreak(false)
      let text = ''
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const { events, rest } = eventsIn(text + piece.value)
        text = rest
        for (const { event, id, data } of events) {
          if (event === 'units') tell.onUnits(JSON.parse(data))
          if (event === 'gone') tell.onGone(JSON.parse(data).ids)
          cursor = id ?? cursor
        }
      }
      // A link that has ended returns 404 at once; a restarting server needs a moment.
    } catch (error) {
      if (isOver(error) || signal.aborted) return
      tell.onBreak(true)
    }
    failures++
    await new Promise((resolve) => setTimeout(resolve, failures === 1 ? 200 : pauseMs(failures, Math.random())))
  }
}

export function useShared(secret: string): Following {
  const [following, setFollowing] = useState<Following>({ kind: 'asking' })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const change = (make: (shared: Shared) => Shared, isBroken?: boolean) =>
      setFollowing((before) =>
        before.kind === 'here'
          ? { ...before, shared: make(before.shared), isBroken: isBroken ?? before.isBroken }
          : before,
      )
    const open = async () => {
      const shared = await ask<Shared>('GET', '/shared', undefined, { bearer: secret, signal })
      setFollowing({ kind: 'here', shared, isBroken: false })
      await follow(secret, shared.cursor, signal, {
        onUnits: (news) => change((now) => ({ ...now, units: withNews(now.units, news) })),
        onGone: (ids) => change((now) => ({ ...now, units: now.units.filter(({ id }) => !ids.includes(id)) })),
        onBreak: (isBroken) => change((now) => now, isBroken),
      })
      if (!signal.aborted) setFollowing({ kind: 'over' })
    }
    open().catch((error) => {
      if (!signal.aborted) setFollowing(isOver(error) ? { kind: 'over' } : { kind: 'failed', error })
    })
    return () => stop.abort()
  }, [secret])
  return following
}
