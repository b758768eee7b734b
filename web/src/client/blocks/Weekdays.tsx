/** Weekdays to choose from, in the order of the reader's week. 1 is Monday. */
import { Button, Text } from '@mantine/core'
import { weekdays } from '../../shared/format/habits.ts'
import { locale } from '../../shared/texts/texts.ts'
import cards from './Cards.module.css'

const monday = Date.UTC(2024, 0, 1)
const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
export const workdays: readonly number[] = [1, 2, 3, 4, 5]

export const weekdayName = (day: number): string => names.format(monday + (day - 1) * 86_400_000)

interface WeekdaysProps {
  readonly label: string
  readonly chosen: readonly number[]
  readonly fault: string | undefined
  onChange(chosen: readonly number[]): void
}

export const Weekdays = ({ label, chosen, fault, onChange }: WeekdaysProps) => (
  <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
    <Text component="legend" size="sm" fw={600}>
      {label}
    </Text>
    <div className={cards.buttons}>
      {weekdays().map((day) => {
        const isChosen = chosen.includes(day)
        return (
          <Button
            key={day}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== day) : [...chosen, day].sort())}
          >
            {weekdayName(day)}
          </Button>
        )
      })}
    </div>
    {fault && (
      <p className={cards.fault} role="alert">
        {fault}
      </p>
    )}
  </fieldset>
)
