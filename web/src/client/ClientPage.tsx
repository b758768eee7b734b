/** A page of the application that is longer than the window: its title, what can be done at once, and the rest. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ClientPage.module.css'

export const ClientPage = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
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
