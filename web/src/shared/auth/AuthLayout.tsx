/** The frame of every page before sign-in. */
import { Anchor, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Frame } from '../layout/Frame.tsx'
import { product } from '../layout/site.ts'
import { texts } from '../texts/texts.ts'
import classes from './AuthLayout.module.css'

interface AuthLayoutProps {
  readonly title: string
  readonly explain?: ReactNode
  readonly children?: ReactNode
}

export function AuthLayout({ title, explain, children }: AuthLayoutProps) {
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
  return (
    <Frame title={product}>
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
