/** A setting as one line, which opens into a form. */
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refused } from './api.ts'
import classes from './Setting.module.css'
import { texts } from './texts/texts.ts'

interface SettingProps {
  readonly title: string
  readonly state: string
  readonly button: string
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
      {!isOpen && (
        <Button variant="default" size="xs" aria-label={`${title}: ${button}`} onClick={open}>
          {button}
        </Button>
      )}
      {children}
    </li>
  )
}

export function FormButtons({ label, isBusy, cancel }: { label: string; isBusy: boolean; cancel: () => void }) {
  return (
    <div className={classes.buttons}>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
      <Button variant="default" onClick={cancel}>
        {texts.shared.cancel}
      </Button>
    </div>
  )
}

export const wrongPassword = (error: unknown): string | undefined =>
  error instanceof Refused && error.about('password') ? texts.client.faults.wrongPassword : undefined
