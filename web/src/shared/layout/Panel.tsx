import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface PanelProps {
  readonly children: ReactNode
  readonly title?: string
  /** A page begins with order 1. */
  readonly order?: 1 | 2
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly id?: string
}

export function Panel({ children, title, order = 2, aside, id }: PanelProps) {
  return (
    <section className={classes.panel} aria-label={title} id={id}>
      {title && (
        <div className={classes.head}>
          <Title order={order} className={classes.title} data-order={order}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
