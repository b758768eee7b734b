/** The page on the screen. It follows the address once the page of the new address is loaded. */
import { type ComponentType, useEffect, useState } from 'react'
import { forgetCalls } from '../../api/calls.ts'
import { type Route, routeOf, whenRouteChanges } from '../../shared/router/router.ts'
import type { ConsolePage, PageProps } from '../page.ts'
import { type FoundPage, findPage } from '../pages.ts'

export interface Shown {
  readonly route: Route
  /** Undefined: no page has this address. */
  readonly found: FoundPage | undefined
  /** Undefined: loading failed. */
  readonly Page: ComponentType<PageProps> | undefined
}

/** Undefined until the first page is loaded. */
export function useShown(pages: readonly ConsolePage[]): Shown | undefined {
  const [shown, setShown] = useState<Shown | undefined>(() => shownAt(pages))
  useEffect(() => {
    let wanted = 0
    let path = routeOf(window.location.hash).path
    const show = (next: Shown) => {
      // Before the page makes requests.
      if (next.route.path !== path) forgetCalls()
      path = next.route.path
      setShown(next)
    }
    const follow = () => {
      const now = ++wanted
      const next = shownAt(pages)
      if (next) show(next)
      else void loadedAt(pages).then((loaded) => now === wanted && show(loaded))
    }
    follow()
    return whenRouteChanges(follow)
  }, [pages])
  return shown
}

/** At once, if the page of the address is already loaded. */
function shownAt(pages: readonly ConsolePage[]): Shown | undefined {
  const route = routeOf(window.location.hash)
  const found = findPage(pages, route.path)
  const Page = found?.page.Page.here
  return found && !Page ? undefined : { route, found, Page }
}

async function loadedAt(pages: readonly ConsolePage[]): Promise<Shown> {
  const route = routeOf(window.location.hash)
  const found = findPage(pages, route.path)
  return { route, found, Page: await found?.page.Page.load().catch(() => undefined) }
}
