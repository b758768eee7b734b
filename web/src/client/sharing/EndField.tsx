import { NativeSelect, TextInput } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import { type End, endOf, spans } from './end.ts'
import classes from './SharingView.module.css'

const words = texts.sharing

export interface Ending {
  readonly end: End
  readonly date: string
}

export const untilOf = ({ end, date }: Ending): number | undefined => endOf(end, date, Date.now() / 1000)
export const endFault = (ending: Ending): string | undefined =>
  untilOf(ending) === undefined ? words.wrongDate : undefined

interface EndFieldProps {
  readonly value: Ending
  readonly error: string | undefined
  onChange(value: Ending): void
}

export const EndField = ({ value, error, onChange }: EndFieldProps) => (
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
        error={error}
        onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
      />
    )}
  </div>
)
