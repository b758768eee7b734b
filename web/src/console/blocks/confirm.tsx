/** Asks before something is lost: what will happen, in numbers, and whether it can be undone. */
import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import classes from './confirm.module.css'
import { useClosedByLeaving } from './Dialog.tsx'

export interface Question {
  readonly title: string
  /** The effect in a sentence or two. */
  readonly text?: ReactNode
  /** The effect in numbers: `[[12, 'units'], ['3.2 MB', 'messages']]`. */
  readonly effect?: readonly (readonly [amount: number | string, of: string])[]
  readonly canBeUndone: boolean
  /** Replaces "can be undone" or "cannot be undone" if there is more to say. */
  readonly undoText?: string
  /** Nothing is lost, although it cannot be undone. */
  readonly isHarmless?: boolean
  /** The action as a verb: "Delete", never "OK". */
  readonly act: string
  /** What has to be typed before the worst actions. */
  readonly typed?: string
}

interface Asked extends Question {
  readonly number: number
  answer(isYes: boolean): void
}

let asked: Asked | undefined
let lastNumber = 0
const watchers = new Set<() => void>()
const set = (question: Asked | undefined) => {
  asked = question
  for (const watcher of watchers) watcher()
}

/** Resolves to whether the person confirmed. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    set({
      ...question,
      number: ++lastNumber,
      answer: (isYes) => {
        set(undefined)
        resolve(isYes)
      },
    })
  })

export function ConfirmDialog() {
  const question = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => asked,
  )
  if (!question) return null
  return <Dialog key={question.number} {...question} />
}

function Dialog({ title, text, effect, canBeUndone, undoText, isHarmless, act, typed, answer }: Asked) {
  const [written, setWritten] = useState('')
  useClosedByLeaving(true, () => answer(false))
  const isReady = typed === undefined || written.trim() === typed
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': words.confirm.cancel }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) answer(true)
        }}
      >
        {text && <div>{text}</div>}
        {effect && effect.length > 0 && (
          <dl className={classes.effect}>
            {effect.map(([amount, of]) => (
              <div key={of}>
                <dd>{typeof amount === 'number' ? amount.toLocaleString(locale) : amount}</dd>
                <dt>{of}</dt>
              </div>
            ))}
          </dl>
        )}
        <p className={classes.way} data-final={!canBeUndone || undefined}>
          {undoText ?? (canBeUndone ? words.confirm.undoable : words.confirm.final)}
        </p>
        {typed !== undefined && (
          <TextInput
            label={words.confirm.type(typed)}
            value={written}
            data-autofocus
            autoComplete="off"
            onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => answer(false)}>
            {words.confirm.cancel}
          </Button>
          <Button type="submit" color={canBeUndone || isHarmless ? undefined : 'berry'} disabled={!isReady}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
