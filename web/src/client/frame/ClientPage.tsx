/** A page that may be longer than the window: its title, its main actions, and its content. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ClientPage.module.css'

interface ClientPageProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export const ClientPage = ({ title, aside, children }: ClientPageProps) => (
  <main className={classes.page}>
    <div className={classes.head}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {aside}
    </div>
    {children}
  </main>
)
