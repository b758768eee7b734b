/** A map that fills the page, and its side panel: a sheet over its edge on a phone, a column next to it elsewhere. */
import type { ReactNode } from 'react'
import classes from './MapWithSide.module.css'

interface MapWithSideProps {
  readonly map: ReactNode
  readonly children: ReactNode
  /** While the page is loading. */
  readonly loading?: string
}

export const MapWithSide = ({ map, children, loading }: MapWithSideProps) => (
  <main className={classes.view} {...(loading !== undefined && { role: 'status', 'aria-label': loading })}>
    <div className={classes.map}>{map}</div>
    <div className={classes.side}>{children}</div>
  </main>
)
