/** What a page of a console is: a value in a list. The menu, the search and the address all read the same list. */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'

export type Section = 'work' | 'money' | 'business' | 'platform'

export interface PageProps {
  /** The values of the page's pattern, as text. */
  readonly params: Readonly<Record<string, string>>
}

export interface ConsolePage {
  /** `/clients/:id/:tab?` */
  readonly path: string
  readonly title: string
  /** More words that the search finds it by. */
  readonly also?: string
  /** Only a page without parameters can stand in the menu. */
  readonly menu?: { readonly section: Section; readonly icon: ReactNode; readonly isOnPhone?: boolean }
  /** Under which page of the menu it is; its own path unless said. */
  readonly under?: string
  /** Loaded when it is opened. */
  readonly Page: LazyExoticComponent<ComponentType<PageProps>>
}

/** `page(() => import('./ClientsPage.tsx'), 'ClientsPage')`: pages are named exports, like everything else. */
export const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<PageProps>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<PageProps>> => lazy(async () => ({ default: (await load())[name] }))
