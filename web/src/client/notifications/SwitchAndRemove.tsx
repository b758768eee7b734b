/** The actions that rules and channels share. */

import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { CardButton } from '../blocks/CardButton.tsx'

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
      <CardButton label={word} of={name} onClick={() => change(!isOn)} />
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
