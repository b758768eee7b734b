import type { ReactNode } from 'react'
import type { ClientRoute } from '../route.ts'
import type { Me } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'

/** What the lists of the inbox need. */
export interface PartProps {
  readonly route: ClientRoute & { view: 'inbox' }
  readonly fleet: Fleet
  readonly me: Me
  /** The way to the other parts. */
  readonly nav: ReactNode
}
