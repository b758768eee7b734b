import { Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refused, sentenceOf } from '../api.ts'
import { isConsole, texts } from '../texts/texts.ts'
import classes from './Notice.module.css'

type Tone = 'quiet' | 'good' | 'warning' | 'bad'

/**
 * Bad news interrupts a screen reader, the rest waits for its turn. The tone is also in the words, never only in the
 * colour.
 */
export function Notice({ tone, title, children }: { tone: Tone; title?: string; children?: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <p className={classes.title}>{title}</p>}
      {children && <div className={classes.text}>{children}</div>}
    </div>
  )
}

/** If a client's plan is the reason, a link leads there. In a dealer's console it is not the dealer's plan. */
const isFull = (error: unknown) => !isConsole && error instanceof Refused && error.code === 'QUOTA_EXCEEDED'

/** Nothing if nothing failed. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  if (!error) return null
  return (
    <Notice tone="bad">
      <p className={classes.line}>{sentenceOf(error)}</p>
      {isFull(error) && (
        <Anchor href="/client#/account" size="sm">
          {texts.errors.toPlan}
        </Anchor>
      )}
      {retry && (
        <Button variant="default" size="xs" mt="xs" onClick={() => void retry()}>
          {texts.shared.retry}
        </Button>
      )}
    </Notice>
  )
}
