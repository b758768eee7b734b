/** What a page of a console is: a value in a list. The menu, the search and the address all read the same list. */
import type { ComponentType, ReactNode } from 'react'

export type Section = 'work' | 'money' | 'business' | 'platform'

export interface PageProps {
  /** The values of the page's pattern, as text. */
  readonly params: Readonly<Record<string, string>>
}

/** A page that is loaded when it is opened. While it comes, the one before stays: nothing flickers. */
export interface LoadedLater {
  /** The component, once it is here. */
  readonly here: ComponentType<PageProps> | undefined
  load(): Promise<ComponentType<PageProps>>
}

export interface ConsolePage {
  /** `/clients/:id/:tab?` */
  readonly path: string
  readonly title: string
  /** More words that the search finds it by. */
  readonly also?: string
  /** Only a page without parameters can be in the menu. */
  readonly menu?: { readonly section: Section; readonly icon: ReactNode; readonly isOnPhone?: boolean }
  /** Under which page of the menu it is; its own path unless said. */
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
