/** The frame of every page in front of the login. */
import { Anchor, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './Door.module.css'
import { Frame } from './Frame.tsx'
import { texts } from './texts/texts.ts'

interface DoorProps {
  readonly title: string
  readonly explain?: ReactNode
  readonly children?: ReactNode
}

export function Door({ title, explain, children }: DoorProps) {
  useEffect(() => {
    document.title = `${title} · ${texts.client.product}`
  }, [title])
  return (
    <Frame title={texts.client.product}>
      <section className={classes.sheet}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {explain && <Text c="dimmed">{explain}</Text>}
        {children}
      </section>
    </Frame>
  )
}

export const ToLogin = ({ words = texts.client.reset.toLogin }: { words?: string }) => (
  <Anchor href="/login" size="sm">
    {words}
  </Anchor>
)
