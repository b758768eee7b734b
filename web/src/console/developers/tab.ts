import type { ReactNode } from 'react'

/** What each tab passes to its list. */
export interface TabProps {
  readonly tabs: ReactNode
  /** Shown next to the tab's own actions. */
  readonly actions: ReactNode
}
