/** The events of a choice, page by page, and what is new of them as it comes. */
import { useCallback, useEffect, useState } from 'react'
import { type Asked, useAsked, useDoing } from '../../shared/api.ts'
import type { Paged } from '../client-api.ts'
import { useNews } from '../geofences/use-news.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { listEvents, type UnitEvent } from './events-api.ts'

const pageSize = 100
/** Of a longer list only the newest part is asked for again when something is new. */
const freshMax = 1000

export interface Events {
  readonly asked: Asked<Paged<UnitEvent>>
  readonly more: ReturnType<typeof useDoing>
  reload(): Promise<void>
  readMore(): void
  /** What the server has said of one of them, without asking for all again. */
  put(changed: UnitEvent): void
}

const mergedWith = (older: readonly UnitEvent[], page: Paged<UnitEvent>): readonly UnitEvent[] => {
  const last = page.items.at(-1)
  return last ? [...page.items, ...older.filter(({ at }) => at < last.at)] : page.items
}

export function useEvents(query: string, fleet: Fleet): Events {
  const [shown, setShown] = useState<{ query: string; page: Paged<UnitEvent> }>()
  const count = shown?.query === query ? shown.page.items.length : 0
  const limit = Math.min(freshMax, Math.max(pageSize, count))
  const question = useCallback((signal: AbortSignal) => listEvents(query, { limit: pageSize }, signal), [query])
  const [first] = useAsked(question)
  const more = useDoing()
  useEffect(() => {
    if (first.value) setShown({ query, page: first.value })
  }, [first.value, query])
  const reload = useCallback(async () => {
    const page = await listEvents(query, { limit })
    setShown((before) => {
      if (before?.query !== query || page.next === undefined || limit < freshMax) return { query, page }
      return { query, page: { items: mergedWith(before.page.items, page), next: before.page.next } }
    })
  }, [query, limit])
  const reloadQuietly = useCallback(() => reload().catch(() => {}), [reload])
  useNews(fleet, reloadQuietly)
  const known = shown?.query === query ? shown.page : first.value
  return {
    asked: known ? { kind: 'here', value: known } : first,
    more,
    reload: reloadQuietly,
    readMore: () =>
      void more.run(async () => {
        if (!known?.next) return
        const page = await listEvents(query, { limit: pageSize, cursor: known.next })
        const ids = new Set(known.items.map(({ id }) => id))
        setShown({
          query,
          page: { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], next: page.next },
        })
      }),
    put: (changed) =>
      setShown(
        (before) =>
          before && {
            query: before.query,
            page: { ...before.page, items: before.page.items.map((one) => (one.id === changed.id ? changed : one)) },
          },
      ),
  }
}
