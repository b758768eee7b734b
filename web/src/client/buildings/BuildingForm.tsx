import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Refused, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { texts } from '../../shared/texts/texts.ts'
import classes from './BuildingsView.module.css'

const words = texts.tags.buildings

interface BuildingFormProps {
  readonly name?: string
  readonly address?: string
  save(building: { name: string; address: string }): Promise<void>
  cancel(): void
}

export function BuildingForm({ name: known = '', address: where = '', save, cancel }: BuildingFormProps) {
  const [name, setName] = useState(known)
  const [address, setAddress] = useState(where)
  const doing = useDoing()
  const fault = doing.error instanceof Refused ? doing.error.about('name') : undefined
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(() => save({ name: name.trim(), address: address.trim() }))
      }}
    >
      <div className={classes.fields}>
        <TextInput
          label={words.name}
          required
          withAsterisk={false}
          maxLength={50}
          value={name}
          error={fault}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={words.address}
          maxLength={200}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </div>
      {doing.error !== undefined && fault === undefined && <Failure error={doing.error} />}
      <FormButtons label={texts.tags.save} isBusy={doing.isBusy} cancel={cancel} />
    </form>
  )
}
