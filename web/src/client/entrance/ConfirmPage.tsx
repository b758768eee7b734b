/** A link out of a mail. It takes a click, because mail programs open links on their own to look at them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ask, Refused, useDoing } from '../../shared/api.ts'
import { Door, ToLogin } from '../../shared/Door.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'

interface ConfirmPageProps {
  readonly words: typeof texts.client.confirm
  /** Where the token is told to. */
  readonly path: string
  readonly token: string
}

export function ConfirmPage({ words, path, token }: ConfirmPageProps) {
  const [isDone, setIsDone] = useState(false)
  const confirming = useDoing()
  const confirm = () =>
    confirming.run(async () => {
      await ask('POST', path, { token })
      setIsDone(true)
    })
  if (isDone) {
    return (
      <Door title={words.doneTitle} explain={words.done}>
        <Button component="a" href="/login" size="md">
          {texts.client.login.button}
        </Button>
      </Door>
    )
  }
  const isStale = token === '' || (confirming.error instanceof Refused && confirming.error.status === 400)
  return (
    <Door title={words.title} explain={isStale ? undefined : words.explain}>
      {isStale && <Notice tone="warning">{words.stale}</Notice>}
      {!isStale && confirming.error !== undefined && <Failure error={confirming.error} />}
      {isStale ? (
        <ToLogin />
      ) : (
        <Button size="md" loading={confirming.isBusy} onClick={() => void confirm()}>
          {words.button}
        </Button>
      )}
    </Door>
  )
}
