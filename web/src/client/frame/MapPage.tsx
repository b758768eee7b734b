/** Content next to a map; on a phone the map is above it, or hidden if it would only take space. */
import type { ReactNode } from 'react'
import classes from './MapPage.module.css'

interface MapPageProps {
  readonly side: ReactNode
  readonly map: ReactNode
  /** How much of a phone's screen the map takes. */
  readonly onPhone: 'none' | 'some' | 'most'
}

export const MapPage = ({ side, map, onPhone }: MapPageProps) => (
  <main className={classes.view} data-phone={onPhone}>
    <div className={classes.side}>{side}</div>
    <div className={classes.map}>{map}</div>
  </main>
)
