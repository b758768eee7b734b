import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf } from './api.ts'
import classes from './Notice.module.css'
import { texts } from './texts/texts.ts'

type Tone = 'quiet' | 'good' | 'warning' | 'bad'

/** Bad news interrupts a screen reader, the rest waits for its turn. The tone is also in the words, never only in the colour. */
export function Notice({ tone, title, children }: { tone: Tone; title?: string; children?: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <p className={classes.title}>{title}</p>}
      {children && <div className={classes.text}>{children}</div>}
    </div>
  )
}

export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  return (
    <Notice tone="bad">
      <p className={classes.line}>{sentenceOf(error)}</p>
      {retry && (
        <Button variant="default" size="xs" mt="xs" onClick={() => void retry()}>
          {texts.shared.retry}
        </Button>
      )}
    </Notice>
  )
}
