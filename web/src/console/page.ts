/** A page of a console is a value in a list, which the menu, the search and the address all use. */
import type { ComponentType, ReactNode } from 'react'

export type Section = 'work' | 'money' | 'business' | 'platform'

export interface PageProps {
  /** The parameters of the page's pattern, as text. */
  readonly params: Readonly<Record<string, string>>
}

/** A page that is loaded when it is opened. The page before stays until then, so that nothing flickers. */
export interface LoadedLater {
  /** The component, once it is loaded. */
  readonly here: ComponentType<PageProps> | undefined
  load(): Promise<ComponentType<PageProps>>
}

export interface ConsolePage {
  /** `/clients/:id/:tab?` */
  readonly path: string
  readonly title: string
  /** More words for the search. */
  readonly also?: string
  /** Only a page without parameters can be in the menu. */
  readonly menu?: { readonly section: Section; readonly icon: ReactNode; readonly isOnPhone?: boolean }
  /** The menu entry to highlight; its own path by default. */
  readonly under?: string
  readonly Page: LoadedLater
}

/** `page(() => import('./ClientsPage.tsx'), 'ClientsPage')`: pages are named exports, like everything else. */
export function page<Name extends string>(
  importPage: () => Promise<Readonly<Record<Name, ComponentType<PageProps>>>>,
  name: Name,
): LoadedLater {
  let here: ComponentType<PageProps> | undefined
  return {
    get here() {
      return here
    },
    async load() {
      here = (await importPage())[name]
      return here
    },
  }
}
