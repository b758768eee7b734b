/** The page on the screen. It follows the address as soon as the page of the new address is loaded, and not before. */
import { type ComponentType, useEffect, useState } from 'react'
import { forgetCalls } from '../../api/calls.ts'
import type { ConsolePage, PageProps } from '../page.ts'
import { type FoundPage, findPage } from '../pages.ts'
import { type Place, placeOf, whenPlaceChanges } from '../place.ts'

export interface Shown {
  readonly place: Place
  /** Undefined: no page has this address. */
  readonly found: FoundPage | undefined
  /** Undefined: it could not be loaded. */
  readonly Page: ComponentType<PageProps> | undefined
}

/** Undefined until the first page is there. */
export function useShown(pages: readonly ConsolePage[]): Shown | undefined {
  const [shown, setShown] = useState<Shown | undefined>(() => shownAt(pages))
  useEffect(() => {
    let wanted = 0
    let path = placeOf(window.location.hash).path
    const show = (next: Shown) => {
      // Before the page makes calls of its own.
      if (next.place.path !== path) forgetCalls()
      path = next.place.path
      setShown(next)
    }
    const look = () => {
      const now = ++wanted
      const next = shownAt(pages)
      if (next) show(next)
      else void loadedAt(pages).then((loaded) => now === wanted && show(loaded))
    }
    look()
    return whenPlaceChanges(look)
  }, [pages])
  return shown
}

/** At once, if the page of the address was here before. */
function shownAt(pages: readonly ConsolePage[]): Shown | undefined {
  const place = placeOf(window.location.hash)
  const found = findPage(pages, place.path)
  const Page = found?.page.Page.here
  return found && !Page ? undefined : { place, found, Page }
}

async function loadedAt(pages: readonly ConsolePage[]): Promise<Shown> {
  const place = placeOf(window.location.hash)
  const found = findPage(pages, place.path)
  return { place, found, Page: await found?.page.Page.load().catch(() => undefined) }
}
