/** The raw track, or the same on roads. It says where no road fits. */
import { Button } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import classes from './LineChoice.module.css'
import type { Way } from './track/track-map.ts'

const words = texts.timeline

interface LineChoiceProps {
  readonly isOnRoads: boolean
  readonly isAsking: boolean
  readonly ways: readonly Way[]
  onChange(isOnRoads: boolean): void
}

export function LineChoice({ isOnRoads, isAsking, ways, onChange }: LineChoiceProps) {
  const lines = ways.flatMap((way) => way.lines)
  const hasRoads = lines.some(({ isOffRoads }) => isOffRoads === false)
  const hasOthers = lines.some(({ isOffRoads }) => isOffRoads === true)
  const note = isAsking ? texts.shared.loading : !hasRoads ? words.noRoads : hasOthers ? words.someOffRoads : ''
  return (
    <div className={classes.choice}>
      <Button.Group aria-label={words.line}>
        {(['raw', 'roads'] as const).map((value) => (
          <Button
            key={value}
            size="xs"
            variant={(value === 'roads') === isOnRoads ? 'filled' : 'default'}
            aria-pressed={(value === 'roads') === isOnRoads}
            onClick={() => onChange(value === 'roads')}
          >
            {words.lines[value]}
          </Button>
        ))}
      </Button.Group>
      {isOnRoads && note !== '' && (
        <span className={classes.note} role="status">
          {note}
        </span>
      )}
    </div>
  )
}
