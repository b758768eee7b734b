/** The completed payment, and what it was for. */
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DoneIcon } from '../shared/content/Icons.tsx'
import classes from './Receipt.module.css'

interface ReceiptProps {
  readonly title: string
  readonly sentence: ReactNode
  readonly children: ReactNode
}

export const Receipt = ({ title, sentence, children }: ReceiptProps) => (
  <section className={classes.receipt}>
    <div className={classes.done} role="status">
      <span className={classes.seal}>
        <DoneIcon />
      </span>
      <div>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        <Text c="dimmed">{sentence}</Text>
      </div>
    </div>
    {children}
  </section>
)
