/** What can be done to every rule and every channel. */
import { Button } from '@mantine/core'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { texts } from '../../shared/texts/texts.ts'

const { switchOn, switchOff } = texts.notifications.rules

interface SwitchAndRemoveProps {
  readonly name: string
  readonly isOn: boolean
  readonly removal: { readonly remove: string; readonly removeEffect: string; readonly removeSure: string }
  change(isOn: boolean): void
  remove(): Promise<unknown>
}

export function SwitchAndRemove({ name, isOn, removal, change, remove }: SwitchAndRemoveProps) {
  const word = isOn ? switchOff : switchOn
  return (
    <>
      <Button variant="default" size="xs" aria-label={`${word}: ${name}`} onClick={() => change(!isOn)}>
        {word}
      </Button>
      <ConfirmButton
        label={removal.remove}
        of={name}
        effect={removal.removeEffect}
        sure={removal.removeSure}
        act={remove}
      />
    </>
  )
}
