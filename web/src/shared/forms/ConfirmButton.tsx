/** A button for what cannot be undone: it says what will happen, and asks for confirmation. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../feedback/Notice.tsx'
import { texts } from '../texts/texts.ts'
import classes from './ConfirmButton.module.css'

interface ConfirmButtonProps {
  readonly label: string
  /** For screen reader users, who hear the button without its surroundings. */
  readonly of?: string
  readonly effect: string
  readonly sure: string
  act(): Promise<unknown>
}

export function ConfirmButton({ label, of, effect, sure, act }: ConfirmButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const acting = useMutation({ mutationFn: act })
  const answer = useRef<HTMLButtonElement>(null)
  // The pressed button is gone; a keyboard user continues from here.
  useEffect(() => {
    if (isAsked) answer.current?.focus()
  }, [isAsked])
  if (!isAsked) {
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        onClick={() => setIsAsked(true)}
      >
        {label}
      </Button>
    )
  }
  return (
    <div className={classes.question}>
      <Text size="sm">{effect}</Text>
      <Failure error={acting.error} />
      <div className={classes.buttons}>
        <Button ref={answer} color="berry" size="xs" loading={acting.isPending} onClick={() => acting.mutate()}>
          {sure}
        </Button>
        <Button variant="default" size="xs" onClick={() => setIsAsked(false)}>
          {texts.shared.cancel}
        </Button>
      </div>
    </div>
  )
}
