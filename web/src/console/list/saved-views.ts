/** Named views. They are stored in the browser; what they show is an address like any other. */
import { useState } from 'react'
import { useMe } from '../session.ts'

export interface SavedView {
  readonly name: string
  readonly query: string
}

function read(key: string): readonly SavedView[] {
  try {
    const list: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    return Array.isArray(list)
      ? list.filter((one) => typeof one?.name === 'string' && typeof one?.query === 'string')
      : []
  } catch {
    // The browser stores nothing, or another value under our name.
    return []
  }
}

/** The views of one list of one dealer: a person may work for several in the same browser. */
export function useSavedViews(list: string) {
  const { dealer, kind } = useMe()
  const key = `waymark.views.${dealer?.id ?? kind}.${list}`
  const [views, setViews] = useState(() => read(key))
  const keep = (next: readonly SavedView[]) => {
    setViews(next)
    try {
      window.localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Private windows refuse; the views then last as long as the page.
    }
  }
  return {
    views,
    save: (view: SavedView) => keep([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  }
}
