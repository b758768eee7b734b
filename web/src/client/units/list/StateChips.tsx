/** The number of units per state. A click shows only those, another click all. */
import { UnstyledButton } from '@mantine/core'
import { texts } from '../../../shared/texts/texts.ts'
import { type Chip, isUnder, type KnownUnit } from '../queries/known-units.ts'
import classes from './StateChips.module.css'

const words = texts.client.units

interface StateChipsProps {
  readonly chips: readonly Chip[]
  readonly units: readonly KnownUnit[]
  readonly chosen: Chip | undefined
  onChoose(chip: Chip | undefined): void
}

export const StateChips = ({ chips, units, chosen, onChoose }: StateChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
  <div className={classes.chips} role="group" aria-label={words.filter}>
    {chips
      .filter((chip) => chip !== 'expired' || chosen === chip || units.some(({ state }) => state === chip))
      .map((chip) => (
        <UnstyledButton
          key={chip}
          className={classes.chip}
          data-state={chip}
          aria-pressed={chip === chosen}
          onClick={() => onChoose(chip === chosen ? undefined : chip)}
        >
          <span>{words.states[chip]}</span> <b>{units.filter(({ state }) => isUnder(chip, state)).length}</b>
        </UnstyledButton>
      ))}
  </div>
)
