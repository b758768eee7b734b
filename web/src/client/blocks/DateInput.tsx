/** A day. Incomplete dates are ignored, so that a page does not react while someone types. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { isDate } from '../timeline/days/day.ts'

interface DateInputProps extends Omit<TextInputProps, 'onChange' | 'type' | 'value'> {
  readonly value: string
  onChange(date: string): void
}

export const DateInput = ({ onChange, ...input }: DateInputProps) => (
  <TextInput
    {...input}
    type="date"
    onChange={({ currentTarget: { value } }) => {
      if (isDate(value)) onChange(value)
    }}
  />
)
