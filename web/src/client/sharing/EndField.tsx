import { NativeSelect, TextInput } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import { type End, spans } from './end.ts'
import classes from './SharingView.module.css'

const words = texts.sharing

export interface Ending {
  readonly end: End
  readonly date: string
}

interface EndFieldProps {
  readonly value: Ending
  readonly fault: string | undefined
  onChange(value: Ending): void
}

export const EndField = ({ value, fault, onChange }: EndFieldProps) => (
  <div className={classes.end}>
    <NativeSelect
      label={words.end}
      data={[...spans, 'date' as const].map((one) => ({ value: one, label: words.ends[one] }))}
      value={value.end}
      onChange={({ currentTarget }) => onChange({ ...value, end: currentTarget.value as End })}
    />
    {value.end === 'date' && (
      <TextInput
        type="datetime-local"
        label={words.date}
        value={value.date}
        error={fault}
        onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
      />
    )}
  </div>
)
