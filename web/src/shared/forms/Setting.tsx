/** A setting as one line, which opens into a form. */
import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import classes from './Setting.module.css'

interface SettingProps {
  readonly title: string
  readonly state: string
  /** Undefined: read-only. */
  readonly button: string | undefined
  readonly isOpen: boolean
  open(): void
  readonly children?: ReactNode
}

export function Setting({ title, state, button, isOpen, open, children }: SettingProps) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{title}</Text>
        {state && (
          <Text size="sm" c="dimmed">
            {state}
          </Text>
        )}
      </div>
      {button !== undefined && !isOpen && (
        <Button variant="default" size="xs" aria-label={`${title}: ${button}`} onClick={open}>
          {button}
        </Button>
      )}
      {children}
    </li>
  )
}

/** A setting is closed, open as a form, or closed with a sentence about what the form did. */
export function useSetting() {
  const [state, setState] = useState<'closed' | 'open' | { readonly sentence: string }>('closed')
  return {
    isOpen: state === 'open',
    result: typeof state === 'object' && <Notice tone="good">{state.sentence}</Notice>,
    open: () => setState('open'),
    cancel: () => setState('closed'),
    done: (sentence: string) => setState({ sentence }),
  }
}
